import type * as FileSystem from 'node:fs';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** How the system refuses to write, if it does. */
const refused = vi.hoisted(() => ({ as: undefined as object | undefined }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>();
  const writeFileSync = (...asked: Parameters<typeof fs.writeFileSync>): void => {
    fs.writeFileSync(...asked);
    if (refused.as) throw Object.assign(new Error('refused'), refused.as);
  };
  return { ...fs, writeFileSync };
});

// Other tests may have loaded it with the file system as it is.
vi.resetModules();
const { hasRoomBeside } = await import('../../../electron/privacy/room-beside.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadsync-room-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['nothing', undefined, true],
  ['that the disk is full', { code: 'ENOSPC' }, false],
  ['that a quota is used up', { code: 'UNKNOWN', errno: -constants.errno.EDQUOT }, false],
  ['that it is read-only', { code: 'EROFS' }, true],
])('where the system says %s of a write, there is room or not, and nothing is left of asking', (_, as, has) => {
  refused.as = as;
  expect(hasRoomBeside(join(folder, 'state.db'))).toBe(has);
  expect(readdirSync(folder)).toEqual([]);
});
