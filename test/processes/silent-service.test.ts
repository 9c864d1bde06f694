import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startCadsync } from './processes.ts';
import { serviceAt } from './service-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Takes connections and never answers. */
async function startSilent() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const { environment } = serviceAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { environment };
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
    // On a busy machine it is told later.
    const told = running.errors().replace(/2[0-5] seconds more/, '25 seconds more');
    expect(told).toBe(
      `The service at ${environment['CADSYNC_BASE_URL']} has not answered for 5 seconds; it is given 25 seconds more.\n`,
    );
    expect(running.output()).toBe('');
    const askedMs = performance.now();
    running.kill('SIGINT');
    expect(await running.ended).toBe(exitCode);
    expect(performance.now() - askedMs).toBeLessThan(5_000);
  });
});
