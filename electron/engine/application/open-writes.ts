import { toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { Engine } from '../engine.ts';
import type { AddInsPort, KeptWrite, KeptWrites, WriteNews } from './add-in-ports.ts';
import type { ServiceAtHand } from './connection-ports.ts';

export interface OpeningParts {
  readonly engine: Pick<Engine, 'gate'>;
  readonly host: AddInsPort;
  readonly connected: () => ServiceAtHand | undefined;
  /** Whether what waits goes out from here; else it is only looked at. */
  readonly sends: boolean;
}

export type WriteEnd = Exclude<WriteNews, { kind: 'queued' }>;

interface Listeners {
  readonly onEnd: (told: WriteEnd) => void;
  readonly onChange: () => void;
}

/** What waits, and whether it can be read. */
export function createOpening({ engine, host, connected, sends }: OpeningParts, { onEnd, onChange }: Listeners) {
  let kept: KeptWrites | undefined;
  let problem: ErrorRecord | undefined;

  function open(): KeptWrites {
    return host.open({
      ...{ connected, sends, reach: engine.gate },
      tell(told) {
        if (told.kind !== 'queued') onEnd(told);
        onChange();
      },
    });
  }

  /** @throws AppError `writes-unreadable` */
  function opened(): KeptWrites {
    try {
      kept ??= open();
      problem = undefined;
      return kept;
    } catch (error) {
      problem = toAppError(error).toRecord();
      throw error;
    }
  }

  return {
    opened,
    kept: (): KeptWrites | undefined => kept,
    listed: (): readonly KeptWrite[] => (kept || host.hasWrites() ? opened().list() : []),

    /** Opens what waits, where anything does; where that cannot be read, `problem` says so. */
    openKept(): void {
      try {
        if (host.hasWrites()) opened();
      } catch {
        onChange();
      }
    },

    /** Why what waits could not be opened, where that was tried. */
    problem: (): ErrorRecord | undefined => problem,
  };
}
