import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenarios } from '../scenarios/rows.ts';
import { openRealStage } from '../scenarios/real-stage.ts';
import { play } from '../scenarios/stage.ts';
import { startService, type ServiceProcess } from './service-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

const serviceFolder = mkdtempSync(join(tmpdir(), 'cadsync-scenarios-'));
let service: ServiceProcess;
beforeAll(async () => {
  service = await startService(serviceFolder);
});
afterAll(async () => {
  service.process.kill();
  await service.process.ended;
  rmSync(serviceFolder, { recursive: true, force: true, maxRetries: 5 });
});

describe('on a real disk, with the service in a process of its own', () => {
  it.each(scenarios.map((scenario, row) => ({ ...scenario, row })))('"$name" ends as it should', async (scenario) => {
    const stage = await openRealStage(temporaryFolder(), service, `20${scenario.row}`);
    const ending = await play(stage, scenario);
    await stage.close();
    expect(ending).toEqual({ conflicts: [], backup: [], ...scenario.end });
  });
});
