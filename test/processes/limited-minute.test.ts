import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { acceptsHeader } from '../../shared/api/operation.ts';
import { frontOf, type PassedRequest } from './front.ts';
import { startCadsync } from './processes.ts';
import { libraryWith, service } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { untilAnswered } from './until-answered.ts';

const limitPerMinute = 12;
/** The last tenth is kept for people. */
const backgroundShare = 10;
const usedUp = `"limit":${limitPerMinute},"remaining":${limitPerMinute - backgroundShare},`;

const askedByPerson: unknown = expect.stringMatching(/^\/api\/v1\/Versions\/Revit\/2025\/EC000010\//);

const drawing = (text: string): string => `ISO-10303-21;\nDATA;\n/* ${text} */\nENDSEC;\nEND-ISO-10303-21;\n`;
const ofApi = (passed: readonly PassedRequest[]) => passed.filter(({ url }) => url.startsWith('/api/'));

/** Whether the state has on the disk that the minute is used up: nobody else may open it while it is in use. */
const isUsedUp = (state: string): boolean =>
  ['state.db', 'state.db-wal']
    .map((name) => join(state, name))
    .some((path) => existsSync(path) && readFileSync(path, 'latin1').includes(usedUp));

it('a program that is killed and started again in the middle of a limited minute asks nothing more in it', async () => {
  const { environment, baseUrl } = await service({ rateLimit: `${limitPerMinute}/min` });
  // A service that takes many files in one request leaves nothing to do for later; this one knows the interface only.
  const front = await frontOf(baseUrl, [acceptsHeader]);
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [`EC0000${n + 10}_v1/MC000001_v1/part.step`, drawing(`part ${n}`)]),
  );
  const library = libraryWith(files);
  const state = temporaryFolder();
  const args = ['sync', library, '--watch', '--state', state, '--application', 'Revit 2025', '--quiet-time', '100'];
  const secrets = { ...environment, CADSYNC_BASE_URL: front.address, CADSYNC_AUTH_URL: front.address };

  const first = startCadsync(args, secrets);
  while (ofApi(front.passed).length < backgroundShare) await wait(20);
  // What is known of the limit is written by the next flush of the state.
  await expect.poll(() => isUsedUp(state)).toBe(true);
  const used = ofApi(front.passed).length;
  expect(used).toBe(backgroundShare);
  first.kill('SIGKILL');
  await first.ended;

  const second = startCadsync(args, secrets);
  const running = await untilAnswered(state, second);
  // It signs in, and then holds its first question back: what a person asks after that goes before it, and alone.
  while (!front.passed.slice(used).some(({ url }) => url.startsWith('/oauth/'))) await wait(20);
  await running.versions.list({ key: 'Revit/2025/EC000010/1/MC000001/1/Template' });
  second.kill();
  await second.ended;
  expect(ofApi(front.passed).slice(used)).toEqual([expect.objectContaining({ url: askedByPerson, status: 200 })]);
  expect(ofApi(front.passed).filter(({ status }) => status === 429)).toEqual([]);
});
