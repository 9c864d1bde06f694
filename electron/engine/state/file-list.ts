import type { FileFilter, FileRecord, FileState } from '../../../shared/rpc/file-records.ts';
import type { Database } from '../ports.ts';
import { readFile, readGroup, type ClassGroup } from './file-records.ts';
import { filterConditions, honestState, withFiles } from './file-states.ts';
import { rowOf } from './row.ts';

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

/**
 * Reads the list of files the way people look at it: by class, with its state.
 * @param goneBeforeMs what is missing since then or longer counts as removed
 * @param isConfirmed whether service and folder of a library were looked at lately, so that what was found equal may
 * still be called up to date
 */
export function createFileList(
  database: Database,
  {
    isRunning,
    isConfirmed,
    unseenFolders = () => [],
    goneBeforeMs,
  }: {
    readonly isRunning: (entryId: number) => boolean;
    readonly isConfirmed: (libraryId: string) => boolean;
    /** Folders of a library that could not be seen into when it was looked through. */
    readonly unseenFolders?: (libraryId: string) => readonly string[];
    readonly goneBeforeMs: () => number;
  },
) {
  const isUnseen = ({ libraryId, path }: FileRecord): boolean =>
    unseenFolders(libraryId).some((folder) => path.startsWith(`${folder}/`));
  const readRow = (value: unknown): FileRecord => {
    const file = readFile(value, isRunning);
    return { ...file, state: honestState(file.state, isConfirmed(file.libraryId) && !isUnseen(file)) };
  };

  return {
    list(query: FileListQuery): FilePage {
      const where = `${query.libraryId === undefined ? '1' : 'library_id = +?'} AND ${filterConditions[query.filter]} AND ${
        query.search === ''
          ? '1'
          : "(path || ' ' || COALESCE(content_key, '') || ' ' || COALESCE(program, '') || ' ' || COALESCE(class_name, '')) LIKE ? ESCAPE '\\'"
      }`;
      const values = [
        ...(query.libraryId === undefined ? [] : [query.libraryId]),
        ...(query.search === '' ? [] : [`%${query.search.replace(/[\\%_]/g, '\\$&')}%`]),
      ];
      const named = `${withFiles(query.serviceId)}, named AS (SELECT file.*, n.name AS class_name FROM file
        LEFT JOIN class_name AS n ON n.class_code = file.class_code AND n.language_code = +?)`;
      const groups = database
        .all(
          `${named} SELECT class_code, class_name, content_key, COUNT(*) AS n FROM named WHERE ${where}
           GROUP BY class_code, class_name ORDER BY class_code IS NULL, class_code`,
          goneBeforeMs(),
          query.languageCode,
          ...values,
        )
        .map(readGroup);
      const rows = database
        .all(
          `${named} SELECT * FROM named WHERE ${where} ORDER BY class_code IS NULL, class_code, path, library_id LIMIT +? OFFSET +?`,
          goneBeforeMs(),
          query.languageCode,
          ...values,
          query.limit,
          query.offset,
        )
        .map(readRow);
      return {
        total: groups.reduce((sum, group) => sum + group.count, 0),
        counts: this.counts(query.serviceId, query.libraryId),
        groups,
        rows,
      };
    },

    counts(serviceId: string | undefined, libraryId?: string): Record<FileFilter, number> {
      const columns = Object.entries(filterConditions)
        .map(([name, condition]) => `COALESCE(SUM(${condition}), 0) AS "${name}"`)
        .join(', ');
      const row = rowOf(
        database.get(
          `${withFiles(serviceId)} SELECT ${columns} FROM file WHERE +? IS NULL OR library_id = +?`,
          goneBeforeMs(),
          libraryId ?? null,
          libraryId ?? null,
        ),
      );
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
      const rows = database.all(
        `${withFiles(serviceId)} SELECT file_state, COUNT(*) AS n FROM file WHERE library_id = +? GROUP BY file_state`,
        goneBeforeMs(),
        libraryId,
      );
      const confirmed = isConfirmed(libraryId);
      const states = new Map(
        rows.map(rowOf).map((row) => [honestState(row.text('file_state') as FileState, confirmed), row.number('n')]),
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
      return database
        .all(
          `${withFiles(serviceId)} SELECT path, file_state FROM file
           WHERE library_id = +? AND substr(path, 1, +?) = +? COLLATE NOCASE ORDER BY path`,
          goneBeforeMs(),
          libraryId,
          prefix.length,
          prefix,
        )
        .map(rowOf)
        .map((row) => ({ path: row.text('path'), state: row.text('file_state') as FileState }));
    },

    get(serviceId: string | undefined, languageCode: string, libraryId: string, path: string): FileRecord | undefined {
      const row = database.get(
        `${withFiles(serviceId)} SELECT file.*, n.name AS class_name FROM file
         LEFT JOIN class_name AS n ON n.class_code = file.class_code AND n.language_code = +?
         WHERE library_id = +? AND path = +?`,
        goneBeforeMs(),
        languageCode,
        libraryId,
        path,
      );
      return row === undefined ? undefined : readRow(row);
    },

    /** Paths of files that are gone and of which nobody said that they are meant to be. */
    removed: (serviceId: string | undefined, libraryId: string): string[] =>
      database
        .all(
          `${withFiles(serviceId)} SELECT path FROM file WHERE library_id = +? AND file_state = 'removedHere' AND NOT EXISTS (
             SELECT 1 FROM library AS l JOIN local_file AS there ON there.library_id = l.library_id
             WHERE l.library_id <> file.library_id AND there.content_key = file.content_key AND there.gone_since_ms IS NULL)
           ORDER BY path`,
          goneBeforeMs(),
          libraryId,
        )
        .map((row) => rowOf(row).text('path')),

    /** Paths of files that wait for a person, those without a class last. */
    needingPerson: (serviceId: string | undefined, libraryId: string, atMost: number): string[] =>
      database
        .all(
          `${withFiles(serviceId)} SELECT path FROM file
           WHERE library_id = +? AND (${filterConditions.needsYou} OR ${filterConditions.unassigned})
           ORDER BY ${filterConditions.unassigned}, path LIMIT +?`,
          goneBeforeMs(),
          libraryId,
          atMost,
        )
        .map((row) => rowOf(row).text('path')),

    /**
     * Paths of files that changed and could not be read yet (open in a program, or still being written), and of files
     * that are to be sent or fetched and are not queued for it; as many of each.
     */
    waitingToBeRead(
      serviceId: string | undefined,
      libraryId: string,
      atMost: number,
    ): { readonly unread: string[]; readonly unqueued: string[] } {
      const paths = (condition: string): string[] =>
        database
          .all(
            `${withFiles(serviceId)} SELECT path FROM file WHERE library_id = +? AND ${condition} ORDER BY path LIMIT +?`,
            goneBeforeMs(),
            libraryId,
            atMost,
          )
          .map((row) => rowOf(row).text('path'));
      return {
        unread: paths("file_state IN ('settling', 'openElsewhere')"),
        unqueued: paths("file_state = 'waiting' AND entry_id IS NULL"),
      };
    },

    /** Files whose content the connected service does not have. */
    notOnService: (serviceId: string | undefined, libraryId: string): string[] =>
      database
        .all(
          `${withFiles(serviceId)} SELECT path FROM file WHERE library_id = +? AND gone_since_ms IS NULL
             AND file_state NOT IN ('upToDate', 'draft', 'notFetched') ORDER BY path`,
          goneBeforeMs(),
          libraryId,
        )
        .map((row) => rowOf(row).text('path')),
  };
}

export type FileList = ReturnType<typeof createFileList>;
