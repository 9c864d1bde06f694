import type { LogLevel, WriteLog } from '../../shared/log/log-events.ts';
import { logLine, type LogRules } from './log-line.ts';
import { openRotatingFile } from './rotating-file.ts';

/** A log of JSON lines. */
export interface OpenLog {
  readonly write: WriteLog;
  /** Closes the file; what is written afterwards goes nowhere. */
  close(): void;
}

interface LogOptions {
  /** Absolute path of the file; none: no file. */
  readonly file?: string | undefined;
  /** Gets the lines that no file took; with `always`, every line. */
  readonly stderr?: { readonly write: (line: string) => unknown; readonly always: boolean };
  /** Hides the secrets that are in use now; called for every text of every line. */
  readonly redact: LogRules['redact'];
  /** Whether sentences about errors are told; not where nothing is said. */
  readonly detailed?: boolean;
  /** Lines below this level are left out. */
  readonly level?: LogLevel;
  /** Size at which the file is put aside and a new one begun, in bytes. */
  readonly rotateAtBytes?: number;
  /** How many files that were put aside are kept. */
  readonly keepFiles?: number;
  readonly now?: () => number;
}

const severity: Readonly<Record<LogLevel, number>> = { info: 0, warn: 1, error: 2 };

/** Opens a log. A file that cannot be written is no reason to stop: its lines go to `stderr`. */
export function createLog(options: LogOptions): OpenLog {
  const {
    redact,
    detailed,
    level = 'info',
    now = Date.now,
    stderr = { write: writeToStderr, always: false },
  } = options;
  const file =
    options.file === undefined
      ? undefined
      : openRotatingFile(options.file, {
          rotateAtBytes: options.rotateAtBytes ?? 5_000_000,
          keepFiles: options.keepFiles ?? 4,
        });
  let closed = false;
  return {
    write(lineLevel, event, fields) {
      if (closed || severity[lineLevel] < severity[level]) return;
      const line = logLine({ time: now(), level: lineLevel, event, fields }, { redact, detailed });
      const inFile = file?.append(line) ?? false;
      if (!inFile || stderr.always) stderr.write(line);
    },
    close() {
      closed = true;
      file?.close();
    },
  };
}

function writeToStderr(line: string): void {
  process.stderr.write(line);
}
