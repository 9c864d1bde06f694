import { expect, it } from 'vitest';
import { createRunSettings } from '../../../electron/engine/run-settings.ts';
import { createSettingsStore } from '../../../electron/engine/state/settings-store.ts';
import { putSetting } from '../../fakes/engine/kept-settings.ts';
import { takeState } from '../../fakes/engine/kept-states.ts';

it('what counts for one run only is not kept when something else is set', () => {
  const store = createSettingsStore(takeState());
  const before = store.settings().quietTimeMs;
  const settings = createRunSettings(store, { quietTimeMs: 100 });
  expect(settings.save({ addIns: true })).toMatchObject({ addIns: true, quietTimeMs: 100 });
  expect(store.settings()).toMatchObject({ addIns: true, quietTimeMs: before });
  expect(settings.save({ quietTimeMs: 500 }).quietTimeMs).toBe(500);
  expect([settings.now().quietTimeMs, store.settings().quietTimeMs]).toEqual([500, 500]);
});

it('a limit that cannot be read is none, until a person sets it again', () => {
  const database = takeState();
  putSetting(database, 'settings', { historyDays: 'for ever', historyMegabytes: 500, backupDays: 60 });
  const settings = createRunSettings(createSettingsStore(database), undefined);
  expect(settings.inForce()).toMatchObject({ historyDays: Infinity, historyMegabytes: Infinity, backupDays: 60 });
  expect([settings.now().historyDays, settings.problem()]).toEqual([
    7,
    { code: 'settings-unreadable', detail: 'historyDays.' },
  ]);
  settings.save({ historyDays: 30 });
  expect(settings.inForce()).toMatchObject({ historyDays: 30, historyMegabytes: 500 });
  expect(settings.problem()).toBeUndefined();
});
