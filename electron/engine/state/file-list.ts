import type { FileFilter, FileRecord, FileState } from '../../../shared/rpc/file-records.ts';
import type { FileQuestion } from '../../../shared/rpc/file-sort.ts';
import type { Database, SqlRow, Statement } from '../ports.ts';
import { isBelow } from '../tree/paths.ts';
import { inOrder, isByClass } from './file-order.ts';
import { honestState, readFile, readGroup } from './file-records.ts';
import { otherNameOf } from './names-of-classes.ts';
import { createNotFetched } from './not-fetched.ts';
import { createVerdictReader } from './verdict-reader.ts';
import { isNotOnService } from './not-on-service.ts';
import { count, number, shape, text, type Column, type Read } from './row.ts';
import { holdsText, pathIsBelow, raw, sql } from './sql.ts';

export interface FileListQuery extends FileQuestion {
  readonly languageCode: string;
  readonly offset: number;
  readonly limit: number;
}

/** Nothing of these is published; what is in step is not judged anew when settings change. */
const onlyReceiving = sql`SELECT library_id FROM library WHERE settings ->> 'direction' = 'downOnly'`;

/**
 * The files with their verdicts, for statements about the table `file`. What is said of one without a
 * key is about no service. What was not judged yet, such as the files of a library that does not run, comes as `settling`.
 */
const withFiles = (serviceId: string | undefined) => sql`
  WITH file AS (
    SELECT f.library_id, f.path, f.size_bytes, f.modified_ms, f.sha256, f.program, f.content_key, f.class_code, f.gone_since_ms,
      iif(v.subject IS NULL, 'settling', v.state) AS file_state, v.kind, v.verdict, v.version, v.entry_id,
      v.publishable AND f.library_id NOT IN (${onlyReceiving}) AS publishable
    FROM local_file AS f
    LEFT JOIN verdict AS v ON v.library_id = f.library_id AND v.subject = f.path
      AND (v.service_id = ${serviceId ?? ''} OR v.content_key IS NULL)
    WHERE v.subject IS NULL OR v.state IS NOT NULL
  )`;

const filterConditions: Readonly<Record<FileFilter, Statement>> = {
  all: sql`1`,
  drafts: sql`publishable = 1`,
  needsYou: sql`file_state IN ('needsYou', 'otherProgram', 'conflict', 'doublyClaimed', 'releaseLost')`,
  unassigned: sql`file_state = 'unassigned'`,
  removedHere: sql`file_state = 'removedHere'`,
};

const filters = Object.entries(filterConditions);
const filterCounts = raw(filters.map(([name, { text: is }]) => `COALESCE(SUM(${is}), 0) AS "${name}"`).join(', '));
const readCounts = shape(
  Object.fromEntries(filters.map(([name]) => [name, number(name)])) as Record<FileFilter, Column<number>>,
);

/** Of the files with the names of their classes: what a search looks through. */
const searchedText = sql`(path || ' ' || COALESCE(content_key, '') || ' ' || COALESCE(program, '') || ' '
  || COALESCE(class_name, ''))`;

const path = text('path');
const fileState = text<FileState>('file_state');
const readState = shape({ path, state: fileState });

interface FileListParts {
  /** The service that is connected: files are told as they stand with it. */
  readonly serviceId: () => string | undefined;
  readonly isRunning: (entryId: number) => boolean;
  /** Whether both sides of a library were looked at lately, so that what was found equal may still be called up to date. */
  readonly isConfirmed: (libraryId: string) => boolean;
  /** Folders of a library that could not be seen into when it was looked through. */
  readonly unseenFolders?: (libraryId: string) => readonly string[];
  /** Has everything judged that changed since it was judged. */
  readonly refresh?: () => void;
}

/** The files, or those of one library, with the names of their classes. */
const named = (languageCode: string, libraryId: string | undefined) =>
  sql`SELECT file.*, COALESCE(n.name, ${otherNameOf(sql`file.class_code`)}) AS class_name FROM file
      LEFT JOIN class_name AS n ON n.class_code = file.class_code AND n.language_code = ${languageCode}
      WHERE ${libraryId === undefined ? sql`1` : sql`library_id = ${libraryId}`}`;

/** The files a question is about. */
function matching({ filter, search, languageCode, libraryId }: Omit<FileListQuery, 'offset' | 'limit'>): Statement {
  const where = sql`${filterConditions[filter]} AND ${search === '' ? sql`1` : holdsText(searchedText, search)}`;
  return sql`(${named(languageCode, libraryId)}) WHERE ${where}`;
}

/** Reads rows of a statement about the table `file`. */
type Select = <T>(statement: Statement, read: Read<T>) => T[];

/** Reads the list of files the way people look at it: by class, with its state. All of it is read from the verdicts. */
export function createFileList(database: Database, parts: FileListParts) {
  const { serviceId, refresh = () => undefined } = parts;

  /** Rows of a statement about the table `file`, from verdicts that hold now. */
  function select<T>(statement: Statement, read: Read<T>): T[] {
    refresh();
    return database.all(sql`${withFiles(serviceId())} ${statement}`, read);
  }

  return {
    ...listedFiles(select, parts),
    ...fileStates(select, parts),
    ...filePaths(select, serviceId),
    ...createNotFetched(database, serviceId, refresh),
    ...createVerdictReader(database, serviceId, refresh),
  };
}

export type FileList = ReturnType<typeof createFileList>;

/** The list as people look at it, and one file of it. */
function listedFiles(select: Select, { isRunning, isConfirmed, unseenFolders = () => [] }: FileListParts) {
  const isUnseen = ({ libraryId, path }: FileRecord): boolean => isBelow(unseenFolders(libraryId), path);
  const readRow = (row: SqlRow): FileRecord => {
    const file = readFile(row, isRunning);
    return { ...file, state: honestState(file.state, isConfirmed(file.libraryId) && !isUnseen(file)) };
  };

  return {
    list(query: FileListQuery) {
      const groups = select(
        sql`SELECT class_code, class_name, content_key, COUNT(*) AS n, SUM(${filterConditions.unassigned}) AS unassigned
          FROM ${matching(query)}
          GROUP BY class_code, class_name ORDER BY class_code IS NULL, class_code`,
        readGroup,
      );
      return {
        total: groups.reduce((sum, group) => sum + group.count, 0),
        counts: this.counts(query.libraryId),
        groups: isByClass(query.sort) ? groups : [],
        rows: this.rows(query),
      };
    },

    /** A stretch of the list. */
    rows: (query: FileListQuery): FileRecord[] =>
      select(
        sql`SELECT * FROM ${matching(query)} ORDER BY ${inOrder(query.sort)} LIMIT ${query.limit} OFFSET ${query.offset}`,
        readRow,
      ),

    counts(libraryId?: string): Record<FileFilter, number> {
      const isCounted = libraryId === undefined ? sql`1` : sql`library_id = ${libraryId}`;
      const [counts] = select(sql`SELECT ${filterCounts} FROM file WHERE ${isCounted}`, readCounts);
      return counts ?? { all: 0, drafts: 0, needsYou: 0, unassigned: 0, removedHere: 0 };
    },

    get: (languageCode: string, libraryId: string, at: string): FileRecord | undefined =>
      select(sql`${named(languageCode, libraryId)} AND path = ${at}`, readRow)[0],
  };
}

/** In which state the files of a library are. */
function fileStates(select: Select, { isConfirmed, unseenFolders = () => [] }: FileListParts) {
  return {
    /** How many files of a library are in each state. */
    states(libraryId: string): ReadonlyMap<FileState, number> {
      const confirmed = isConfirmed(libraryId);
      const counted = sql`SELECT file_state, COUNT(*) AS n FROM file WHERE library_id = ${libraryId} GROUP BY file_state`;
      const states = new Map(select(counted, (row) => [honestState(fileState(row), confirmed), count(row)]));
      const upToDate = states.get('upToDate');
      if (upToDate === undefined) return states;
      const unseen = unseenFolders(libraryId)
        .flatMap((folder) => this.below(libraryId, folder))
        .filter(({ state }) => state === 'upToDate').length;
      if (unseen === 0) return states;
      states.set('unconfirmed', unseen);
      if (unseen < upToDate) states.set('upToDate', upToDate - unseen);
      else states.delete('upToDate');
      return states;
    },

    /** Every file of a folder of a library with its state; an empty folder is the library's root. */
    below(libraryId: string, folder: string): { readonly path: string; readonly state: FileState }[] {
      return select(
        sql`SELECT path, file_state FROM file WHERE library_id = ${libraryId} AND ${pathIsBelow(folder)} ORDER BY path`,
        readState,
      );
    },
  };
}

/** Files of a library that wait, are missed or are nowhere else, by path. */
function filePaths(select: Select, serviceId: () => string | undefined) {
  /** Paths of a library's files of which something is so, by path. */
  const pathsWhere = (
    libraryId: string,
    condition: Statement,
    { atMost = -1, order = sql`path` }: { atMost?: number; order?: Statement } = {},
  ): string[] =>
    select(
      sql`SELECT path FROM file WHERE library_id = ${libraryId} AND (${condition}) ORDER BY ${order} LIMIT ${atMost}`,
      path,
    );

  return {
    /** How many files of a library wait for the answer to a question about many of them. */
    askedCount: (libraryId: string): number =>
      pathsWhere(libraryId, sql`kind = 'asked' AND file_state = 'needsYou'`).length,

    /** Paths of files that are gone and of which nobody said that they are meant to be. */
    removed: (libraryId: string): string[] =>
      pathsWhere(
        libraryId,
        sql`file_state = 'removedHere' AND NOT EXISTS (
           -- The order is said: to go through all files of a library for each of its files takes minutes.
           SELECT 1 FROM library AS l CROSS JOIN local_file AS there ON there.library_id = l.library_id
           WHERE l.library_id <> file.library_id AND there.content_key = file.content_key AND there.gone_since_ms IS NULL)`,
      ),

    /** Paths of files that wait for a person, those without a class last. */
    needingPerson: (libraryId: string, atMost: number): string[] =>
      pathsWhere(libraryId, sql`${filterConditions.needsYou} OR ${filterConditions.unassigned}`, {
        atMost,
        order: sql`${filterConditions.unassigned}, path`,
      }),

    /**
     * Paths of files that changed and could not be read yet (open in a program, or still being written), and of files
     * that are to be sent or fetched and are not queued for it; as many of each.
     */
    waitingToBeRead: (
      libraryId: string,
      atMost: number,
    ): { readonly unread: string[]; readonly unqueued: string[] } => ({
      unread: pathsWhere(libraryId, sql`file_state IN ('settling', 'missing', 'openElsewhere')`, { atMost }),
      unqueued: pathsWhere(libraryId, sql`file_state IN ('waiting', 'releaseQueued') AND entry_id IS NULL`, { atMost }),
    }),

    /** Files whose content the connected service does not have. */
    notOnService: (libraryId: string): string[] => pathsWhere(libraryId, isNotOnService(serviceId())),
  };
}
