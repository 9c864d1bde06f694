import { expect, it } from 'vitest';
import { openState } from '../../../electron/entry/open-state.ts';
import { putSetting } from '../../fakes/engine/kept-settings.ts';
import { temporaryFolder } from '../imports/product-files.ts';
import { openClient } from './open-client.ts';

it('the status tells of settings that only another version of the app can read, until they are set again', async () => {
  const folder = temporaryFolder();
  const state = openState(folder);
  putSetting(state, 'settings', { backupDays: 'for ever', historyDays: 30 });
  putSetting(state, 'connection', { kind: 'office', contentAddress: 'https://cad.example' });
  state.close();
  const { client } = await openClient(undefined, folder);
  const { status } = await client.snapshot();
  expect(status.settingsProblem).toEqual({ code: 'settings-unreadable', detail: 'backupDays.' });
  expect(status.settings).toMatchObject({ backupDays: 30, historyDays: 30 });
  expect(status.connection).toMatchObject({
    contentAddress: 'https://cad.example',
    state: 'notSetUp',
    error: { code: 'settings-unreadable' },
  });
  await client.settings.save({ backupDays: 60 });
  expect((await client.snapshot()).status.settingsProblem).toBeUndefined();
});
