import { parseContentKey } from '../../../shared/model/content-key.ts';
import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import { cadKindOf } from '../../../shared/model/cad-kind.ts';
import { errorRecord } from '../../../shared/rpc/error-record.ts';
import type { HeldBackRecord } from '../../../shared/rpc/held-back-record.ts';
import type { FileFilter, FileRecord, FileState } from '../../../shared/rpc/records.ts';
import type { Database } from '../ports.ts';
import { rowOf, type Row } from './row.ts';

export interface FileListQuery {
  readonly serviceId: string | undefined;
  readonly languageCode: string;
  readonly libraryId?: string | undefined;
  readonly filter: FileFilter;
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

export interface ClassGroup {
  readonly etimClassCode?: string | undefined;
  readonly etimClassVersion?: string | undefined;
  readonly className?: string | undefined;
  readonly count: number;
}

export interface FilePage {
  readonly total: number;
  readonly counts: Readonly<Record<FileFilter, number>>;
  readonly groups: readonly ClassGroup[];
  readonly rows: readonly FileRecord[];
}

/**
 * The state of each file, derived from the trees, the queue and the conflicts in one place, so that no two views can
 * disagree: "up to date" needs local bytes equal to the agreed ones and nothing waiting. Its one parameter, before all
 * others: what is missing since then or longer counts as removed.
 */
const withState = `
  WITH file AS (
    SELECT f.*, s.major, s.minor, s.sha256 AS synced_sha256, q.entry_id, q.operation, q.error AS entry_error,
      b.kind AS change_kind, b.standing AS change_standing,
      h.would AS held_would, h.because AS held_because, h.major AS held_major, h.minor AS held_minor,
      CASE
        WHEN b.standing IN ('asked', 'kept') THEN 'needsYou'
        WHEN b.standing = 'restored' AND q.entry_id IS NOT NULL THEN iif(q.state = 'needsAttention', 'needsYou', 'waiting')
        WHEN f.gone_since_ms <= ? THEN 'removedHere'
        -- Missing for a moment, as some programs save.
        WHEN f.gone_since_ms IS NOT NULL THEN 'settling'
        WHEN json_extract(f.problem, '$.code') = 'file-in-use' THEN 'openElsewhere'
        WHEN f.problem IS NOT NULL THEN 'needsYou'
        WHEN f.settled = 0 THEN 'settling'
        WHEN f.content_key IS NULL THEN 'unassigned'
        WHEN EXISTS (SELECT 1 FROM local_file AS rival WHERE rival.library_id = f.library_id AND rival.content_key = f.content_key
          AND rival.path <> f.path AND rival.gone_since_ms IS NULL) THEN 'doublyClaimed'
        WHEN c.content_key IS NOT NULL THEN 'conflict'
        WHEN q.state = 'needsAttention' THEN 'needsYou'
        WHEN h.would = 'upload' THEN 'notSent'
        WHEN h.because = 'direction' AND q.entry_id IS NULL AND s.sha256 = f.sha256 THEN 'notFetched'
        WHEN q.entry_id IS NOT NULL OR s.content_key IS NULL OR s.sha256 <> f.sha256 THEN 'waiting'
        WHEN s.minor = 0 AND s.major > 0 THEN 'upToDate'
        ELSE 'draft'
      END AS file_state,
      substr(f.content_key, instr(f.content_key, '/EC') + 1, 8) AS class_code
    FROM local_file AS f
    LEFT JOIN synced_item AS s ON s.library_id = f.library_id AND s.service_id = :service AND s.content_key = f.content_key
    LEFT JOIN conflict AS c ON c.library_id = f.library_id AND c.service_id = :service AND c.content_key = f.content_key
    -- A removal is about a file that is gone, an overwrite about one that is there.
    LEFT JOIN bounded_change AS b ON b.library_id = f.library_id AND b.service_id = :service AND b.content_key = f.content_key
      AND b.kind = CASE WHEN f.gone_since_ms IS NULL THEN 'overwrite' ELSE 'removal' END
    LEFT JOIN held_back AS h ON h.library_id = f.library_id AND h.service_id = :service AND h.content_key = f.content_key
    LEFT JOIN removal AS r ON r.library_id = f.library_id AND r.service_id = :service AND r.content_key = f.content_key
    -- One entry per file: what needs a person before what runs by itself.
    LEFT JOIN queue_entry AS q ON q.entry_id = (SELECT entry_id FROM queue_entry AS e
      WHERE e.library_id = f.library_id AND e.content_key = f.content_key
        AND (e.operation <> 'release' OR e.state = 'needsAttention')
      ORDER BY e.state = 'needsAttention' DESC, e.entry_id LIMIT 1)
    -- What a person meant to be gone is not shown.
    WHERE f.gone_since_ms IS NULL OR r.answer IS NOT 'confirmed'
  )`;

const filterConditions: Readonly<Record<FileFilter, string>> = {
  all: '1',
  // What is held back until it is published can be published.
  drafts: "(file_state = 'draft' OR (file_state = 'notSent' AND held_because = 'onPublish'))",
  needsYou: "file_state IN ('needsYou', 'conflict', 'doublyClaimed')",
  unassigned: "file_state = 'unassigned'",
  removedHere: "file_state = 'removedHere'",
};

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
  const bind = (serviceId: string | undefined): string =>
    withState.replaceAll(':service', serviceId === undefined ? 'NULL' : `'${serviceId.replaceAll("'", "''")}'`);
  const isUnseen = ({ libraryId, path }: FileRecord): boolean =>
    unseenFolders(libraryId).some((folder) => path.startsWith(`${folder}/`));
  const readRow = (value: unknown): FileRecord => {
    const file = readFile(value, isRunning);
    return { ...file, state: honestState(file.state, isConfirmed(file.libraryId) && !isUnseen(file)) };
  };

  return {
    list(query: FileListQuery): FilePage {
      const where = `${query.libraryId === undefined ? '1' : 'library_id = ?'} AND ${filterConditions[query.filter]} AND ${
        query.search === ''
          ? '1'
          : "(path || ' ' || COALESCE(content_key, '') || ' ' || COALESCE(program, '') || ' ' || COALESCE(class_name, '')) LIKE ? ESCAPE '\\'"
      }`;
      const values = [
        ...(query.libraryId === undefined ? [] : [query.libraryId]),
        ...(query.search === '' ? [] : [`%${query.search.replace(/[\\%_]/g, '\\$&')}%`]),
      ];
      const named = `${bind(query.serviceId)}, named AS (SELECT file.*, n.name AS class_name FROM file
        LEFT JOIN class_name AS n ON n.class_code = file.class_code AND n.language_code = ?)`;
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
          `${named} SELECT * FROM named WHERE ${where} ORDER BY class_code IS NULL, class_code, path, library_id LIMIT ? OFFSET ?`,
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
          `${bind(serviceId)} SELECT ${columns} FROM file WHERE ? IS NULL OR library_id = ?`,
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
        `${bind(serviceId)} SELECT file_state, COUNT(*) AS n FROM file WHERE library_id = ? GROUP BY file_state`,
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
          `${bind(serviceId)} SELECT path, file_state FROM file
           WHERE library_id = ? AND substr(path, 1, ?) = ? COLLATE NOCASE ORDER BY path`,
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
        `${bind(serviceId)} SELECT file.*, n.name AS class_name FROM file
         LEFT JOIN class_name AS n ON n.class_code = file.class_code AND n.language_code = ?
         WHERE library_id = ? AND path = ?`,
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
          `${bind(serviceId)} SELECT path FROM file WHERE library_id = ? AND file_state = 'removedHere' ORDER BY path`,
          goneBeforeMs(),
          libraryId,
        )
        .map((row) => rowOf(row).text('path')),

    /** Paths of files that wait for a person, those without a class last. */
    needingPerson: (serviceId: string | undefined, libraryId: string, atMost: number): string[] =>
      database
        .all(
          `${bind(serviceId)} SELECT path FROM file
           WHERE library_id = ? AND (${filterConditions.needsYou} OR ${filterConditions.unassigned})
           ORDER BY ${filterConditions.unassigned}, path LIMIT ?`,
          goneBeforeMs(),
          libraryId,
          atMost,
        )
        .map((row) => rowOf(row).text('path')),

    /** Files whose content the connected service does not have. */
    notOnService: (serviceId: string | undefined, libraryId: string): string[] =>
      database
        .all(
          `${bind(serviceId)} SELECT path FROM file WHERE library_id = ? AND gone_since_ms IS NULL
             AND file_state NOT IN ('upToDate', 'draft', 'notFetched') ORDER BY path`,
          goneBeforeMs(),
          libraryId,
        )
        .map((row) => rowOf(row).text('path')),
  };
}

export type FileList = ReturnType<typeof createFileList>;

/** The id of a file for the window. */
export function fileIdOf(libraryId: string, path: string): string {
  return `${libraryId}/${path}`;
}

function honestState(state: FileState, confirmed: boolean): FileState {
  return state === 'upToDate' && !confirmed ? 'unconfirmed' : state;
}

function readGroup(value: unknown): ClassGroup {
  const row = rowOf(value);
  const key = keyParts(row.optionalText('content_key'));
  return {
    etimClassCode: key?.etimClassCode,
    etimClassVersion: key?.etimClassCodeVersion,
    className: row.optionalText('class_name'),
    count: row.number('n'),
  };
}

function readFile(value: unknown, isRunning: (entryId: number) => boolean): FileRecord {
  const row = rowOf(value);
  const path = row.text('path');
  const state = movingState(row, isRunning) ?? (row.text('file_state') as FileState);
  const keyText = row.optionalText('content_key');
  const key = keyParts(keyText);
  const major = row.optionalNumber('major');
  const problem =
    state === 'needsYou'
      ? (row.optionalText('problem') ?? row.optionalText('entry_error'))
      : row.optionalText('entry_error');
  const held = heldBack(row);
  return {
    fileId: fileIdOf(row.text('library_id'), path),
    libraryId: row.text('library_id'),
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    kind: cadKindOf(path)?.kind ?? '',
    program: row.optionalText('program'),
    sizeBytes: row.number('size_bytes'),
    modifiedAtMs: row.number('modified_ms'),
    state,
    version: major === undefined ? undefined : `${major}.${row.number('minor')}`,
    key: keyText,
    etimClassCode: key?.etimClassCode,
    etimClassVersion: key?.etimClassCodeVersion,
    className: row.optionalText('class_name'),
    modellingClassCode: key?.etimModelCode,
    modellingClassVersion: key?.etimModelCodeVersion,
    languageCode: key?.languageCode,
    heldBack: readHeldBack(row),
    error: held ?? (problem === undefined ? undefined : errorRecord.safeParse(JSON.parse(problem)).data),
  };
}

/** Why a file waits that is one of many which are gone or would be replaced. */
function heldBack(row: Row): ErrorRecord | undefined {
  const standing = row.optionalText('change_standing');
  if (standing !== 'asked' && standing !== 'kept') return undefined;
  return { code: row.text('change_kind') === 'removal' ? 'many-files-gone' : 'many-files-replaced' };
}

function readHeldBack(row: Row): HeldBackRecord | undefined {
  const would = row.optionalText('held_would') as HeldBackRecord['would'] | undefined;
  if (would === undefined || row.text('file_state') === 'removedHere') return undefined;
  const major = row.optionalNumber('held_major');
  const version = major === undefined ? undefined : `${major}.${row.number('held_minor')}`;
  return { would, because: row.text('held_because') as HeldBackRecord['because'], version };
}

/** What runs is known to the queue only; its file is then on its way. */
function movingState(row: Row, isRunning: (entryId: number) => boolean): FileState | undefined {
  const entryId = row.optionalNumber('entry_id');
  if (row.text('file_state') !== 'waiting' || entryId === undefined || !isRunning(entryId)) return undefined;
  return row.text('operation') === 'upload' ? 'uploading' : 'downloading';
}

function keyParts(text: string | undefined) {
  const key = text === undefined ? undefined : parseContentKey(text);
  return key?.ok ? key.value : undefined;
}
