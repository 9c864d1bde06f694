import { randomBytes } from 'node:crypto';
import { createRedactor, type Redactor } from '../../client/redactor.ts';
import { makeDemoCatalogue } from '../../demo/catalogue.ts';
import { createLog, type OpenLog } from '../../platform/log.ts';
import type { RateLimits } from '../../service/http/rate-limits.ts';
import { openService } from '../../service/open-service.ts';
import { fromEnvironment } from '../environment.ts';
import { findReferenceAssets } from '../find-reference-assets.ts';
import { reportProblems } from '../report-problems.ts';
import { exitCodes, printResult } from './output.ts';
import { listenForInterrupt, type Interrupt } from './listen-for-interrupt.ts';

export interface ServeOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly dataDir: string;
  readonly demo: boolean;
  /** No limit where nothing is said. */
  readonly rateLimits: RateLimits | undefined;
  readonly json: boolean;
}

/**
 * Runs the service alone until interrupted. Credentials that are not given are generated and printed once; what fails
 * inside the service is told on standard error, without secrets.
 */
export async function serveCommand(options: ServeOptions): Promise<number> {
  const interrupt = listenForInterrupt();
  const redactor = createRedactor();
  const log = createLog({ redact: (text) => redactor.redact(text) });
  try {
    return await serve(options, { interrupt, redactor, log });
  } finally {
    interrupt.stop();
    log.close();
  }
}

interface Surroundings {
  readonly interrupt: Interrupt;
  readonly redactor: Redactor;
  readonly log: OpenLog;
}

async function serve(
  { port, dataDir, demo, rateLimits, json }: ServeOptions,
  { interrupt, redactor, log }: Surroundings,
): Promise<number> {
  const given = {
    clientId: fromEnvironment('clientId'),
    clientSecret: fromEnvironment('clientSecret'),
    licenseCode: fromEnvironment('licenseCode'),
  };
  const clientId = given.clientId ?? 'cad-library-sync';
  const clientSecret = redactor.remember(given.clientSecret ?? randomBytes(24).toString('base64url'));
  const licenseCode = redactor.remember(given.licenseCode ?? randomBytes(12).toString('hex'));
  const referenceAssetsDir = findReferenceAssets();
  const service = await openService({
    dataDir,
    port,
    credentials: { clientId, clientSecret },
    licenseCodes: [licenseCode],
    onProblem: reportProblems(log.write),
    ...(rateLimits === undefined ? {} : { rateLimits }),
    ...(referenceAssetsDir === undefined ? {} : { referenceAssetsDir }),
  });
  try {
    if (demo) {
      const { structures, products } = makeDemoCatalogue();
      await service.importProducts(structures, products);
    }
    const ready = {
      baseUrl: service.address,
      authUrl: service.address,
      clientId,
      ...(given.clientSecret === undefined ? { clientSecret } : {}),
      ...(given.licenseCode === undefined ? { licenseCode } : {}),
    };
    printResult(json, ready, (told) =>
      Object.entries(told)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
    );
    await interrupt.asked;
    return exitCodes.done;
  } finally {
    await service.close();
  }
}
