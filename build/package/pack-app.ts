import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, Platform, type Configuration } from 'electron-builder';
import { outsideFile, type OutsideFiles } from '../../electron/main/prove-outside.ts';

/** What is packed, and from what. */
interface PackOptions {
  /** `installers`: all that electron-builder.yml names for this system; `dir`: the app as it will be installed. */
  readonly as: 'installers' | 'dir';
  /** Absolute path of the folder for what is made; dist/installers without. */
  readonly outDir?: string;
  /** Absolute path of an Electron that is there already; else electron-builder downloads the one of package.json. */
  readonly electronDist?: string;
  /** What is set differently than in electron-builder.yml. */
  readonly config?: Configuration;
}

/** Of what electron-builder is about to pack. */
type PackContext = Parameters<Exclude<Configuration['beforePack'], string | null | undefined>>[0];

const root = resolve(import.meta.dirname, '../..');

/**
 * Packs what was built into dist/ with electron-builder, for the system this runs on.
 * Where installed apps look for updates comes from `UPDATES_ADDRESS`; without, they look nowhere.
 */
export async function packApp({ as, outDir, electronDist, config = {} }: PackOptions): Promise<void> {
  const updates = process.env['UPDATES_ADDRESS'];
  await build({
    projectDir: root,
    publish: 'never',
    ...(as === 'dir' ? { targets: Platform.current().createTarget('dir') } : {}),
    config: {
      extends: join(root, 'electron-builder.yml'),
      ...(outDir === undefined ? {} : { directories: { output: outDir } }),
      ...(electronDist === undefined ? {} : { electronDist }),
      ...(updates === undefined ? {} : { publish: [{ provider: 'generic', url: updates }] }),
      beforePack: noteOutside,
      ...config,
    },
  });
}

/** Threads, and what only they load. Not what the LGPL lets everybody replace: `occt-import-js`, see THIRD-PARTY.md. */
const provenOutside = [
  'dist/electron/*-worker.js',
  'node_modules/web-ifc/{web-ifc-api-node.js,web-ifc-node.wasm}',
  'node_modules/rhino3dm/{rhino3dm.js,rhino3dm.wasm}',
];

/** Notes the hashes of all that will lie outside of the archive, in a file that lies in it. */
async function noteOutside({ electronPlatformName }: PackContext): Promise<void> {
  // Signing writes into native parts on macOS, and the system itself then loads none that was changed.
  const native =
    electronPlatformName === 'darwin'
      ? []
      : globSync(`node_modules/{better-sqlite3,keytar}/prebuilds/${electronPlatformName}-{x64,arm64}{.node,/*.node}`, {
          cwd: root,
        });
  const files = [...globSync(provenOutside, { cwd: root }), ...native];
  const hashes: OutsideFiles = Object.fromEntries(files.map((file) => [file.replaceAll('\\', '/'), hashOf(file)]));
  writeFileSync(join(root, outsideFile), `${JSON.stringify(hashes, null, 2)}\n`);
}

function hashOf(file: string): string {
  return createHash('sha256')
    .update(readFileSync(join(root, file)))
    .digest('hex');
}
