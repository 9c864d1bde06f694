import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { acceptsHeader } from '../../shared/api/operation.ts';
import { makeDemoCatalogue } from '../../electron/demo/catalogue.ts';
import { requestToken } from '../contract/target.ts';
import { ownPort } from '../own-port.ts';
import { frontOf, type PassedRequest } from './front.ts';
import { startCadsync, type RunningProcess } from './processes.ts';
import { startService } from './service-process.ts';
import { libraryWith } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { untilAnswered } from './until-answered.ts';

const fileCount = 500;
const perMinute = 60;
const minuteMs = 60_000;
/** Of each minute, for what a person waits for. */
const keptForPersons = perMinute / 10;
/**
 * So much faster time passes for both programs: what takes them twenty minutes takes one. Faster still, a moment in which
 * the machine does something else is a good part of the limit's minute: longer than any network takes.
 */
const speed = 20;

const drawing = (text: string): string => `ISO-10303-21;\nDATA;\n/* ${text} */\nENDSEC;\nEND-ISO-10303-21;\n`;
const isOf = ({ url }: PassedRequest, operation: string): boolean => url.startsWith(`/api/v1/${operation}/`);
const countPassed = (passed: readonly PassedRequest[], operation: string): number =>
  passed.filter((request) => isOf(request, operation) && request.status === 200).length;
const isOfFiles = (request: PassedRequest): boolean => isOf(request, 'Files') || isOf(request, 'Metadata');
const leftAfter = ({ headers }: PassedRequest): number => Number(headers['x-ratelimit-remaining']);
/** Tells the minutes of the limit apart: when it ends. */
const minuteOf = (request: PassedRequest | undefined): unknown => request?.headers['x-ratelimit-reset'];
const isOneTooMany = ({ status }: PassedRequest): boolean => status === 429;

/** The environment in which programs have a fast clock, and all of them the same. */
const fastClock = () => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'fast-clock.ts')).href}`,
  FAST_CLOCK_SPEED: String(speed),
  FAST_CLOCK_START_MS: String(Date.now()),
});

/** Looks products up, one after the other, as an add-in does at the address for these. */
async function openLookUps(state: string, sync: RunningProcess) {
  const running = await untilAnswered(state, sync);
  await running.addIns.turn({ on: true, port: await ownPort() });
  const { clientId, clientSecret } = await running.addIns.renew();
  const { address = '' } = await running.addIns.state();
  return {
    // One token lasts an hour, and that is over soon.
    requestToken: () => requestToken(address, clientId, clientSecret),
    async lookUp(gtin: string, token: string): Promise<number> {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${address}/api/v1/ProductDataGTIN/${gtin}`, { headers })).status;
    },
  };
}

/**
 * Comes back when files used up what they may of a minute after that one, or, where the machine takes longer than the limit,
 * when more of them were sent than go out in one.
 * @returns the newest request by then that counts
 */
async function untilFilesWait(passed: readonly PassedRequest[], minute: unknown): Promise<PassedRequest | undefined> {
  const wanted = Math.min(fileCount, countPassed(passed, 'Metadata') + 30);
  for (;;) {
    const newest = passed.findLast((request) => minuteOf(request) !== undefined);
    if (newest && minuteOf(newest) !== minute && leftAfter(newest) <= keptForPersons) return newest;
    if (countPassed(passed, 'Metadata') >= wanted) return newest;
    await wait(10);
  }
}

/** Whether files wait for a minute that begins only after whoever looks something up now is answered. */
const doFilesWait = (newest: PassedRequest): boolean =>
  leftAfter(newest) <= keptForPersons &&
  Number(minuteOf(newest)) * 1_000 - Date.parse(newest.headers.date ?? '') > minuteMs / 4;

it('500 files go out under 60 requests a minute while products are looked up, and no request is one too many', async () => {
  const fast = fastClock();
  const service = await startService(temporaryFolder(), {
    demo: true,
    rateLimit: `${perMinute}/min`,
    environment: fast,
  });
  onTestFinished(() => service.process.kill('SIGKILL'));
  // A service that takes many files in one request has nobody wait; this one knows what the interface says, and no more.
  const front = await frontOf(service.baseUrl, [acceptsHeader]);
  const library = libraryWith(
    Object.fromEntries(
      Array.from({ length: fileCount }, (_, n) => [`EC0${1000 + n}0_v1/MC000001_v1/part.step`, drawing(`part ${n}`)]),
    ),
  );
  const state = temporaryFolder();
  const secrets = { ...service.environment, CADSYNC_BASE_URL: front.address, CADSYNC_AUTH_URL: front.address };
  const options = ['--state', state, '--application', 'Revit 2025', '--quiet-time', '300', '--yes'];
  const sync = startCadsync(['sync', library, '--watch', ...options], { ...secrets, ...fast });
  onTestFinished(() => sync.kill('SIGKILL'));

  const lookUps = await openLookUps(state, sync);
  const gtins = makeDemoCatalogue().products.flatMap((product) => product.gtins);
  const answers: number[] = [];
  const sentBefore: number[] = [];
  const wereAtOnce: boolean[] = [];
  let minute: unknown;
  while (countPassed(front.passed, 'Metadata') < fileCount) {
    const token = await lookUps.requestToken();
    const newest = await untilFilesWait(front.passed, minute);
    minute = minuteOf(newest);
    const from = front.passed.length;
    answers.push(await lookUps.lookUp(gtins[answers.length % gtins.length] ?? '', token));
    const meanwhile = front.passed.slice(from);
    const own = meanwhile.findIndex((request) => isOf(request, 'ProductDataGTIN'));
    expect(own).toBeGreaterThanOrEqual(0);
    sentBefore.push(countPassed(meanwhile.slice(0, own), 'Metadata'));
    if (newest && doFilesWait(newest)) wereAtOnce.push(minuteOf(meanwhile[own]) === minute);
  }
  // Whoever looked something up waited for no minute of files, which has 27 of them.
  expect(answers.length).toBeGreaterThan(10);
  expect(Math.max(...sentBefore)).toBeLessThan(27);
  // It went ahead of files that wait for the next minute; that may begin while the machine does something else.
  const heldUp = wereAtOnce.filter((wasAtOnce) => !wasAtOnce);
  expect(heldUp.length).toBeLessThanOrEqual(Math.max(1, wereAtOnce.length / 2));
  const filesByMinute = Object.groupBy(front.passed.filter(isOfFiles), (request) => String(minuteOf(request)));
  const mostFiles = Math.max(...Object.values(filesByMinute).map((ofMinute) => ofMinute?.length ?? 0));
  // What is under way for long may be counted in the next minute.
  expect(mostFiles).toBeLessThanOrEqual(perMinute - keptForPersons + 2);
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(front.passed.filter(isOneTooMany)).toEqual([]);
  const everything = await service.getJson('/api/v1/MetadataBulk/Revit/2025/true/');
  expect(everything).toHaveLength(fileCount);
  expect(new Set((everything as { version: string }[]).map(({ version }) => version))).toEqual(
    new Set(['.1.1.2025.0.1']),
  );
}, 240_000);
