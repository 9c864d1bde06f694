import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenarios } from '../scenarios/rows.ts';
import { openRealStage } from '../scenarios/real-stage.ts';
import { play } from '../scenarios/stage.ts';
import { startService, type ServiceProcess } from './service-process.ts';

const root = mkdtempSync(join(tmpdir(), 'cadsync-scenarios-'));
let service: ServiceProcess;
beforeAll(async () => {
  service = await startService(join(root, 'service'));
});
afterAll(async () => {
  service.process.kill();
  await service.process.ended;
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

// Each of them mostly waits for quiet times, in folders and keys of its own.
describe.concurrent('on a real disk, with the service in a process of its own', () => {
  it.each(scenarios.map((scenario, row) => ({ ...scenario, row })))('"$name" ends as it should', async (scenario) => {
    const folder = mkdtempSync(join(root, 'row-'));
    const stage = await openRealStage(folder, service, `20${scenario.row}`);
    try {
      expect(await play(stage, scenario)).toEqual({ conflicts: [], backup: [], ...scenario.end });
    } finally {
      await stage.close();
    }
  });
});
