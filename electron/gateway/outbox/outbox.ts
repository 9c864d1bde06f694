import { join } from 'node:path';
import type { CadContentVersion } from '../../../shared/api/schemas/cad-metadata.ts';
import { AppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import { ownNames } from '../../privacy/own-names.ts';
import { openPrivateFolder } from '../../privacy/private-files.ts';
import { toUnopened } from './outbox-file.ts';
import { writeOfVersion } from './provisional-ids.ts';
import { createSentBytes, type SentBytes } from './sent-bytes.ts';
import type { Blob } from './sent-rows.ts';
import type { ToldVersion } from './told-versions.ts';
import { holdsBytes, letGo, openWaitingBytes, type WaitingBytes } from './waiting-bytes.ts';
import type { Line } from './waiting-versions.ts';
import { openWriteRows, type NewWrite } from './write-rows.ts';
import type { KeptFile, Write, WriteRecord } from './write.ts';

/** Pairs of an id that was given meanwhile, and what it is at the service. */
type Meanings = readonly (readonly [string, string])[];

/** What was asked of services that could not be asked, in its order, on disk. */
export interface Outbox {
  /** All that waits or was refused, the first first. */
  all(): readonly Write[];
  /** Durable when it returns. @returns its id */
  add(write: NewWrite & { readonly record: WriteRecord }): number;
  /** It is about to be sent: should the answer get lost, it may have been done. */
  noteTried(writeId: number): void;
  /** The service failed at it; it is tried again. */
  noteFailed(writeId: number): void;
  /** It is done. */
  finish(writeId: number, meanings: Meanings): Promise<void>;
  /** The service does not take it: it stays, with its bytes, for a person to say what becomes of it. */
  refuse(writeId: number, error: ErrorRecord): void;
  /** What was refused is tried again: one of them, or all. */
  retry(writeId?: number): void;
  /** Does `work` with one of them, which nobody can give up meanwhile. */
  sending<T>(writeId: number, work: () => Promise<T>): Promise<T>;
  /**
   * A person gives it up, and with it what cannot be done without it. That is so at once; its bytes take a moment.
   * @throws AppError `write-going-out` while any of it is being sent
   */
  discard(writeId: number): Promise<void>;
  /** What an id that was given meanwhile is at a service; `undefined` for any other id, and while nobody knows. */
  meaningOf(serviceId: string, provisional: string): string | undefined;
  /** The service told of it as the newest of its file or attachment. */
  noteVersion(serviceId: string, told: ToldVersion): void;
  /** The newest version of a file or an attachment that was told last, in each of its languages. */
  toldVersions(serviceId: string, of: Pick<Line, 'key' | 'attachmentName'>): readonly CadContentVersion[];
  readonly bytes: WaitingBytes;
  /** Bytes that went to a service and have no version there yet. */
  readonly sentBytes: SentBytes;
  close(): void;
}

/**
 * Opens what waits in a folder for this user alone; one process at a time has it.
 * @param now milliseconds since 1970
 * @throws AppError `disk-full`, `state-out-of-reach` where the system refuses it, else `writes-unreadable`
 */
export function openOutbox(folder: string, now: () => number = Date.now): Outbox {
  const { rows, bytes, ...found } = openKept(folder, now());
  const { meaningOf, noteVersion, toldVersions, close } = rows;
  let { writes } = found;
  const sentBytes = createSentBytes(rows.sent, bytes, now);
  const going = createSending();
  const change = (writeId: number, changed: (write: Write) => Partial<Write>): void => {
    writes = writes.map((write) => (write.writeId === writeId ? { ...write, ...changed(write) } : write));
  };
  const end = async (gone: readonly Write[], meanings: Meanings): Promise<void> => {
    const left = writes.filter((write) => !gone.includes(write));
    const { sent, needless } = bytesAfter(gone, left, meanings);
    const replaced = rows.finish(gone, { meanings, sent: sent.map((one) => ({ ...one, sentMs: now() })) });
    writes = left;
    await letGo(bytes, [...needless, ...replaced]);
  };

  return {
    ...{ bytes, sentBytes, meaningOf, noteVersion, toldVersions, close },
    all: () => writes,
    add({ record, ...added }) {
      const writeId = rows.add(added, record);
      writes = [...writes, { ...record, ...added, writeId, failures: 0 }];
      return writeId;
    },
    noteTried(writeId) {
      rows.noteTried(writeId);
      change(writeId, () => ({ wasTried: true }));
    },
    noteFailed(writeId) {
      rows.noteFailed(writeId);
      change(writeId, ({ failures }) => ({ failures: failures + 1 }));
    },
    finish: (writeId, meanings) => end(ofId(writes, writeId), meanings),
    refuse(writeId, error) {
      rows.refuse(writeId, error);
      change(writeId, () => ({ error }));
    },
    retry(writeId) {
      for (const refused of writes.filter(({ error }) => error !== undefined)) {
        if (refused.writeId !== (writeId ?? refused.writeId)) continue;
        rows.begin(refused.writeId);
        change(refused.writeId, () => ({ error: undefined, failures: 0 }));
      }
    },
    sending: (writeId, work) => going.sending(writeId, work),
    discard: async (writeId) => end(going.notSent(withDependents(writes, writeId)), []),
  };
}

/** The rows with their bytes: both, or neither stays open. */
function openKept(folder: string, nowMs: number) {
  const path = join(folder, 'outbox.db');
  let rows: ReturnType<typeof openWriteRows> | undefined;
  try {
    openPrivateFolder(folder, ownNames.addIns);
    const bytesFolder = join(folder, 'bytes');
    rows = openWriteRows(path, holdsBytes(bytesFolder));
    const writes = rows.all();
    const needless = removeOldSent(rows.sent, nowMs);
    const wanted = new Set([...bytesOf(writes), ...rows.sent.bytesIds()]);
    return { rows, writes, bytes: openWaitingBytes(bytesFolder, { wanted, needless, nowMs }) };
  } catch (thrown) {
    rows?.close();
    throw toUnopened(thrown, path);
  }
}

/** Which one is being sent; never more than one. */
function createSending() {
  let goingOut: number | undefined;
  return {
    async sending<T>(writeId: number, work: () => Promise<T>): Promise<T> {
      goingOut = writeId;
      try {
        return await work();
      } finally {
        goingOut = undefined;
      }
    },
    /** @throws AppError `write-going-out` where one of them is */
    notSent(writes: readonly Write[]): readonly Write[] {
      if (writes.some(({ writeId }) => writeId === goingOut)) throw new AppError('write-going-out');
      return writes;
    },
  };
}

/** Of a full disk nobody is to hear at the start: then they go another time. @returns the ids of their bytes */
function removeOldSent(rows: ReturnType<typeof openWriteRows>['sent'], nowMs: number): readonly string[] {
  try {
    return rows.removeOld(nowMs);
  } catch {
    // They take room until then, and do nothing else.
    return [];
  }
}

/** Bytes that nothing else needs go, or stay for what is said of them yet where a service has them now. */
function bytesAfter(gone: readonly Write[], left: readonly Write[], meanings: Meanings) {
  const needed = bytesOf(left);
  const became = new Map(meanings);
  const sent: (Blob & { readonly file: KeptFile })[] = [];
  const needless: string[] = [];
  for (const { serviceId, operation, gives = '', file } of gone) {
    if (!file || needed.has(file.bytesId)) continue;
    const blobId = operation === 'storeFile' ? became.get(gives) : undefined;
    if (blobId === undefined) needless.push(file.bytesId);
    else sent.push({ serviceId, blobId, file });
  }
  return { sent, needless };
}

function bytesOf(writes: readonly Write[]): ReadonlySet<string> {
  return new Set(writes.flatMap(({ file }) => (file ? [file.bytesId] : [])));
}

const ofId = (writes: readonly Write[], writeId: number): readonly Write[] =>
  writes.filter((write) => write.writeId === writeId);

function withDependents(writes: readonly Write[], writeId: number): readonly Write[] {
  return [...ofId(writes, writeId), ...(dependentsOf(writes).get(writeId) ?? [])];
}

/** For each write, by its id, those that cannot be done without it, the first first. */
export function dependentsOf(writes: readonly Write[]): ReadonlyMap<number, readonly Write[]> {
  const dependents = new Map<number, Write[]>();
  const givers = new Map<string, number[]>();
  const needed = new Map<number, ReadonlySet<number>>();
  for (const write of writes) {
    const { writeId, needs, gives } = write;
    const direct = needs.flatMap((id) => [...(givers.get(id) ?? []), writeOfVersion(id) ?? []].flat());
    const all = new Set(direct.flatMap((id) => [id, ...(needed.get(id) ?? [])]));
    for (const id of all) dependents.get(id)?.push(write);
    needed.set(writeId, all);
    dependents.set(writeId, []);
    if (gives !== undefined) givers.set(gives, [...(givers.get(gives) ?? []), writeId]);
  }
  return dependents;
}
