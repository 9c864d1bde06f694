import { isCompanionFolder, isCompanionName } from '../../shared/model/cad-companions.ts';
import { cadKindOf } from '../../shared/model/cad-kind.ts';
import { asManyAtOnce, onThisComputer, type Asked, type Brought, type BroughtFile } from './brought-files.ts';
import { pathOfFile } from './path-of-file.ts';
import { sendFile } from './send-file.ts';

/** A file of the page, with the path it has below what was brought. */
interface PageFile {
  readonly path: string;
  readonly file: File;
}

/** What a page was given: files, or what was dropped on it. It has to be asked before the event is over. */
export function filesIn(given: DataTransfer | readonly File[], asked: Asked): Promise<Brought> {
  const files = given instanceof DataTransfer ? [...given.files] : [...given];
  const paths = files.flatMap((file) => pathOfFile(file) ?? []);
  if (paths.length > 0) return onThisComputer(paths, asked);
  const entries = given instanceof DataTransfer ? [...given.items].map((item) => item.webkitGetAsEntry()) : [];
  const found = entries.some((entry) => entry?.isDirectory)
    ? Promise.all(entries.filter((entry) => entry !== null).map(filesBelow))
    : Promise.resolve([files.map((file) => ({ path: file.webkitRelativePath || file.name, file }))]);
  return found.then((all) => inThisPage(all.flat()));
}

function inThisPage(found: readonly PageFile[]): Brought {
  const files = found.filter(({ path, file }) => isDrawing(file.name) && !isInCompanion(path));
  const brought = files.map(({ path, file }): BroughtFile => ({
    path,
    sizeBytes: file.size,
    add: (place, how) => sendFile(file, place, how),
  }));
  return asManyAtOnce(brought, { skipped: found.length - files.length, inLibrary: 0, beyond: 0 });
}

const isDrawing = (name: string): boolean => cadKindOf(name) !== undefined && !isCompanionName(name);
const isInCompanion = (path: string): boolean => path.split('/').slice(0, -1).some(isCompanionFolder);

async function filesBelow(entry: FileSystemEntry): Promise<PageFile[]> {
  if (entry.name.startsWith('.')) return [];
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ''), file }];
  }
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const entries: FileSystemEntry[] = [];
  // A reader tells a hundred at a time, until it has none left.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    entries.push(...some);
  }
  return (await Promise.all(entries.map(filesBelow))).flat();
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
