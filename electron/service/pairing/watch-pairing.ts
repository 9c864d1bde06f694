import { toAppError } from '../../../shared/errors/app-error.ts';
import { catalogue, type ErrorCode } from '../../../shared/errors/catalogue.ts';
import { checkPairing, type PairedDatabase, type PairedFiles } from './pair-files.ts';

/** What is known of database and files that were found to belong together. */
export interface PairingWatch {
  /** What the last look at both said; looks again besides, where that was a while ago. */
  isPaired(): boolean;
}

export interface WatchOptions {
  /** Told once of each failure, and again when it has changed. */
  readonly onProblem: (cause: unknown) => void;
  /** A look is good for so long, milliseconds. */
  readonly againAfterMs?: number;
}

const usualAgainAfterMs = 15_000;

/**
 * Watches whether files still are those of a database. Files that are away for a while stay its own: whoever asks for
 * one of them is told to come again.
 */
export function watchPairing(database: PairedDatabase, files: PairedFiles, options: WatchOptions): PairingWatch {
  const { onProblem, againAfterMs = usualAgainAfterMs } = options;
  let isPaired = true;
  let told: ErrorCode | undefined;
  let lookedAtMs = performance.now();
  let looking = false;

  async function look(): Promise<void> {
    looking = true;
    try {
      await checkPairing(database, files);
      isPaired = true;
      told = undefined;
    } catch (thrown) {
      const { code } = toAppError(thrown);
      if (catalogue[code].status !== 503) isPaired = false;
      if (code !== told) onProblem(thrown);
      told = code;
    } finally {
      looking = false;
      lookedAtMs = performance.now();
    }
  }

  return {
    isPaired() {
      if (!looking && performance.now() - lookedAtMs >= againAfterMs) void look();
      return isPaired;
    },
  };
}
