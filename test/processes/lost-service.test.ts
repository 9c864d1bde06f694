import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openService, type OpenedService } from '../../electron/service/open-service.ts';
import { ownPort } from '../own-port.ts';
import { sampleDrawing } from './samples.ts';
import { serviceAt, serviceSecrets } from './service-process.ts';
import { nothingLeft } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { drawingPath, workplace } from './workplace.ts';

const secrets = {
  credentials: { clientId: serviceSecrets.CADSYNC_CLIENT_ID, clientSecret: serviceSecrets.CADSYNC_CLIENT_SECRET },
  licenseCodes: [serviceSecrets.CADSYNC_LICENSE_CODE],
};

test('a service whose data is gone gets it again from the next sync --once, and status says the truth', async () => {
  const dataDir = join(temporaryFolder(), 'service');
  let opened: OpenedService = await openService({ dataDir, port: await ownPort(), ...secrets });
  onTestFinished(() => opened.close());
  const { environment, getJson } = serviceAt(opened.address);
  const { sync, run, at } = workplace(environment, { [drawingPath]: sampleDrawing('step/cabinet_lock_40x42mm.step') });
  expect(await sync()).toMatchObject({ exitCode: 0, summary: { ...nothingLeft, uploaded: 1 } });
  expect(await sync()).toMatchObject({ exitCode: 0, summary: { ...nothingLeft, uploaded: 0 } });

  await opened.close();
  rmSync(dataDir, { recursive: true });
  opened = await openService({ dataDir, port: Number(new URL(opened.address).port), ...secrets });
  expect(await getJson('/api/v1/MetadataBulk/Revit/2025/True/')).toEqual([]);
  expect(await sync()).toMatchObject({ exitCode: 0, summary: { ...nothingLeft, uploaded: 1 } });
  expect(await getJson('/api/v1/MetadataBulk/Revit/2025/True/')).toHaveLength(1);
  const { answer } = await run('status', at(drawingPath));
  expect(answer).toMatchObject({ files: [{ explanation: { reason: { version: '0.1' } } }] });
});
