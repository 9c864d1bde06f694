import { createHash, randomInt } from 'node:crypto';
import type Database from 'better-sqlite3';
import { MirrorDamaged, openMirrorFile, type MirrorFile } from './mirror-file.ts';

/** A record that the service answered, or that it had none (`value` is `undefined`), and when. */
export interface Seen {
  readonly value: unknown;
  readonly seenMs: number;
  readonly isPinned: boolean;
}

/** A record of an answer, and the names of all questions that it answers by itself. */
export interface Kept {
  readonly names: readonly string[];
  /** Names that it says of itself, and was not asked for by: it goes by them unless another record does. */
  readonly ownNames?: readonly string[];
  /** `undefined`: the service said that there is none. */
  readonly value: unknown;
}

interface KeptOf {
  readonly ownerId: number;
  readonly operation: string;
  readonly seenMs: number;
  readonly isPinned: boolean;
}

/** What services answered, on disk, up to a size. Nothing here fails: what cannot be kept or read is not there. */
export interface Mirror {
  /** What fingerprints are made with; of this file alone. */
  salt(): Uint8Array | undefined;
  /** @param fingerprint of whom the service answers; never a secret itself */
  ownerId(serviceId: string, fingerprint: string): number | undefined;
  find(ownerId: number, name: string): Seen | undefined;
  keep(records: readonly Kept[], of: KeptOf): void;
  /** Forgets what goes by any of these names, whatever others it has. */
  forget(ownerId: number, names: readonly string[]): void;
  /** Forgets what these operations answered. */
  forgetAnswersTo(ownerId: number, operations: readonly string[]): void;
  /** Forgets whatever a service answered to anybody: at once, or as soon as no other process writes. */
  forgetService(serviceId: string): void;
  /** How large it may be from now on; the oldest go first, those that are pinned last: some at once, then turn by turn. */
  limitTo(sizeBytes: number): void;
  close(): void;
}

/**
 * Opens the mirror in a file that other processes may have open too; for this user alone.
 * @param limitBytes how large it may be while nobody said anything else
 */
export function openMirror(path: string, limitBytes: number): Mirror {
  const file = openMirrorFile(path, limitBytes);
  const leaving = createLeaving(file);
  let nextPiece: NodeJS.Immediate | undefined;
  /** Everybody else has a turn between two pieces. When the mirror is closed, the rest goes with the next opening. */
  const makeRoom = (): void => {
    clearImmediate(nextPiece);
    nextPiece = file.use(makeSomeRoom, false) ? setImmediate(makeRoom) : undefined;
  };

  return {
    salt: () => file.use((database) => one<{ salt: Uint8Array }>(database, 'SELECT salt FROM mirror')?.salt, undefined),

    ownerId(serviceId, fingerprint) {
      leaving.forget();
      return file.use((database) => findOwner(database, serviceId, fingerprint), undefined);
    },

    find: (ownerId, name) => file.use((database) => findRecord(database, ownerId, name), undefined),

    keep(records, of) {
      file.use((database) => database.transaction(() => keepRecords(database, records, of)).immediate(), undefined);
      makeRoom();
    },

    forget: (ownerId, names) =>
      file.use((database) => {
        const forget = database.prepare(
          'DELETE FROM answer WHERE answer_id IN (SELECT answer_id FROM name WHERE owner_id = ? AND name = ?)',
        );
        database.transaction(() => names.forEach((name) => forget.run(ownerId, name))).immediate();
      }, undefined),

    forgetAnswersTo: (ownerId, operations) =>
      file.use((database) => {
        const forget = database.prepare('DELETE FROM name WHERE owner_id = ? AND operation = ?');
        database.transaction(() => operations.forEach((operation) => forget.run(ownerId, operation))).immediate();
      }, undefined),

    forgetService(serviceId) {
      leaving.add(serviceId);
      leaving.forget();
    },

    limitTo(sizeBytes) {
      file.use((database) => database.prepare('UPDATE mirror SET limit_bytes = ?').run(sizeBytes), undefined);
      makeRoom();
    },

    close() {
      leaving.forgetAtLast();
      file.close();
    },
  };
}

/** So long the end waits for another process that writes. */
const lastPatienceMs = 10_000;

/** Services that were signed out of, until nothing of them is left: another process may write at that moment. */
function createLeaving(file: MirrorFile) {
  const leaving = new Set<string>();
  const forget = (): void => {
    if (leaving.size === 0) return;
    const isForgotten = file.use((database) => {
      const drop = database.prepare('DELETE FROM owner WHERE service_id = ?');
      for (const serviceId of leaving) drop.run(serviceId);
      giveRoomBack(database);
      return true;
    }, false);
    if (isForgotten) leaving.clear();
  };
  return {
    add: (serviceId: string): void => void leaving.add(serviceId),
    forget,
    forgetAtLast(): void {
      if (leaving.size > 0) file.use((database) => database.pragma(`busy_timeout = ${lastPatienceMs}`), undefined);
      forget();
    },
  };
}

const mostOwnerIds = 2 ** 48 - 1;

function findOwner(database: Database.Database, serviceId: string, fingerprint: string): number | undefined {
  const find = (): number | undefined => {
    const select = 'SELECT owner_id AS id FROM owner WHERE service_id = ? AND fingerprint = ?';
    return one<{ id: number }>(database, select, serviceId, fingerprint)?.id;
  };
  const known = find();
  if (known !== undefined) return known;
  // Another process may have been quicker.
  database
    .prepare('INSERT OR IGNORE INTO owner (owner_id, service_id, fingerprint) VALUES (?, ?, ?)')
    .run(randomInt(mostOwnerIds), serviceId, fingerprint);
  return find();
}

function one<Row>(database: Database.Database, text: string, ...values: unknown[]): Row | undefined {
  // The tables are this room's own, and strict.
  return database.prepare(text).get(...values) as Row | undefined;
}

interface AnswerRow {
  readonly text: string;
  readonly digest: string;
  readonly seenMs: number;
  readonly pinned: number;
}

/** @throws MirrorDamaged where the disk gives back something else than was written */
function findRecord(database: Database.Database, ownerId: number, name: string): Seen | undefined {
  const row = one<AnswerRow>(
    database,
    `SELECT text, digest, seen_ms AS seenMs, pinned FROM name JOIN answer USING (answer_id)
     WHERE name.owner_id = ? AND name = ?`,
    ownerId,
    name,
  );
  if (!row) return undefined;
  if (digestOf(row.text) !== row.digest) throw new MirrorDamaged('A record is not as it was written.');
  const value: unknown = JSON.parse(row.text);
  return { value: value === null ? undefined : value, seenMs: row.seenMs, isPinned: row.pinned === 1 };
}

/** One answer may take this share of the room at most, so that it does not push out all others. */
const largestShare = 1 / 4;

function keepRecords(database: Database.Database, records: readonly Kept[], of: KeptOf): void {
  const addAnswer = database.prepare(
    'INSERT INTO answer (owner_id, text, digest, seen_ms, pinned) VALUES (?, ?, ?, ?, ?)',
  );
  const putName = database.prepare(
    `INSERT INTO name (owner_id, name, operation, answer_id) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET answer_id = excluded.answer_id, operation = excluded.operation`,
  );
  // Signed out meanwhile: nobody is left whose answers these could be.
  if (!one(database, 'SELECT 1 FROM owner WHERE owner_id = ?', of.ownerId)) return;
  const most = limitOf(database) * largestShare;
  for (const { names, ownNames = [], value } of records) {
    const text = JSON.stringify(value ?? null);
    if (names.length + ownNames.length === 0 || text.length > most) continue;
    const free = ownNames.filter((name) => !isOfAnother(database, of.ownerId, name, names));
    const answer = addAnswer.run(of.ownerId, text, digestOf(text), of.seenMs, Number(of.isPinned));
    for (const name of [...names, ...free]) putName.run(of.ownerId, name, of.operation, answer.lastInsertRowid);
  }
}

/** Whether a name is that of a record that goes by none of these. */
function isOfAnother(database: Database.Database, ownerId: number, name: string, names: readonly string[]): boolean {
  const select = `SELECT 1 FROM name WHERE owner_id = ? AND name = ? AND answer_id NOT IN
    (SELECT answer_id FROM name WHERE owner_id = ? AND name IN (SELECT value FROM json_each(?)))`;
  return one(database, select, ownerId, name, ownerId, JSON.stringify(names)) !== undefined;
}

/** After making room so much of it stays free, so that not every answer has to make some. */
const freeShare = 1 / 10;
const goTogether = 8;
/** Room that is made in one go: it takes some 20 ms, in which nothing else is done. */
const pieceBytes = 2_000_000;

/** Drops what was kept first, whatever the clock showed then, a piece of it. @returns whether more have to go */
function makeSomeRoom(database: Database.Database): boolean {
  const limitBytes = limitOf(database);
  const before = usedBytes(database);
  if (before <= limitBytes) return false;
  const aimBytes = Math.max(limitBytes * (1 - freeShare), before - pieceBytes);
  const drop = database.prepare(
    'DELETE FROM answer WHERE answer_id IN (SELECT answer_id FROM answer ORDER BY pinned, answer_id LIMIT ?)',
  );
  let isEmpty = false;
  database
    .transaction(() => {
      while (!isEmpty && usedBytes(database) > aimBytes) isEmpty = drop.run(goTogether).changes === 0;
    })
    .immediate();
  giveRoomBack(database);
  return !isEmpty && usedBytes(database) > limitBytes;
}

function giveRoomBack(database: Database.Database): void {
  database.pragma('incremental_vacuum');
  // What was forgotten is still in the log until then.
  database.pragma('wal_checkpoint(TRUNCATE)');
}

function limitOf(database: Database.Database): number {
  return one<{ bytes: number }>(database, 'SELECT limit_bytes AS bytes FROM mirror')?.bytes ?? 0;
}

function usedBytes(database: Database.Database): number {
  const pragma = (name: string): number => Number(database.pragma(name, { simple: true }));
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
