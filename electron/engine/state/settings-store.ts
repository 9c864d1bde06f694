import { z } from 'zod';
import { AppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import { connectionSecrets } from '../../../shared/model/keychain.ts';
import { errorRecord } from '../../../shared/rpc/error-record.ts';
import { keptBudget, type BudgetMemory, type KeptBudget } from '../../../shared/rpc/request-budget.ts';
import { savedSelection } from '../../../shared/rpc/selection-records.ts';
import { settingsSchema, type Settings } from '../../../shared/rpc/settings.ts';
import type { Database } from '../ports.ts';
import { fieldsOf, listOf, valueOf } from './kept-values.ts';
import { savingErrand } from './saving-errands.ts';

/** Where the service is. Secrets are not here: they live in the system keychain. */
const connectionSchema = z.object({
  kind: z.enum(['none', 'embedded', 'remote']).default('none'),
  contentAddress: z.string().default(''),
  dataAddress: z.string().default(''),
  tokenAddress: z.string().default(''),
  clientId: z.string().default(''),
  /** The origins of the connection for which a person accepted plain `http:`; with any others it is asked again. */
  httpAcceptedFor: z.string().default(''),
});

export type ConnectionSettings = z.output<typeof connectionSchema>;

/** Where no service is set up. */
export const noConnection: ConnectionSettings = connectionSchema.parse({});

const begunAnewSchema = z.object({
  /** File name of the damaged database, in the folder of the state; absent where there was none any more. */
  setAside: z.string().optional(),
  atMs: z.number(),
});

/** That a state was damaged and set aside, or gone, and this one begun in its place. */
type BegunAnew = z.output<typeof begunAnewSchema>;

const stopSchema = z.object({ error: errorRecord, sinceMs: z.number() });

/** What stopped a library, or the connection, and has not been heard to be over. */
export type LastStop = Readonly<z.output<typeof stopSchema>>;

const settingNames = settingsSchema.keyof().options;

export type SettingName = keyof Settings;

/** That some settings cannot be read, where that is so. */
export function describeUnread(unread: readonly SettingName[]): ErrorRecord | undefined {
  return unread.length === 0 ? undefined : { code: 'settings-unreadable', detail: `${unread.join(', ')}.` };
}

/** What a person set. */
export function createSettingsStore(database: Database) {
  const settings = fieldsOf(database, 'settings', settingsSchema);
  const connection = fieldsOf(database, 'connection', connectionSchema);
  return {
    settings: settings.read,
    /** The settings that only another version of the app can read. */
    unreadSettings(): SettingName[] {
      const unread = new Set(settings.unread());
      return settingNames.filter((name) => unread.has(name));
    },
    isKept: settings.isKept,
    saveSettings: (changed: Partial<Settings>): void => settings.change(changed),
    connection: connection.read,

    /** A default would be another service than the one that is set up. @throws AppError `settings-unreadable` */
    connectionToOpen(): ConnectionSettings {
      if (connection.unread().length > 0) throw new AppError('settings-unreadable');
      return connection.read();
    },

    saveConnection(changed: ConnectionSettings): void {
      const { kind, contentAddress } = connection.read();
      // What another version keeps of a service is not of the next one.
      const isSame = kind === changed.kind && contentAddress === changed.contentAddress;
      if (isSame) connection.change(changed);
      else connection.replace(changed);
    },
  };
}

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** Filters of a service under the names a person gave them; by the service they belong to. */
export function createSelectionStore(database: Database) {
  return (serviceId: string) => listOf(database, `selections of ${serviceId}`, savedSelection);
}

/** What is still to be saved to files that a person named. */
export function createKeptErrands(database: Database) {
  return listOf(database, 'files to be saved', savingErrand);
}

/** What is known of the limits of services, by account. What cannot be written is learned again from the next answer. */
export function createBudgetMemories(database: Database) {
  return (account: string): BudgetMemory => {
    const kept = valueOf(database, `limits of ${account}`, keptBudget);
    let latest: (() => KeptBudget) | undefined;
    let isWaiting = false;
    // It may be done twice.
    const writeLatest = (): void => {
      isWaiting = false;
      if (latest) kept.write(latest());
    };
    return {
      read: kept.read,
      write(budget) {
        latest = budget;
        if (isWaiting) return;
        isWaiting = true;
        database.together(writeLatest).catch(() => (isWaiting = false));
      },
    };
  };
}

/** The note that the state was begun anew: kept until a person has read it. */
export function createBegunAnewNote(database: Database) {
  return valueOf(database, 'begun anew', begunAnewSchema);
}

const movedFile = z.object({ name: z.string(), error: errorRecord.optional() });

const moveSchema = z.object({
  target: connectionSchema,
  /**
   * `refused`: all was sent but some files that a person decides about. `ended`: the target is the service now; what was
   * not moved is told until a person has read it.
   */
  state: z.enum(['moving', 'paused', 'refused', 'ended']),
  /** Whether it goes over to the target although some files could not be sent. */
  withoutFailed: z.boolean(),
  /** How many were sent. */
  versionCount: z.int(),
  left: z.array(movedFile),
  olderLeft: z.array(movedFile).default([]),
  failed: z.array(movedFile),
  /** The secrets that came with it for the target, where there were none. */
  addedSecrets: z.array(z.enum(connectionSecrets)).default([]),
});

/** A move out of the embedded service: where to, and how it went. What was sent is not kept here: the target knows. */
export type MoveNote = z.output<typeof moveSchema>;

export function createMoveNote(database: Database) {
  return valueOf(database, 'move', moveSchema);
}

const leftSecrets = z.array(z.object({ origins: z.string(), name: z.enum(connectionSecrets) }));

/** Secrets that came with moves which were given up, and that are not removed yet. */
export function createLeftSecrets(database: Database) {
  return valueOf(database, 'secrets of moves given up', leftSecrets);
}

const uncleanEndSchema = z.object({ foundMs: z.number() });

/** When the last run was found that had not closed the state in good order: the computer or the app went down. */
export function createUncleanEndNote(database: Database) {
  return valueOf(database, 'unclean end', uncleanEndSchema);
}

/** What a person is told of it. */
export function describeBegunAnew(note: BegunAnew | undefined): ErrorRecord | undefined {
  if (!note) return undefined;
  const { setAside } = note;
  if (setAside === undefined) return { code: 'state-gone' };
  return { code: 'state-begun-anew', detail: `It is kept as ${setAside}.` };
}

/**
 * What stopped the last run is part of the truth: it is kept until something goes through again, so that whoever asks
 * when nothing runs any more is told it too.
 */
export function createLastStops(database: Database) {
  const ofConnection = valueOf(database, 'stop of the connection', stopSchema);
  const ofLibrary = (libraryId: string) => valueOf(database, `stop of ${libraryId}`, stopSchema);

  function note(stop: typeof ofConnection, error: ErrorRecord | undefined, nowMs: number): void {
    const known = stop.read();
    if (error) {
      stop.write({ error, sinceMs: known?.error.code === error.code ? known.sinceMs : nowMs });
    } else if (known) {
      stop.forget();
    }
  }

  return {
    connection: (): LastStop | undefined => ofConnection.read(),
    library: (libraryId: string): LastStop | undefined => ofLibrary(libraryId).read(),
    /** @param error `undefined` once something came through */
    noteConnection: (error: ErrorRecord | undefined, nowMs: number): void => note(ofConnection, error, nowMs),
    /** @param error `undefined` once the library goes on, or is forgotten */
    noteLibrary: (libraryId: string, error: ErrorRecord | undefined, nowMs: number): void =>
      note(ofLibrary(libraryId), error, nowMs),
  };
}

export type LastStops = ReturnType<typeof createLastStops>;
