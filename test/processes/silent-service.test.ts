import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type * as Attempts from '../../electron/client/attempt.ts';
import type * as Retries from '../../electron/client/retry-policy.ts';
import { openService } from '../../electron/service/open-service.ts';
import { startCadsync } from './processes.ts';
import { runCommand } from './run-command.ts';
import { sampleDrawing } from './samples.ts';
import { serviceAt, serviceSecrets } from './service-process.ts';
import { libraryWith, syncOnce } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Commands in the process of the test wait for moments only. */
vi.mock('../../electron/client/attempt.ts', async (original) => {
  const { usualTimeouts, ...attempt } = await original<typeof Attempts>();
  return { ...attempt, usualTimeouts: { ...usualTimeouts, promptAnswerMs: 1_500, silentMs: 500 } };
});
vi.mock('../../electron/client/retry-policy.ts', async (original) => {
  const { usualTries, ...policy } = await original<typeof Retries>();
  return { ...policy, usualTries: { ...usualTries, personWithinMs: 1_000 } };
});

/** Takes connections and never answers. */
async function startSilent(port = 0) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const { environment } = serviceAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { environment, connections: () => sockets.length };
}

/** A state that a service answered before it fell silent. */
async function openKnown() {
  const { CADSYNC_CLIENT_ID: clientId, CADSYNC_CLIENT_SECRET: clientSecret } = serviceSecrets;
  const credentials = { clientId, clientSecret };
  const licenseCodes = [serviceSecrets.CADSYNC_LICENSE_CODE];
  const service = await openService({ dataDir: temporaryFolder(), port: 0, credentials, licenseCodes });
  const state = temporaryFolder();
  const library = libraryWith({ 'EC011022_v7/MC000101_v2/door.step': sampleDrawing('step/Simple door.step') });
  await syncOnce(library, state, serviceAt(service.address).environment);
  await service.close();
  return { state, library, ...(await startSilent(Number(new URL(service.address).port))) };
}

describe('a service that takes connections and does not answer', () => {
  test.each([
    { command: ['platform'], exitCode: null },
    { command: ['export', '--gtin', '8719900100018', '--application', 'Revit 2025'], exitCode: 1 },
  ])('is waited for with a note, until Ctrl+C: $command', async ({ command, exitCode }) => {
    const { environment } = await startSilent();
    const to = command.includes('export') ? ['--to', join(temporaryFolder(), 'all.zip')] : [];
    const running = startCadsync([...command, ...to, '--state', temporaryFolder(), '--json'], environment);
    onTestFinished(() => running.kill('SIGKILL'));
    await expect.poll(running.errors, { timeout: 20_000 }).toContain('has not answered for 5 seconds');
    expect(running.errors()).toBe(
      `The service at ${environment['CADSYNC_BASE_URL']} has not answered for 5 seconds; it is given 25 seconds more.\n`,
    );
    expect(running.output()).toBe('');
    const askedMs = performance.now();
    running.kill('SIGINT');
    expect(await running.ended).toBe(exitCode);
    expect(performance.now() - askedMs).toBeLessThan(5_000);
  });

  test('is given up after a while, and not asked a second time', async () => {
    const { environment, connections } = await startSilent();
    const lookup = ['lookup', '--gtin', '8719900100018', '--state', temporaryFolder(), '--json'];
    const { exitCode, output, errors } = await runCommand(lookup, environment);
    expect([exitCode, connections()]).toEqual([1, 1]);
    expect(JSON.parse(output)).toEqual({ error: { code: 'service-timeout' } });
    expect(errors).toMatch(/^The service at \S+ has not answered for \S+ seconds; it is given 1 second more\.\n/);
  });

  test('is left what can wait, which is told where it is asked for again', async () => {
    const { environment, connections, state } = await openKnown();
    const add = async () => runCommand(['standards', 'add', 'Office', '--state', state], environment);
    const added = await add();
    expect([added.exitCode, connections()]).toEqual([0, 1]);
    expect(added.output).toContain('It waits for the service: the app or a sync');
    expect((await add()).output).toContain('It waits for the service already, and was not added again: the app or');
    const { output } = await runCommand(['addins', 'where', '--state', state, '--json'], environment);
    expect(JSON.parse(output)).toMatchObject({ writes: [{ title: 'Office' }] });
  });

  const soonMs = 45_000;
  test('is given up by a sync that is to end, soon after nothing got through', { timeout: soonMs }, async () => {
    const { environment, library, state } = await openKnown();
    writeFileSync(join(library, 'EC011022_v7/MC000101_v2/lock.step'), sampleDrawing('step/cabinet_lock_40x42mm.step'));
    const { exitCode, errors } = await syncOnce(library, state, environment);
    expect(exitCode).toBe(1);
    expect(errors).toContain('The service did not answer in time. Nothing got through any more');
  });
});
