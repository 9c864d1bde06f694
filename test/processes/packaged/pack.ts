import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import asar from '@electron/asar';
import type { Configuration } from 'electron-builder';
import { buildShell } from '../../../build/build-shell.ts';
import { buildWindow } from '../../../build/build-window.ts';
import { packApp } from '../../../build/package/pack-app.ts';

/** How Electron's program begins the row of its fuses; their values follow, one character each. */
const fuseMark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const fuseCount = 9;

/** The app as electron-builder packs it, and unpacked once more in a folder that has nothing of the project near it. */
export interface PackedApp {
  /** Everything of the app, from the archive and from beside it; `<unpacked>.unpacked` has what was beside it once more. */
  readonly unpacked: string;
  /** Names of all files, by path below the app, and which lie outside of the archive. */
  readonly files: readonly { readonly path: string; readonly isOutside: boolean; readonly sizeBytes: number }[];
  /** What the fuses of the program are set to, in Electron's order: '1' is on, '0' is off. */
  readonly fuses: string;
  readonly archiveSizeBytes: number;
}

/** Builds everything and packs it as an installer would have it. Electron's own program is a file with fuses and no more. */
export async function packInto(folder: string): Promise<PackedApp> {
  await buildWindow();
  await buildShell();
  await packApp({ as: 'dir', outDir: join(folder, 'out'), electronDist: standInElectron(join(folder, 'electron')) });
  const installed = join(folder, 'out', 'linux-unpacked');
  const archive = join(installed, 'resources', 'app.asar');
  const unpacked = join(folder, 'elsewhere');
  asar.extractAll(archive, unpacked);
  // As Electron lays it out around an archive.
  cpSync(`${archive}.unpacked`, `${unpacked}.unpacked`, { recursive: true });
  return {
    unpacked,
    files: filesIn(archive),
    fuses: fusesOf(join(installed, 'cad-library-sync')),
    archiveSizeBytes: readFileSync(archive).length,
  };
}

/** Has electron-builder read the configuration with something else in it; it stops before it packs anything. */
export function readConfiguration(folder: string, config: Configuration): Promise<void> {
  return packApp({ as: 'dir', outDir: folder, electronDist: join(folder, 'none'), config });
}

function standInElectron(folder: string): string {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const program = join(folder, 'electron');
  writeFileSync(program, `stand-in ${fuseMark}${String.fromCharCode(1, fuseCount)}${'0'.repeat(fuseCount)}`);
  chmodSync(program, 0o755);
  for (const file of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'version']) {
    writeFileSync(join(folder, file), '');
  }
  return folder;
}

function fusesOf(program: string): string {
  const text = readFileSync(program, 'latin1');
  return text.slice(text.indexOf(fuseMark) + fuseMark.length + 2).slice(0, fuseCount);
}

function filesIn(archive: string): PackedApp['files'] {
  return asar.listPackage(archive, { isPack: false }).flatMap((name) => {
    const path = name.slice(1);
    const entry = asar.statFile(archive, path);
    return 'size' in entry
      ? [{ path: path.replaceAll('\\', '/'), isOutside: entry.unpacked === true, sizeBytes: entry.size }]
      : [];
  });
}
