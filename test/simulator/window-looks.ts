import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGateway } from '../../electron/gateway/gateway.ts';
import { openMirror } from '../../electron/gateway/mirror.ts';
import { createServiceMirror } from '../../electron/gateway/service-mirror.ts';
import type { CallInput, RemoteCaller, ViewCaller } from '../../shared/api/caller.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { keyOf } from '../fakes/engine/world.ts';
import type { FakeClock } from '../fakes/engine/clock.ts';
import type { FakeService } from '../fakes/engine/service.ts';
import { createSeededRandom } from './seeded-random.ts';
import { programOfExtension } from './site.ts';
import { Violation } from './violation.ts';

/** People who look at the history of files through the gateway, whatever the service is like at that moment. */
export interface WindowLooks {
  /** Looks, and then knows what was true. @throws Violation `honest-status` where the window was told otherwise */
  look(): Promise<void>;
  close(): void;
}

type History = CallInput<'listVersions'>;

const mebibyte = 1_048_576;
const classCodes = ['EC000001', 'EC000002', 'EC000003', 'EC000004'];

/**
 * Makes looks that draw on chance of their own, so that designers and faults do in a run what they do without them.
 * @param services by their ids
 */
export function createWindowLooks(
  seed: number,
  { clock, services }: { readonly clock: FakeClock; readonly services: ReadonlyMap<string, FakeService> },
): WindowLooks {
  const random = createSeededRandom(seed + 7_919);
  const folder = mkdtempSync(join(tmpdir(), 'cadsync-looks-'));
  const mirror = openMirror(join(folder, 'mirror.db'), mebibyte);
  const windows = [...services].map(([serviceId, service]) => createWindow(mirror, { serviceId, service, clock }));
  return {
    async look() {
      const window = random.pick(windows);
      if (random.happens(0.02)) window.signOut();
      const code = random.pick(classCodes);
      const { name, version } = random.pick(Object.values(programOfExtension));
      await window.look(historyOf(code, `${name}/${version}`));
    },
    close() {
      mirror.close();
      rmSync(folder, { recursive: true });
    },
  };
}

interface LookedAt {
  readonly serviceId: string;
  readonly service: FakeService;
  readonly clock: FakeClock;
}

function createWindow(mirror: ReturnType<typeof openMirror>, { serviceId, service, clock }: LookedAt) {
  const serviceMirror = createServiceMirror(mirror, {
    serviceId,
    account: [serviceId, 'designer'],
    licenseCode: async () => 'LICENSE-0001',
  });
  /** What the service said, by the moment and the question; it is kept also where nobody waited for it any more. */
  const truths = new Map<string, string>();
  const momentOf = (question: History, atMs: number): string => `${atMs} ${JSON.stringify(question)}`;
  const remote: RemoteCaller = {
    ...service.port,
    async call(id, input, options) {
      const answer = await service.port.call(id, input, options);
      truths.set(momentOf(input as History, clock.now()), asTold(answer));
      return answer;
    },
  };
  const gateway = createGateway({
    remote,
    mirror: serviceMirror,
    clock: { now: () => clock.now(), sleep: (ms, signal) => sleepOn(clock, ms, signal) },
  });
  return {
    signOut(): void {
      serviceMirror.forgetAll();
      truths.clear();
    },
    async look(question: History): Promise<void> {
      const truth = asTold(service.versions.answer('listVersions', question));
      const told = await ask(gateway, question);
      if (told === undefined) return;
      const { answer, asOfMs } = told;
      if (asOfMs === undefined && (service.isAway() || answer !== truth)) {
        throw new Violation('honest-status', `the window shows ${answer} as of now, where the service has ${truth}`);
      }
      if (asOfMs === undefined) return;
      const then = truths.get(momentOf(question, asOfMs));
      if (answer !== then) {
        throw new Violation('honest-status', `the window shows ${answer} as of ${asOfMs}, when it was ${then}`);
      }
    },
  };
}

/** @returns `undefined` where the window has to say that it does not know */
async function ask(gateway: ViewCaller, question: History) {
  let asOfMs: number | undefined;
  try {
    const answer = await gateway.call('listVersions', question, { onMirrored: (seenMs) => (asOfMs = seenMs) });
    return { answer: asTold(answer), asOfMs };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

const asTold = (answer: unknown): string => JSON.stringify(answer);

function historyOf(code: string, application: string): History {
  const [applicationName = '', applicationVersion = '', etimClassCode = '', etimClassCodeVersion = '', ...rest] = keyOf(
    code,
    application,
  ).split('/');
  const [etimModelCode = '', etimModelCodeVersion = '', type = ''] = rest;
  const params = { applicationName, applicationVersion, etimClassCode, etimClassCodeVersion };
  return { params: { ...params, etimModelCode, etimModelCodeVersion, type }, query: { languageCode: '' } };
}

function sleepOn(clock: FakeClock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const takeBack = clock.after(ms, resolve);
    signal.addEventListener('abort', () => {
      takeBack();
      reject(new AppError('cancelled'));
    });
  });
}
