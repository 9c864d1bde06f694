import type { WriteLog } from '../../shared/log/log-events.ts';
import { logLine, type LogRules } from './log-line.ts';
import { openRotatingFile } from './rotating-file.ts';

/** A log of JSON lines. */
export interface OpenLog {
  readonly write: WriteLog;
  /** Closes the file; what is written afterwards goes nowhere. */
  close(): void;
}

/** Its `redact` is called for every text of every line. */
interface LogOptions extends LogRules {
  /** Absolute path of the file; none: no file. */
  readonly file?: string | undefined;
  /** Gets the lines that no file took. */
  readonly stderr?: { readonly write: (line: string) => unknown };
  /** Size at which the file is put aside and a new one begun, in bytes. */
  readonly rotateAtBytes?: number;
  /** How many files that were put aside are kept. */
  readonly keepFiles?: number;
  readonly now?: () => number;
}

/** Opens a log. A file that cannot be written is no reason to stop: its lines go to `stderr`. */
export function createLog(options: LogOptions): OpenLog {
  const { file: path, stderr = { write: writeToStderr }, rotateAtBytes = 5_000_000, keepFiles = 4 } = options;
  const { redact, detailed, now = Date.now } = options;
  const file = path === undefined ? undefined : openRotatingFile(path, { rotateAtBytes, keepFiles });
  let closed = false;
  return {
    write(level, event, fields) {
      if (closed) return;
      const line = logLine({ time: now(), level, event, fields }, { redact, detailed });
      if (!file?.append(line)) stderr.write(line);
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
