import { AppError } from '../../../shared/errors/app-error.ts';
import { defaultSettings, type Settings } from '../../../shared/rpc/settings.ts';
import type { Database, Statement } from '../ports.ts';
import { createLibraries, type Library } from '../state/libraries.ts';
import { number, optionalText, shape, text } from '../state/row.ts';
import { schemaVersion, schemaVersionOf } from '../state/schema.ts';
import {
  createBegunAnewNote,
  createSettingsStore,
  createUncleanEndNote,
  noConnection,
  type ConnectionSettings,
} from '../state/settings-store.ts';
import { sql } from '../state/sql.ts';

/** A library, as a diagnosis looks at its folder; without a marker's id where none could be written. */
export type ExaminedLibrary = Pick<Library, 'libraryId' | 'name' | 'root' | 'markerId' | 'programs' | 'settings'>;

/** What a state database says of itself and of what it is about. */
export interface ExaminedState {
  readonly schema: number;
  readonly isWhole: boolean;
  /** Another file, or none, is where it was opened. */
  readonly wasTakenAway: boolean;
  readonly wasBegunAnew: boolean;
  /** Whether only another version of the app can read some of the settings. */
  readonly hasUnreadSettings: boolean;
  /** When a run was last found not to have ended in good order. */
  readonly uncleanEndMs?: number | undefined;
  /** By name. */
  readonly libraries: readonly ExaminedLibrary[];
  readonly settings: Settings;
  readonly connection: ConnectionSettings;
  /** How many files stand how, by library and state; what has none is `none`. */
  readonly files: readonly Readonly<Record<string, number>>[];
  /** How many entries of the queue there are, by operation. */
  readonly queue: Readonly<Record<string, number>>;
}

const nothing: Omit<ExaminedState, 'schema' | 'isWhole' | 'wasTakenAway'> = {
  ...{ wasBegunAnew: false, hasUnreadSettings: false, settings: defaultSettings, connection: noConnection },
  ...{ libraries: [], files: [], queue: {} },
};

const readCount = shape({ kind: optionalText('kind'), n: number('n') });

/**
 * Reads all of a state database and what it says, without a change to it.
 * @throws AppError `state-damaged`, `state-unreadable`
 */
export function examineState(database: Database): ExaminedState {
  const schema = schemaVersionOf(database);
  const isWhole = database.get(sql`PRAGMA quick_check(1)`, text('quick_check')) === 'ok';
  const wasTakenAway = isTakenAway(database);
  // Of a newer schema nobody knows what it means, of an empty database there is nothing to know.
  if (schema > schemaVersion || schema === 0) return { ...nothing, schema, isWhole, wasTakenAway };
  const libraries = createLibraries(database).all();
  const store = createSettingsStore(database);
  const countsOf = (query: Statement): Readonly<Record<string, number>> =>
    Object.fromEntries(database.all(query, readCount).map(({ kind, n }) => [kind ?? 'none', n]));
  return {
    schema,
    isWhole,
    wasTakenAway,
    wasBegunAnew: createBegunAnewNote(database).read() !== undefined,
    hasUnreadSettings: store.unreadSettings().length > 0,
    uncleanEndMs: createUncleanEndNote(database).read()?.foundMs,
    libraries,
    settings: store.settings(),
    connection: store.connection(),
    files: libraries.map(({ libraryId }) =>
      countsOf(sql`SELECT state AS kind, COUNT(*) AS n FROM verdict WHERE library_id = ${libraryId} GROUP BY state`),
    ),
    queue: countsOf(sql`SELECT operation AS kind, COUNT(*) AS n FROM queue_entry GROUP BY operation`),
  };
}

/** Only what could write asks for it. */
function isTakenAway(database: Database): boolean {
  try {
    database.transaction(() => undefined);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'state-taken-away') return true;
    throw error;
  }
}
