import type { AssignQuestion, FilesToAssign } from '../../../shared/rpc/assignment-records.ts';
import type { FileDetail, FileGroup, FileRecord } from '../../../shared/rpc/file-records.ts';
import type { FileColumn } from '../../../shared/rpc/file-columns.ts';
import type { FileQuestion, FileSort } from '../../../shared/rpc/file-sort.ts';
import { earlierLooks } from './example-pictures.ts';
import { exampleExplanation } from './explanations.ts';
import { countFiles } from './example-status.ts';

/** A page of files with the counts and groups of all that match. */
export function listFiles(files: readonly FileRecord[], question: FileQuestion & { offset: number; limit: number }) {
  const words = question.search.toLowerCase().split(/\s+/);
  const found = files.filter(
    (file) =>
      (question.libraryId === undefined || file.libraryId === question.libraryId) &&
      words.every((word) =>
        `${file.path} ${file.key} ${file.etimClassCode} ${file.className}`.toLowerCase().includes(word),
      ),
  );
  const matching = sorted(
    found.filter((file) => countFiles([file])[question.filter] === 1),
    question.sort,
  );
  return {
    total: matching.length,
    counts: countFiles(found),
    groups: question.sort ? [] : groupsOf(matching),
    rows: matching.slice(question.offset, question.offset + question.limit),
  };
}

const sortedBy: Readonly<Record<FileColumn, (file: FileRecord) => string | number>> = {
  name: ({ name }) => name.toLowerCase(),
  state: ({ state }) => state,
  version: ({ version }) => Number(version ?? Infinity),
  class: ({ className }) => className ?? '',
  program: ({ program }) => program ?? '',
  size: ({ sizeBytes }) => sizeBytes,
  changed: ({ modifiedAtMs }) => modifiedAtMs,
};

function sorted(files: FileRecord[], sort: FileSort | undefined): FileRecord[] {
  if (!sort) return files;
  const by = sortedBy[sort.column];
  const compare = (one: FileRecord, other: FileRecord) => (by(one) < by(other) ? -1 : by(one) > by(other) ? 1 : 0);
  return files.toSorted((one, other) => (sort.descending ? compare(other, one) : compare(one, other)));
}

function groupsOf(files: readonly FileRecord[]): FileGroup[] {
  const groups: FileGroup[] = [];
  for (const { etimClassCode, etimClassVersion, className, state } of files) {
    const unassigned = state === 'unassigned' ? 1 : 0;
    const last = groups.at(-1);
    if (last && last.etimClassCode === etimClassCode) {
      last.count += 1;
      last.unassigned += unassigned;
    } else groups.push({ etimClassCode, etimClassVersion, className, count: 1, unassigned });
  }
  return groups;
}

/** @param files all there are; the doubly claimed one shares its key with the file of which it is a copy */
export function detailOf(
  file: FileRecord,
  files: readonly FileRecord[],
  queuedRelease: FileDetail['queuedRelease'],
): FileDetail {
  const original = files.find(({ path }) => path === file.path.replace(' copy.', '.'));
  const claimants = [original ?? file, file].map(({ fileId, path, sizeBytes, modifiedAtMs, version }) => ({
    fileId,
    path,
    sizeBytes,
    modifiedAtMs,
    version,
  }));
  return {
    file,
    absolutePath: `/libraries/${file.libraryId === 'revit' ? 'Revit 2025' : 'AutoCAD symbols and everything else'}/${file.path}`,
    applicationName: 'Revit',
    applicationVersion: '2025',
    ...(file.key === undefined ? {} : { contentType: 'Template' }),
    why: exampleExplanation(file),
    claimants: file.state === 'doublyClaimed' ? claimants : [],
    ...(file.state === 'conflict'
      ? {
          conflict: {
            theirVersion: '4.4',
            theirChangedAtMs: file.modifiedAtMs - 3_600_000,
            theirSizeBytes: file.sizeBytes + 41_000,
            theirSha256: earlierLooks,
            keptAt: '/libraries/Revit 2025/.cadlibrary/conflicts/Pump set twin head (4.4).rfa',
          },
        }
      : {}),
    ...(file.state === 'openElsewhere'
      ? {
          openLock: {
            program: 'AutoCAD',
            sinceMs: file.modifiedAtMs - 10_800_000,
            userName: 'M. Jansen',
            computerName: 'DRAWING-07',
          },
        }
      : {}),
    ...(file.name === 'New valve from supplier.rfa'
      ? {
          suggestion: {
            etimClassCode: 'EC010231',
            etimClassVersion: '2',
            modellingClassCode: 'MC000040',
            modellingClassVersion: '1',
            because: { code: 'neighbours' as const, count: 3, of: 4 },
          },
        }
      : {}),
    claimantCount: file.state === 'doublyClaimed' ? claimants.length : 0,
    ...(queuedRelease ? { queuedRelease } : {}),
  };
}

/** What there is to say of files: those without a class in the folder of one, those of its key, or these. */
export function filesToAssign({ scope }: AssignQuestion, files: readonly FileRecord[]): FilesToAssign {
  const named = files.find(({ fileId }) => scope.of !== 'files' && fileId === scope.fileId);
  const isMeant = (file: FileRecord): boolean => {
    if (scope.of === 'files') return scope.fileIds.includes(file.fileId);
    if (scope.of === 'rivals') return [named?.path, named?.path.replace(' copy.', '.')].includes(file.path);
    return file.state === 'unassigned' && folderOf(file.path) === folderOf(named?.path ?? '');
  };
  const rows = files.filter(isMeant).map(({ fileId, name, path, kind }) => ({
    fileId,
    name,
    folder: folderOf(path),
    ...(kind === 'skp' ? { isOfOtherProgram: true } : { place: kind, isOfOtherProgram: false }),
    contentType: /symbol/i.test(path) ? 'Symbol' : 'Template',
  }));
  return { total: rows.length, rows, taken: [] };
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
