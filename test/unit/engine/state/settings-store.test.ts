import { describe, expect, it } from 'vitest';
import { createRunSettings } from '../../../../electron/engine/run-settings.ts';
import { createSettingsStore } from '../../../../electron/engine/state/settings-store.ts';
import { defaultSettings } from '../../../../shared/rpc/settings.ts';
import { keptSetting, putSetting } from '../../../fakes/engine/kept-settings.ts';
import { takeState } from '../../../fakes/engine/kept-states.ts';

/** With a theme and a setting of a later version. */
const ofLater = { theme: 'sepia', historyDays: 365, addIns: true, inTray: false, ofLater: { on: true } };

describe('a setting that only another version of the app can read', () => {
  it('takes no other one away', () => {
    const database = takeState();
    putSetting(database, 'settings', ofLater);
    const store = createSettingsStore(database);
    const readable = { historyDays: 365, addIns: true, inTray: false };
    expect(store.settings()).toEqual({ ...defaultSettings, ...readable });
    expect(store.unreadSettings()).toEqual(['theme']);
  });

  it('stays when others are saved, as one does that is not known here', () => {
    const database = takeState();
    putSetting(database, 'settings', ofLater);
    const store = createSettingsStore(database);
    store.saveSettings({ addIns: false });
    expect(keptSetting(database, 'settings')).toEqual({ ...ofLater, addIns: false });
    store.saveSettings({ theme: 'dark' });
    expect(store.unreadSettings()).toEqual([]);
  });

  it('is each of them where they are kept in another form', () => {
    const database = takeState();
    putSetting(database, 'settings', [ofLater]);
    const store = createSettingsStore(database);
    expect(store.settings()).toEqual(defaultSettings);
    expect(store.unreadSettings()).toContain('backupDays');
    expect(() => store.saveSettings({ addIns: true })).toThrow(expect.objectContaining({ code: 'state-unreadable' }));
    expect(keptSetting(database, 'settings')).toEqual([ofLater]);
  });
});

describe('a connection of another version of the app', () => {
  const service = { contentAddress: 'https://cad.example', clientId: 'me', ofLater: 'x' };

  it('keeps its addresses, and is known to be one', () => {
    const database = takeState();
    putSetting(database, 'connection', { kind: 'office', ...service });
    const store = createSettingsStore(database);
    expect(store.connection()).toMatchObject({ contentAddress: 'https://cad.example', clientId: 'me' });
    expect(() => store.connectionToOpen()).toThrow(expect.objectContaining({ code: 'settings-unreadable' }));
    expect(() => createSettingsStore(takeState()).connectionToOpen()).not.toThrow();
  });

  it('leaves nothing to another service, and loses nothing while the service is the same', () => {
    const database = takeState();
    putSetting(database, 'connection', { kind: 'remote', ...service });
    const store = createSettingsStore(database);
    store.saveConnection({ ...store.connection(), clientId: 'you' });
    expect(keptSetting(database, 'connection')).toMatchObject({ clientId: 'you', ofLater: 'x' });
    store.saveConnection({ ...store.connection(), contentAddress: 'https://other.example' });
    expect(keptSetting(database, 'connection')).not.toHaveProperty('ofLater');
  });
});

describe('the language', () => {
  it('is open until it is saved, whichever it is', () => {
    const database = takeState();
    const store = createSettingsStore(database);
    const settings = createRunSettings(store, undefined);
    settings.save({ theme: 'dark' });
    expect(settings.isLanguageOpen()).toBe(true);
    settings.save({ language: 'en' });
    expect([settings.isLanguageOpen(), createRunSettings(store, undefined).isLanguageOpen()]).toEqual([false, false]);
  });
});
