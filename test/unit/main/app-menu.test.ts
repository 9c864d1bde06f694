import { describe, expect, it, vi } from 'vitest';
import { menusFor, setAppMenu } from '../../../electron/main/app-menu.ts';
import { actionNames, actionOf, actions, keysOf } from '../../../shared/rpc/actions.ts';
import { actionWords } from '../../../shared/words/actions.ts';
import { Menu } from '../../fakes/electron/electron.ts';
import { press } from '../../fakes/electron/tray.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

type Item = Electron.MenuItemConstructorOptions;
const itemsIn = (menus: readonly Item[]): Item[] =>
  menus.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsIn(item.submenu) : [])]);

describe('the native menus', () => {
  it.each(['win32', 'darwin', 'linux'] as const)('have every action that belongs into one, once (%s)', (platform) => {
    const labels = itemsIn(menusFor(platform, 'en', vi.fn())).map(({ label }) => label);
    const wanted = actionNames.filter((name) => actions[name].menu !== undefined);
    for (const name of wanted)
      expect(
        labels.filter((label) => label === actionWords.en[name]),
        name,
      ).toHaveLength(1);
  });

  it.each(['win32', 'darwin'] as const)('let text be copied, and the app be quit (%s)', (platform) => {
    const roles = itemsIn(menusFor(platform, 'nl', vi.fn())).map(({ role }) => role);
    expect(roles).toEqual(expect.arrayContaining(['editMenu', 'quit', 'zoomIn']));
    expect(roles).not.toContain('toggleDevTools');
    expect(roles).not.toContain('reload');
  });

  it.each(['win32', 'darwin', 'linux'] as const)('leave no word to Electron, which speaks English (%s)', (platform) => {
    const names = (language: 'en' | 'nl') =>
      itemsIn(menusFor(platform, language, vi.fn())).filter(
        ({ role, type }) => type !== 'separator' && role !== 'appMenu',
      );
    expect(names('nl').filter(({ label }) => label === undefined)).toEqual([]);
    const english = names('en').map(({ label }) => label);
    expect(names('nl').filter(({ label }) => english.includes(label))).toEqual([]);
    const editing = names('nl').find(({ role }) => role === 'editMenu');
    expect(editing?.submenu).toContainEqual({ role: 'paste', label: 'Plakken' });
  });

  it('have on macOS what each program has there', () => {
    const rolesOn = (platform: NodeJS.Platform) => itemsIn(menusFor(platform, 'en', vi.fn())).map(({ role }) => role);
    const ofMac = ['pasteAndMatchStyle', 'showSubstitutions', 'toggleSmartQuotes', 'startSpeaking', 'hide', 'services'];
    expect(rolesOn('darwin')).toEqual(expect.arrayContaining(ofMac));
    expect(rolesOn('win32').filter((role) => ofMac.includes(role ?? ''))).toEqual([]);
  });

  it('use the keys of the table, and no keys twice', () => {
    const keys = itemsIn(menusFor('win32', 'en', vi.fn())).flatMap(({ accelerator }) => accelerator ?? []);
    expect(keys).toContain('CmdOrCtrl+3');
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('have done what is pressed', () => {
    const act = vi.fn();
    setAppMenu('nl', act);
    press(Menu.application?.items ?? [], 'Publiceren');
    expect(act).toHaveBeenCalledExactlyOnceWith('publish');
  });
});

describe('the keys of an action', () => {
  const pressed = (key: string, held: object = {}) =>
    actionOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });

  it('are known by Ctrl and by Cmd, in either case of a letter', () => {
    expect(pressed('k', { ctrlKey: true })).toBe('find');
    expect(pressed('K', { metaKey: true })).toBe('find');
    expect(pressed('3', { ctrlKey: true })).toBe('publish');
    expect(pressed('F5')).toBe('tryNow');
    expect(pressed(',', { metaKey: true })).toBe('settings');
    expect(pressed('7', { ctrlKey: true })).toBe('settings');
  });

  it('are known as signs, whether or not a keyboard has them under Shift', () => {
    expect(pressed('?', { shiftKey: true })).toBe('keySheet');
    expect(pressed('/')).toBe('search');
    expect(pressed('/', { shiftKey: true })).toBe('search');
    expect(pressed('3', { ctrlKey: true, shiftKey: true })).toBeUndefined();
  });

  it('are left to a field in which they are typed', () => {
    for (const [key, held] of [
      ['?', {}],
      ['/', {}],
      ['z', { ctrlKey: true }],
    ] as const) {
      const event = { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held };
      expect(actionOf(event), key).toBeDefined();
      expect(actionOf(event, true), key).toBeUndefined();
    }
    expect(actionOf({ key: 'k', ctrlKey: true, metaKey: false, shiftKey: false, altKey: false }, true)).toBe('find');
  });

  it('are of one action each', () => {
    const all = actionNames.flatMap((name) => [...keysOf(name)]);
    expect(new Set(all).size).toBe(all.length);
    for (const view of [1, 2, 3, 4, 5, 6, 7, 8]) expect(pressed(String(view), { ctrlKey: true })).toBeDefined();
  });

  it('are not what somebody types', () => {
    for (const key of ['k', '3', ',', 'Enter']) expect(pressed(key), key).toBeUndefined();
    expect(pressed('3', { ctrlKey: true, altKey: true })).toBeUndefined();
    expect(pressed('F5', { ctrlKey: true })).toBeUndefined();
  });
});
