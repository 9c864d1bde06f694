import { Menu } from 'electron';
import { actionNames, actions, keysOf, type ActionName } from '../../shared/rpc/actions.ts';
import { actionWords } from '../../shared/words/actions.ts';
import { desktopWords } from '../../shared/words/desktop.ts';
import type { Language } from '../../shared/words/formats.ts';

type Item = Electron.MenuItemConstructorOptions;

/** Sets the native menus: the actions of the window in their places, and what each desktop expects besides. */
export function setAppMenu(language: Language, act: (action: ActionName) => void): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menusFor(process.platform, language, act)));
}

/** The menus, as Electron builds them. */
export function menusFor(platform: NodeJS.Platform, language: Language, act: (action: ActionName) => void): Item[] {
  const { menus } = desktopWords[language];
  const itemsOf = (menu: 'app' | 'file' | 'view'): Item[] =>
    actionNames.filter((name) => actions[name].menu === menu).map((name) => itemOf(name, language, act));
  const edit: Item = { label: menus.edit, role: 'editMenu' };
  const view: Item = {
    label: menus.view,
    submenu: [
      ...itemsOf('view'),
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'togglefullscreen' },
    ],
  };
  if (platform !== 'darwin') {
    const submenu: Item[] = [
      ...itemsOf('file'),
      { type: 'separator' },
      ...itemsOf('app'),
      { type: 'separator' },
      { role: 'quit', accelerator: 'Ctrl+Q' },
    ];
    return [{ label: menus.file, submenu }, edit, view];
  }
  const own: Item[] = [
    { role: 'about' },
    { type: 'separator' },
    ...itemsOf('app'),
    { type: 'separator' },
    { role: 'services' },
    { type: 'separator' },
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    { type: 'separator' },
    { role: 'quit' },
  ];
  const file: Item[] = [...itemsOf('file'), { type: 'separator' }, { role: 'close' }];
  return [
    { role: 'appMenu', submenu: own },
    { label: menus.file, submenu: file },
    edit,
    view,
    { label: menus.window, role: 'windowMenu' },
  ];
}

function itemOf(name: ActionName, language: Language, act: (action: ActionName) => void): Item {
  const [keys] = keysOf(name);
  return {
    label: actionWords[language][name],
    ...(keys === undefined ? {} : { accelerator: keys.replace('Mod', 'CmdOrCtrl') }),
    click: () => act(name),
  };
}
