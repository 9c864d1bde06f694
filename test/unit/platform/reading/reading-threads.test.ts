import { mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createReadingThreads } from '../../../../electron/platform/reading/reading-threads.ts';

function folderWith(name: string, content: string): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-reading-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, name), content);
  return root;
}

it('what takes long on a network drive holds up nobody who reads on another drive', async () => {
  const [share, local] = [folderWith('pump.rfa', 'a pump'), folderWith('pump.rfa', 'a pump')];
  const threads = createReadingThreads({ isApart: (root) => root === share, nowMs: Date.now });
  const hash = (root: string) => threads.ask({ kind: 'hash', root, path: join(root, 'pump.rfa') });
  // Their threads run from here on.
  await Promise.all([hash(share), hash(local)]);
  // Nothing but zeros, which take no room on most disks, and long to read.
  truncateSync(join(share, 'pump.rfa'), 128 * 1024 ** 2);
  const order: string[] = [];
  await Promise.all([hash(share).then(() => order.push('share')), hash(local).then(() => order.push('local'))]);
  expect(order).toEqual(['local', 'share']);
});
