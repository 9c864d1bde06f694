import type { ServerResponse } from 'node:http';
import { writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { frontOf } from './front.ts';
import { startCadsync } from './processes.ts';
import { sampleDrawing } from './samples.ts';
import { service } from './sync-once.ts';
import { drawingPath, workplace } from './workplace.ts';

/** A service that signs in and has nothing, takes what is sent, and never answers that. */
function silentAtWrites() {
  const reached = Promise.withResolvers<void>();
  const token = { access_token: 'a-token-of-the-service', token_type: 'Bearer', expires_in: 3600 };
  const answer = (response: ServerResponse): void => {
    const { method, url = '' } = response.req;
    if (method === 'POST' && /files|standard/i.test(url)) return reached.resolve();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(/token/i.test(url) ? JSON.stringify(token) : '[]');
  };
  return { reached: reached.promise, answer };
}

/** A computer whose library is in step, with something between it and its service. */
async function placeBehindFront() {
  const { environment, baseUrl } = await service();
  const front = await frontOf(baseUrl);
  const usual = { ...environment, CADSYNC_BASE_URL: front.address, CADSYNC_AUTH_URL: front.address };
  const place = workplace(usual, { [drawingPath]: sampleDrawing('step/cabinet_lock_40x42mm.step') });
  expect(await place.sync()).toMatchObject({ exitCode: 0 });
  const start = (mode: '--once' | '--watch') => {
    const args = ['sync', place.library, mode, '--state', place.state, '--quiet-time', '300', '--json'];
    const running = startCadsync(args, usual);
    onTestFinished(() => running.kill('SIGKILL'));
    return running;
  };
  const stateFound = async (): Promise<string | undefined> =>
    (await place.run('doctor')).output.match(/state[A-Z]\w+/)?.[0];
  return { front, place, start, stateFound };
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'sync --once that gets %s in the middle of an upload says what is left, and ends in good order',
  async (signal) => {
    const { front, place, start, stateFound } = await placeBehindFront();
    writeFileSync(place.at(drawingPath), sampleDrawing('step/Simple door.step'));
    const silent = silentAtWrites();
    front.answerInstead(silent.answer);
    const running = start('--once');
    await silent.reached;
    running.kill(signal);
    expect(await running.ended).toBe(1);
    expect(JSON.parse(running.output())).toMatchObject({ uploaded: 0, waiting: 1, error: { code: 'cancelled' } });
    expect(running.errors()).toContain('This was cancelled. What is waiting goes on with the next run.');
    front.answerInstead(undefined);
    expect(await place.sync()).toMatchObject({ exitCode: 0, summary: { uploaded: 1, waiting: 0 } });
    expect(await stateFound()).toBe('stateWhole');
  },
);

test('sync --watch that is sending what waited to a service that does not answer ends in a moment, and sends it later', async () => {
  const { front, place, start, stateFound } = await placeBehindFront();
  front.answerInstead((response) => response.destroy());
  await place.run('standards', 'add', 'Office');
  const silent = silentAtWrites();
  front.answerInstead(silent.answer);
  const running = start('--watch');
  await silent.reached;
  const askedMs = performance.now();
  running.kill('SIGTERM');
  expect(await running.ended).toBe(0);
  // The app is killed after that long.
  expect(performance.now() - askedMs).toBeLessThan(10_000);
  expect(await stateFound()).toBe('stateWhole');
  front.answerInstead(undefined);
  expect(await place.sync()).toMatchObject({ exitCode: 0 });
  expect((await place.tell('standards', 'list')).output).toContain('Office');
  expect((await place.run('addins', 'where')).answer).toMatchObject({ writes: [] });
});
