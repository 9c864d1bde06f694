import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { moveInCommand } from '../../../electron/entry/commands/move-in.ts';

it.each([true, false])(
  'moving in refuses a folder that is none of a service, and makes nothing in it (as a preview: %s)',
  async (preview) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cadsync-library-'));
    onTestFinished(() => {
      rmSync(dataDir, { recursive: true });
      vi.unstubAllEnvs();
    });
    vi.stubEnv('CADSYNC_BASE_URL', 'http://localhost:9');
    vi.stubEnv('CADSYNC_CLIENT_ID', 'me');
    vi.stubEnv('CADSYNC_CLIENT_SECRET', 'a secret');
    writeFileSync(join(dataDir, 'pump.rfa'), 'a drawing');
    await expect(moveInCommand({ dataDir, preview, json: true })).rejects.toMatchObject({
      code: 'unknown-item',
      detail: `No service keeps anything in ${dataDir}.`,
    });
    expect(readdirSync(dataDir)).toEqual(['pump.rfa']);
  },
);
