import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sampleDrawing } from './samples.ts';
import { nothingLeft, service } from './sync-once.ts';
import { drawingPath, workplace } from './workplace.ts';

test('the same service under another name of this computer makes no conflict of an edited file', async () => {
  const { environment } = await service();
  const first = workplace(environment, { [drawingPath]: sampleDrawing('step/cabinet_lock_40x42mm.step') });
  expect(await first.sync()).toMatchObject({ exitCode: 0, summary: { ...nothingLeft, uploaded: 1 } });
  const usual = environment['CADSYNC_BASE_URL'] ?? '';
  for (const host of ['localhost', 'LOCALHOST', '127.1']) {
    const otherName = usual.replace('127.0.0.1', host);
    Object.assign(environment, { CADSYNC_BASE_URL: `${otherName}/`, CADSYNC_AUTH_URL: otherName });
    appendFileSync(first.at(drawingPath), '\n');
    const { exitCode, summary } = await first.sync();
    expect({ host, exitCode, summary }).toMatchObject({ host, exitCode: 0, summary: { ...nothingLeft, uploaded: 1 } });
  }
});
