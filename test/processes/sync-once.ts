import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeDemoCatalogue } from '../../electron/demo/catalogue.ts';
import { readRateLimits } from '../../electron/entry/commands/read-rate-limits.ts';
import { openService } from '../../electron/service/open-service.ts';
import { runCommand } from './run-command.ts';
import { serviceAt, serviceSecrets, type RunningService } from './service-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Summary {
  readonly uploaded: number;
  readonly downloaded: number;
  readonly conflicts: number;
  readonly unassigned: number;
  readonly otherProgram: number;
  readonly doublyClaimed: number;
  readonly waiting: number;
  readonly failed: number;
  readonly error?: { readonly code: string; readonly detail?: string };
}

export const nothingLeft = { conflicts: 0, unassigned: 0, otherProgram: 0, doublyClaimed: 0, waiting: 0, failed: 0 };

/** A service of its own for one test, in the process of the test. */
export async function service({
  dataDir = temporaryFolder(),
  demo = false,
  rateLimit,
}: {
  readonly dataDir?: string;
  readonly demo?: boolean;
  readonly rateLimit?: string;
} = {}): Promise<RunningService> {
  const opened = await openService({
    dataDir,
    port: 0,
    credentials: { clientId: serviceSecrets.CADSYNC_CLIENT_ID, clientSecret: serviceSecrets.CADSYNC_CLIENT_SECRET },
    licenseCodes: [serviceSecrets.CADSYNC_LICENSE_CODE],
    ...(rateLimit === undefined ? {} : { rateLimits: readRateLimits(rateLimit) }),
  });
  onTestFinished(() => opened.close());
  const { structures, products } = makeDemoCatalogue();
  if (demo) await opened.importProducts(structures, products);
  return serviceAt(opened.address);
}

/** One `sync --once` of a library, with a short quiet time so that fresh files need not be waited for. */
export async function syncOnce(
  library: string,
  state: string,
  environment: NodeJS.ProcessEnv,
  options: readonly string[] = ['--application', 'Revit 2025'],
) {
  const args = ['sync', library, '--once', '--state', state, ...options, '--quiet-time', '300', '--json'];
  const { exitCode, output, errors } = await runCommand(args, environment);
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
