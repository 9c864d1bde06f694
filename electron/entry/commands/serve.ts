import { AppError } from '../../../shared/errors/app-error.ts';
import { createRedactor, type Redactor } from '../../client/redactor.ts';
import { makeDemoCatalogue } from '../../demo/catalogue.ts';
import { codeOf } from '../../platform/disk-error.ts';
import { createLog, type OpenLog } from '../../platform/log.ts';
import type { RateLimits } from '../../service/http/rate-limits.ts';
import { openFileAuditTrail, type FileAuditTrail } from '../../service/audit/file-audit-trail.ts';
import { openService, type OpenedService, type OpenServiceOptions } from '../../service/open-service.ts';
import { createPrometheusMetrics } from '../../service/prometheus-metrics.ts';
import { fromEnvironment } from '../environment.ts';
import { clientProofs } from '../client-secrets.ts';
import { findReferenceAssets } from '../find-reference-assets.ts';
import { reportProblems } from '../report-problems.ts';
import { exitCodes, printResult } from './output.ts';
import { listenForInterrupt, type Interrupt } from './listen-for-interrupt.ts';
import { sayHowToFree } from './say-how-to-free.ts';

export interface ServeOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** Address of this computer to listen on. */
  readonly listen: string;
  readonly place: ServicePlace;
  readonly demo: boolean;
  /** No limit where nothing is said. */
  readonly rateLimits: RateLimits | undefined;
  /** Names under which a balancer in front is reached. */
  readonly balancerHosts: readonly string[];
  /** How long it says that it is about to end before it takes no more connections, seconds. */
  readonly noticeSeconds: number;
  /** File of the audit trail; none where nothing is said. */
  readonly auditFile: string | undefined;
  readonly json: boolean;
}

/** Where a service keeps what it knows. */
export type ServicePlace =
  /** A folder of this process alone. */
  | { readonly kind: 'folder'; readonly dataDir: string }
  /** A database and a store of files that several processes share, as `--database` and `--files` name them. */
  | {
      readonly kind: 'office';
      readonly database: string;
      readonly files: string;
      /** Folder for files on their way to a store; a temporary one where nothing is said. */
      readonly workDir: string | undefined;
    };

/**
 * What is under way when it is asked to end may take so long, milliseconds: behind a balancer, which sends others
 * elsewhere meanwhile, longer than where a person waits for the end.
 */
const drainMs = { behindBalancer: 30_000, alone: 3_000 } as const;

/**
 * Runs the service alone until interrupted. Credentials that are not given are generated and printed once; what fails
 * inside the service is told on standard error, without secrets.
 */
export async function serveCommand(options: ServeOptions): Promise<number> {
  const interrupt = listenForInterrupt();
  const redactor = createRedactor();
  const log = createLog({ redact: (text) => redactor.redact(text), detailed: true });
  try {
    return await serve(options, { interrupt, redactor, log });
  } finally {
    interrupt.stop();
    log.close();
  }
}

/** What a command works with that serves. */
interface Surroundings {
  readonly interrupt: Interrupt;
  readonly redactor: Redactor;
  readonly log: OpenLog;
}

/** A service that answers, and what is told of it once. */
interface Served {
  readonly service: Pick<OpenedService, 'drain' | 'close'>;
  readonly told: Readonly<Record<string, string>>;
}

async function serve(options: ServeOptions, surroundings: Surroundings): Promise<number> {
  const { service, told } = await open(options, surroundings);
  try {
    printResult(options.json, told, (lines) =>
      Object.entries(lines)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
    );
    await surroundings.interrupt.asked;
    const noticeMs = options.noticeSeconds * 1_000;
    const isBalanced = noticeMs > 0 || options.place.kind === 'office';
    await service.drain({ noticeMs, longestMs: isBalanced ? drainMs.behindBalancer : drainMs.alone });
    return exitCodes.done;
  } finally {
    await service.close();
  }
}

async function open({ place, ...options }: ServeOptions, surroundings: Surroundings): Promise<Served> {
  const usual = usualOptions(options, surroundings);
  if (place.kind === 'folder') return openFolder({ ...usual, dataDir: place.dataDir }, options, surroundings);
  // Loaded only where it is needed: a service of one folder has no database to speak to.
  const { openOffice } = await import('./serve-office.ts');
  const service = await openOffice(usual, place, surroundings.redactor);
  return { service, told: addressesOf(service) };
}

/** What a service is opened with, wherever it keeps what it knows. */
function usualOptions(options: Omit<ServeOptions, 'place'>, { log }: Surroundings) {
  const { port, listen, rateLimits, balancerHosts } = options;
  return {
    port,
    host: listen,
    rateLimits,
    balancerHosts,
    metrics: createPrometheusMetrics(),
    onProblem: reportProblems(log.write),
    referenceAssetsDir: findReferenceAssets(),
  };
}

export type UsualServeOptions = ReturnType<typeof usualOptions>;

async function openFolder(
  usual: UsualServeOptions & Pick<OpenServiceOptions, 'dataDir'>,
  { demo, auditFile }: Pick<ServeOptions, 'demo' | 'auditFile'>,
  { redactor }: Surroundings,
): Promise<Served> {
  const clientId = fromEnvironment('clientId') ?? 'cad-library-sync';
  const { clientSecret, licenseCode, madeUp } = clientProofs();
  for (const secret of [clientSecret, licenseCode]) redactor.remember(secret);
  const access = { credentials: { clientId, clientSecret }, licenseCodes: [licenseCode] };
  const howToFree = 'End that one first, or name another folder by --data.';
  const closing = new AsyncDisposableStack();
  try {
    const audit = auditFile === undefined ? undefined : await openAudit(auditFile);
    closing.defer(() => audit?.close());
    const service = await openService({ ...usual, ...access, audit }).catch(sayHowToFree(howToFree));
    closing.defer(() => service.close());
    if (demo) await importDemo(service);
    const told = { ...addressesOf(service), clientId, ...madeUp };
    return { service: { drain: (end) => service.drain(end), close: () => closing.disposeAsync() }, told };
  } catch (thrown) {
    await closing.disposeAsync();
    throw thrown;
  }
}

/** @throws AppError `invalid-request` where the file cannot be written */
async function openAudit(path: string): Promise<FileAuditTrail> {
  try {
    return await openFileAuditTrail(path);
  } catch (cause) {
    const detail = `The audit trail cannot be written to ${path} (${codeOf(cause) ?? 'unknown'}). Nothing was started.`;
    throw new AppError('invalid-request', { cause, detail });
  }
}

async function importDemo(service: OpenedService): Promise<void> {
  const { structures, products } = makeDemoCatalogue();
  await service.importProducts(structures, products);
}

function addressesOf({ address }: { readonly address: string }) {
  return { baseUrl: address, authUrl: address };
}
