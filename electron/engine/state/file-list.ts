import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Version } from '../../../shared/model/version.ts';
import type { FileFilter, FileRecord, FileState } from '../../../shared/rpc/file-records.ts';
import type { HeldBackBecause } from '../judge/policy.ts';
import type { Verdict } from '../judge/verdict.ts';
import type { Database, SqlValue } from '../ports.ts';
import { readFile, readGroup, readVerdict, type ClassGroup } from './file-records.ts';
import { rowOf } from './row.ts';
import { versionIn } from './version-in.ts';

export interface FileListQuery {
  readonly serviceId: string | undefined;
  readonly languageCode: string;
  readonly libraryId?: string | undefined;
  readonly filter: FileFilter;
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

export interface FilePage {
  readonly total: number;
  readonly counts: Readonly<Record<FileFilter, number>>;
  readonly groups: readonly ClassGroup[];
  readonly rows: readonly FileRecord[];
}

/** A version of the service that the settings keep from a library that has no file of it. */
export interface NotFetched {
  readonly title: string;
  readonly key: ContentKeyText;
  readonly because: HeldBackBecause;
  readonly version: Version;
}

/**
 * The files with their verdicts, for statements about the table `file`. Its one parameter, before all others, is the
 * service, of which a file without a key says nothing. What was not judged yet with it, such as the files of a library that does not run, is looked at
 * first.
 */
const withFiles = `
  WITH file AS (
    SELECT f.library_id, f.path, f.size_bytes, f.modified_ms, f.program, f.content_key, f.gone_since_ms,
      iif(v.subject IS NULL, 'settling', v.state) AS file_state, v.verdict, v.version, v.entry_id,
      substr(f.content_key, instr(f.content_key, '/EC') + 1, 8) AS class_code
    FROM local_file AS f
    LEFT JOIN verdict AS v ON v.library_id = f.library_id AND v.subject = f.path
      AND (v.service_id = +? OR v.content_key IS NULL)
    WHERE v.subject IS NULL OR v.state IS NOT NULL
  )`;

const filterConditions: Readonly<Record<FileFilter, string>> = {
  all: '1',
  // What is held back until it is published can be published.
  drafts: "(file_state = 'draft' OR (file_state = 'notSent' AND json_extract(verdict, '$.because') = 'onPublish'))",
  needsYou: "file_state IN ('needsYou', 'conflict', 'doublyClaimed')",
  unassigned: "file_state = 'unassigned'",
  removedHere: "file_state = 'removedHere'",
};

/** Said of a key without a file: its subject is the key. */
const isNotFetched = "v.kind = 'heldBack' AND v.subject = '/' || v.content_key";

/** What was found equal may be called up to date only where that is confirmed. */
function honestState(state: FileState, confirmed: boolean): FileState {
  return state === 'upToDate' && !confirmed ? 'unconfirmed' : state;
}

/**
 * Reads the list of files the way people look at it: by class, with its state. All of it is read from the verdicts.
 * @param isConfirmed whether service and folder of a library were looked at lately, so that what was found equal may
 * still be called up to date
 */
export function createFileList(
  database: Database,
  {
    isRunning,
    isConfirmed,
    unseenFolders = () => [],
    refresh = () => undefined,
  }: {
    readonly isRunning: (entryId: number) => boolean;
    readonly isConfirmed: (libraryId: string) => boolean;
    /** Folders of a library that could not be seen into when it was looked through. */
    readonly unseenFolders?: (libraryId: string) => readonly string[];
    /** Has everything judged that changed since it was judged. */
    readonly refresh?: () => void;
  },
) {
  const isUnseen = ({ libraryId, path }: FileRecord): boolean =>
    unseenFolders(libraryId).some((folder) => path.startsWith(`${folder}/`));
  const readRow = (value: unknown): FileRecord => {
    const file = readFile(value, isRunning);
    return { ...file, state: honestState(file.state, isConfirmed(file.libraryId) && !isUnseen(file)) };
  };

  /** Rows of a statement about the table `file`, from verdicts that hold now. */
  function select(
    serviceId: string | undefined,
    statement: string,
    ...values: readonly SqlValue[]
  ): readonly unknown[] {
    refresh();
    return database.all(`${withFiles} ${statement}`, serviceId ?? '', ...values);
  }

  /** Paths of a library's files of which something is so, by path. */
  const pathsWhere = (
    { serviceId, libraryId, atMost = -1 }: { serviceId: string | undefined; libraryId: string; atMost?: number },
    condition: string,
    order = 'path',
  ): string[] =>
    select(
      serviceId,
      `SELECT path FROM file WHERE library_id = +? AND (${condition}) ORDER BY ${order} LIMIT +?`,
      libraryId,
      atMost,
    ).map((row) => rowOf(row).text('path'));

  return {
    list(query: FileListQuery): FilePage {
      const { serviceId, libraryId, search } = query;
      const where = `${libraryId === undefined ? '1' : 'library_id = +?'} AND ${filterConditions[query.filter]} AND ${
        search === ''
          ? '1'
          : "(path || ' ' || COALESCE(content_key, '') || ' ' || COALESCE(program, '') || ' ' || COALESCE(class_name, '')) LIKE ? ESCAPE '\\'"
      }`;
      const values = [
        query.languageCode,
        ...(libraryId === undefined ? [] : [libraryId]),
        ...(search === '' ? [] : [`%${search.replace(/[\\%_]/g, '\\$&')}%`]),
      ];
      const named = `, named AS (SELECT file.*, n.name AS class_name FROM file
        LEFT JOIN class_name AS n ON n.class_code = file.class_code AND n.language_code = +?)`;
      const groups = select(
        serviceId,
        `${named} SELECT class_code, class_name, content_key, COUNT(*) AS n FROM named WHERE ${where}
         GROUP BY class_code, class_name ORDER BY class_code IS NULL, class_code`,
        ...values,
      ).map(readGroup);
      const rows = select(
        serviceId,
        `${named} SELECT * FROM named WHERE ${where} ORDER BY class_code IS NULL, class_code, path, library_id LIMIT +? OFFSET +?`,
        ...values,
        query.limit,
        query.offset,
      ).map(readRow);
      return {
        total: groups.reduce((sum, group) => sum + group.count, 0),
        counts: this.counts(serviceId, libraryId),
        groups,
        rows,
      };
    },

    counts(serviceId: string | undefined, libraryId?: string): Record<FileFilter, number> {
      const columns = Object.entries(filterConditions)
        .map(([name, condition]) => `COALESCE(SUM(${condition}), 0) AS "${name}"`)
        .join(', ');
      const [value] = select(
        serviceId,
        `SELECT ${columns} FROM file WHERE +? IS NULL OR library_id = +?`,
        libraryId ?? null,
        libraryId ?? null,
      );
      const row = rowOf(value);
      return {
        all: row.number('all'),
        drafts: row.number('drafts'),
        needsYou: row.number('needsYou'),
        unassigned: row.number('unassigned'),
        removedHere: row.number('removedHere'),
      };
    },

    /** How many files of a library are in each state. */
    states(serviceId: string | undefined, libraryId: string): ReadonlyMap<FileState, number> {
      const confirmed = isConfirmed(libraryId);
      const counted = 'SELECT file_state, COUNT(*) AS n FROM file WHERE library_id = +? GROUP BY file_state';
      const states = new Map(
        select(serviceId, counted, libraryId)
          .map(rowOf)
          .map((row) => [honestState(row.text('file_state') as FileState, confirmed), row.number('n')]),
      );
      const upToDate = states.get('upToDate');
      if (upToDate === undefined) return states;
      const unseen = unseenFolders(libraryId)
        .flatMap((folder) => this.below(serviceId, libraryId, folder))
        .filter(({ state }) => state === 'upToDate').length;
      if (unseen === 0) return states;
      states.set('unconfirmed', unseen);
      if (unseen < upToDate) states.set('upToDate', upToDate - unseen);
      else states.delete('upToDate');
      return states;
    },

    /** Every file of a folder of a library with its state; an empty folder is the library's root. */
    below(
      serviceId: string | undefined,
      libraryId: string,
      folder: string,
    ): { readonly path: string; readonly state: FileState }[] {
      const prefix = folder === '' ? '' : `${folder}/`;
      return select(
        serviceId,
        `SELECT path, file_state FROM file
         WHERE library_id = +? AND substr(path, 1, +?) = +? COLLATE NOCASE ORDER BY path`,
        libraryId,
        prefix.length,
        prefix,
      )
        .map(rowOf)
        .map((row) => ({ path: row.text('path'), state: row.text('file_state') as FileState }));
    },

    get(serviceId: string | undefined, languageCode: string, libraryId: string, path: string): FileRecord | undefined {
      const [row] = select(
        serviceId,
        `SELECT file.*, n.name AS class_name FROM file
         LEFT JOIN class_name AS n ON n.class_code = file.class_code AND n.language_code = +?
         WHERE library_id = +? AND path = +?`,
        languageCode,
        libraryId,
        path,
      );
      return row === undefined ? undefined : readRow(row);
    },

    /** What is true of a file; `undefined` for one that was not judged yet, or that the state does not know. */
    verdict(serviceId: string | undefined, libraryId: string, path: string): Verdict | undefined {
      refresh();
      const row = database.get(
        'SELECT verdict FROM verdict WHERE library_id = ? AND subject = ? AND (service_id = ? OR content_key IS NULL)',
        libraryId,
        path,
        serviceId ?? '',
      );
      return row === undefined ? undefined : readVerdict(rowOf(row).text('verdict'));
    },

    /** Paths of files that are gone and of which nobody said that they are meant to be. */
    removed: (serviceId: string | undefined, libraryId: string): string[] =>
      pathsWhere(
        { serviceId, libraryId },
        `file_state = 'removedHere' AND NOT EXISTS (
           SELECT 1 FROM library AS l JOIN local_file AS there ON there.library_id = l.library_id
           WHERE l.library_id <> file.library_id AND there.content_key = file.content_key AND there.gone_since_ms IS NULL)`,
      ),

    /** Paths of files that wait for a person, those without a class last. */
    needingPerson: (serviceId: string | undefined, libraryId: string, atMost: number): string[] =>
      pathsWhere(
        { serviceId, libraryId, atMost },
        `${filterConditions.needsYou} OR ${filterConditions.unassigned}`,
        `${filterConditions.unassigned}, path`,
      ),

    /**
     * Paths of files that changed and could not be read yet (open in a program, or still being written), and of files
     * that are to be sent or fetched and are not queued for it; as many of each.
     */
    waitingToBeRead: (
      serviceId: string | undefined,
      libraryId: string,
      atMost: number,
    ): { readonly unread: string[]; readonly unqueued: string[] } => ({
      unread: pathsWhere({ serviceId, libraryId, atMost }, "file_state IN ('settling', 'openElsewhere')"),
      unqueued: pathsWhere({ serviceId, libraryId, atMost }, "file_state = 'waiting' AND entry_id IS NULL"),
    }),

    /** Files whose content the connected service does not have. */
    notOnService: (serviceId: string | undefined, libraryId: string): string[] =>
      pathsWhere(
        { serviceId, libraryId },
        "gone_since_ms IS NULL AND file_state NOT IN ('upToDate', 'draft', 'notFetched')",
      ),

    /** Versions that the settings keep from a library that has no file of them, by name. */
    notFetched(serviceId: string | undefined, libraryId: string, atMost: number): NotFetched[] {
      refresh();
      return database
        .all(
          `SELECT v.content_key, json_extract(v.verdict, '$.because') AS because, r.base_filename, r.file_extension,
             json_extract(v.verdict, '$.version.major') AS major, json_extract(v.verdict, '$.version.minor') AS minor
           FROM verdict AS v JOIN remote_item AS r USING (library_id, service_id, content_key)
           WHERE v.library_id = ? AND v.service_id = ? AND ${isNotFetched}
           ORDER BY r.base_filename, v.content_key LIMIT ?`,
          libraryId,
          serviceId ?? '',
          atMost,
        )
        .map(rowOf)
        .map((row) => ({
          title: `${row.text('base_filename')}.${row.text('file_extension')}`,
          key: row.text('content_key') as ContentKeyText,
          because: row.text('because') as HeldBackBecause,
          version: versionIn(row),
        }));
    },

    /** How many `notFetched` would name. */
    notFetchedCount(serviceId: string | undefined, libraryId: string): number {
      refresh();
      const row = database.get(
        `SELECT COUNT(*) AS n FROM verdict AS v WHERE v.library_id = ? AND v.service_id = ? AND ${isNotFetched}`,
        libraryId,
        serviceId ?? '',
      );
      return rowOf(row).number('n');
    },
  };
}

export type FileList = ReturnType<typeof createFileList>;
