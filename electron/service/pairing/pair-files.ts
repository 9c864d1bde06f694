import { AppError } from '../../../shared/errors/app-error.ts';
import type { StoredBlob } from '../store/store.ts';

/** Under this name the id of their database stands among files: no tenant has a name with a dot. */
export const pairingName = 'pairing-id.txt';

/** A file that a database speaks of. */
export interface KnownFile {
  readonly tenantId: string;
  readonly blob: StoredBlob;
}

/** What a database knows of its id. */
export interface PairingFacts {
  readonly id: string;
  /** Whether files have that id already. */
  readonly isPaired: boolean;
  /** Id of the database that it was restored or moved from. */
  readonly madeOf?: string | undefined;
}

/** A database, as far as it belongs to files. */
export interface PairedDatabase {
  read(): Promise<PairingFacts>;
  /** From now on only files with its id are its own; durable when this resolves. */
  notePaired(): Promise<void>;
  /** Has one process at a time do something. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Some of the files it speaks of. */
  someFiles(): Promise<readonly KnownFile[]>;
}

/** A place for files, as far as it belongs to a database. */
export interface PairedFiles {
  /** Where the id stands or belongs, for people. */
  readonly idPlace: string;
  /** The id of their database; undefined where they have none yet. */
  readId(): Promise<string | undefined>;
  /** Puts the id where there is none; durable when this resolves. */
  putId(id: string): Promise<void>;
  /** Whether there are files of any tenant. */
  holdsAny(): Promise<boolean>;
  /** @throws AppError what opening bytes throws besides `bytes-lost` */
  has(file: KnownFile): Promise<boolean>;
}

/** How files stand to a database: `unnoted` where they have its id and the database does not know that yet. */
type Standing = 'paired' | 'unnoted' | 'unpaired';

/**
 * Makes sure that files belong to a database. Those that have no id yet get it once, where nothing speaks against it:
 * both are new, or the files are those that the database speaks of.
 * @throws AppError `files-of-another-database`, and what database and files throw
 */
export async function pairFiles(database: PairedDatabase, files: PairedFiles): Promise<void> {
  if ((await standingOf(database, files)) === 'paired') return;
  await database.inTurn(async () => {
    const standing = await standingOf(database, files);
    if (standing === 'unpaired') {
      await files.putId((await database.read()).id);
      // Another database may have put its own at the same moment.
      if ((await standingOf(database, files)) === 'unpaired') throw another(`${files.idPlace} could not be written.`);
    }
    if (standing !== 'paired') await database.notePaired();
  });
}

/**
 * Makes sure that nothing speaks against it that files belong to a database, and changes nothing.
 * @throws AppError `files-of-another-database`, and what database and files throw
 */
export async function checkPairing(database: PairedDatabase, files: PairedFiles): Promise<void> {
  await standingOf(database, files);
}

/**
 * Makes sure that nothing speaks against it that files become those of a database that is made later.
 * @throws AppError `files-of-another-database`, and what files throw
 */
export async function checkUnclaimed(files: PairedFiles): Promise<void> {
  const found = await files.readId();
  if (found !== undefined)
    throw another(`The database is empty, and the files have ${isId(found) ? `the id ${found}` : noId}.`);
  await refuseFilesOfNobody(files);
}

async function standingOf(database: PairedDatabase, files: PairedFiles): Promise<Standing> {
  const [{ id, isPaired, madeOf }, found] = await Promise.all([database.read(), files.readId()]);
  if (found === id) return isPaired ? 'paired' : 'unnoted';
  if (found !== undefined && isId(found)) {
    const detail = `The database has the id ${id}, and the files have the id ${found}`;
    throw another(
      found === madeOf ? `${detail}, of the one that it was restored or moved from. ${toOwn(id, files)}` : `${detail}.`,
    );
  }
  if (isPaired || found !== undefined) {
    const detail = `The database has the id ${id}, and these files have ${found === undefined ? 'none' : noId}.`;
    throw another(`${detail} If they are its own, write that id into ${files.idPlace}.`);
  }
  const known = await database.someFiles();
  if (known.length === 0) await refuseFilesOfNobody(files);
  if (known.length > 0 && !(await hasOneOf(files, known))) {
    throw another(`Of ${known.length} files that the database speaks of there is none.`);
  }
  return 'unpaired';
}

async function refuseFilesOfNobody(files: PairedFiles): Promise<void> {
  if (await files.holdsAny()) throw another('There are files, and the database speaks of none.');
}

async function hasOneOf(files: PairedFiles, known: readonly KnownFile[]): Promise<boolean> {
  for (const file of known) if (await files.has(file)) return true;
  return false;
}

function toOwn(id: string, { idPlace }: PairedFiles): string {
  return `If no other database uses these files any more, write ${id} into ${idPlace}; otherwise give this one a copy of them.`;
}

/** What stands there may be anything. */
const isId = (found: string): boolean => /^[0-9a-f-]{1,36}$/.test(found);
const noId = 'something that is no id';

function another(detail: string): AppError {
  return new AppError('files-of-another-database', { detail });
}
