import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const cadsync = fileURLToPath(new URL('../../build/cadsync.mjs', import.meta.url));
const fullDisk = '/dev/full';

test.runIf(existsSync(fullDisk))('a command whose output fills a disk says so in one line and ends as failed', () => {
  const output = openSync(fullDisk, 'w');
  const { status, stderr } = spawnSync(process.execPath, [cadsync, '--help'], {
    stdio: ['ignore', output, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(output);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^What is printed cannot be written any more: .*ENOSPC.*\n$/);
});
