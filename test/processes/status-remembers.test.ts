import { renameSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sampleDrawing } from './samples.ts';
import { service } from './sync-once.ts';
import { drawingPath, workplace } from './workplace.ts';

const drawing = () => ({ [drawingPath]: sampleDrawing('step/cabinet_lock_40x42mm.step') });

describe('cadsync status after a run that failed', () => {
  test('says that the folder is not there, of the library and of its files, and exits 2', async () => {
    const { environment } = await service();
    const { sync, tell, library, at } = workplace(environment, drawing());
    await sync();
    renameSync(library, `${library} away`);
    expect((await sync(library)).exitCode).toBe(2);
    const overview = await tell('status');
    expect(overview).toMatchObject({ exitCode: 2 });
    expect(overview.output).toContain('is paused: the library folder is missing');
    expect((await tell('status', at(drawingPath))).output).toContain('is paused: the library folder is missing');
    renameSync(`${library} away`, library);
    expect(await sync()).toMatchObject({ exitCode: 0 });
    expect((await tell('status')).output).not.toContain('paused');
  });

  test('says that the service refused the secret, until a run got through', async () => {
    const { environment } = await service();
    const { sync, tell } = workplace(environment, drawing());
    await sync();
    const secret = environment['CADSYNC_CLIENT_SECRET'];
    Object.assign(environment, { CADSYNC_CLIENT_SECRET: 'wrong' });
    expect((await sync()).exitCode).toBe(2);
    const overview = await tell('status');
    expect(overview).toMatchObject({ exitCode: 2 });
    expect(overview.output).toContain('did not accept the client id and secret');
    Object.assign(environment, { CADSYNC_CLIENT_SECRET: secret });
    await sync();
    expect((await tell('status')).output).not.toContain('did not accept');
  });
});
