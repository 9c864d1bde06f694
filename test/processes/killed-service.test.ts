import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { metadataRecord } from '../contract/seed.ts';
import { send } from '../contract/send.ts';
import { requestToken, type Target } from '../contract/target.ts';
import { credentials, licenseCode, pumpKey } from '../unit/service/start-service.ts';

const script = fileURLToPath(new URL('serve-folder.ts', import.meta.url));
let dataDir: string;
const running = new Set<ChildProcess>();

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cadsync-killed-'));
});
afterEach(async () => {
  await Promise.all([...running].map(kill));
  await rm(dataDir, { recursive: true });
});

/** Starts a process on the folder; answers the line it says. */
async function serve(): Promise<{ readonly child: ChildProcess; readonly line: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, line };
}

async function kill(child: ChildProcess): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function targetAt(address: string): Promise<Target> {
  const token = await requestToken(address, credentials.clientId, credentials.clientSecret);
  return { address, token, licenseCode, hasSampleProducts: false, close: async () => undefined };
}

describe('a service whose process is killed', () => {
  it('has everything it acknowledged when another process serves the folder', async () => {
    const first = await serve();
    const target = await targetAt(first.line);
    const upload = await send(target, 'storeFile', { file: { name: 'pump.rfa', content: 'a pump' } });
    const blobId = await upload.text();
    const stored = await send(target, 'storeMetadata', { params: { blobId }, json: metadataRecord(pumpKey, {}) });
    expect(stored.status).toBe(200);
    await kill(first.child);
    const second = await targetAt((await serve()).line);
    expect(await (await send(second, 'getFile', { params: pumpKey })).text()).toBe('a pump');
  });

  it('kept others out of its folder while it lived', async () => {
    const first = await serve();
    expect((await serve()).line).toBe('service-data-in-use');
    await kill(first.child);
    expect((await serve()).line).toMatch(/^http:/);
  });
});
