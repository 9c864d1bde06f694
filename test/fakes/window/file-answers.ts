import type { FileDetail, FileFilter, FileGroup, FileRecord } from '../../../shared/rpc/file-records.ts';
import { exampleExplanation } from './explanations.ts';
import { countFiles } from './example-status.ts';

interface FileQuestion {
  readonly libraryId?: string | undefined;
  readonly filter: FileFilter;
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

/** A page of files with the counts and groups of all that match. */
export function listFiles(files: readonly FileRecord[], question: FileQuestion) {
  const words = question.search.toLowerCase().split(/\s+/);
  const found = files.filter(
    (file) =>
      (question.libraryId === undefined || file.libraryId === question.libraryId) &&
      words.every((word) => `${file.path} ${file.etimClassCode} ${file.className}`.toLowerCase().includes(word)),
  );
  const matching = found.filter((file) => countFiles([file])[question.filter] === 1);
  return {
    total: matching.length,
    counts: countFiles(found),
    groups: groupsOf(matching),
    rows: matching.slice(question.offset, question.offset + question.limit),
  };
}

function groupsOf(files: readonly FileRecord[]): FileGroup[] {
  const groups: FileGroup[] = [];
  for (const { etimClassCode, etimClassVersion, className } of files) {
    const last = groups.at(-1);
    if (last && last.etimClassCode === etimClassCode) last.count += 1;
    else groups.push({ etimClassCode, etimClassVersion, className, count: 1 });
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
    unassignedBeside:
      file.state === 'unassigned'
        ? files
            .filter((other) => other.state === 'unassigned' && other.fileId !== file.fileId && other.kind !== file.kind)
            .map(({ fileId, name, kind }) => ({ fileId, name, place: kind }))
        : [],
    ...(queuedRelease ? { queuedRelease } : {}),
  };
}
