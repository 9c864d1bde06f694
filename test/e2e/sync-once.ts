import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runCadsync } from './processes.ts';
import { startService, type ServiceProcess } from './service-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Summary {
  readonly uploaded: number;
  readonly downloaded: number;
  readonly conflicts: number;
  readonly unassigned: number;
  readonly doublyClaimed: number;
  readonly waiting: number;
  readonly failed: number;
  readonly error?: { readonly code: string };
}

export const nothingLeft = { conflicts: 0, unassigned: 0, doublyClaimed: 0, waiting: 0, failed: 0 };

/** A service of its own for one test. */
export async function service(
  options: Parameters<typeof startService>[1] & { readonly dataDir?: string } = {},
): Promise<ServiceProcess> {
  const started = await startService(options.dataDir ?? temporaryFolder(), options);
  onTestFinished(async () => {
    started.process.kill();
    await started.process.ended;
  });
  return started;
}

/** One `sync --once` of a library of Revit 2025, with a short quiet time so that fresh files need not be waited for. */
export async function syncOnce(library: string, state: string, environment: NodeJS.ProcessEnv) {
  const args = [
    'sync',
    library,
    '--once',
    '--state',
    state,
    '--application',
    'Revit',
    '--application-version',
    '2025',
    '--quiet-time',
    '300',
    '--json',
  ];
  const { exitCode, output, errors } = await runCadsync(args, environment);
  return { exitCode, errors, summary: JSON.parse(output) as Summary };
}

/** A folder with these files, by path. */
export function libraryWith(files: Readonly<Record<string, Buffer | string>>): string {
  const library = join(temporaryFolder(), 'library');
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(library, path, '..'), { recursive: true });
    writeFileSync(join(library, path), content);
  }
  return library;
}
