import { Menu } from 'electron';
import { actionNames, actions, keysOf, type ActionName } from '../../shared/rpc/actions.ts';
import { actionWords } from '../../shared/words/actions.ts';
import { desktopWords } from '../../shared/words/desktop.ts';
import type { Language } from '../../shared/words/formats.ts';
import { menuWords, type MenuRole } from '../../shared/words/menus.ts';

type Item = Electron.MenuItemConstructorOptions;

/** Sets the native menus: the actions of the window in their places, and what each desktop expects besides. */
export function setAppMenu(language: Language, act: (action: ActionName) => void): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menusFor(process.platform, language, act)));
}

/** The menus, as Electron builds them. What it does itself it would call by English names. */
export function menusFor(platform: NodeJS.Platform, language: Language, act: (action: ActionName) => void): Item[] {
  const { menus, roles } = menuWords[language];
  const itemsOf = (menu: 'app' | 'file' | 'view'): Item[] =>
    actionNames.filter((name) => actions[name].menu === menu).map((name) => itemOf(name, language, act));
  const does = (...names: MenuRole[]): Item[] => names.map((role) => ({ role, label: roles[role] }));
  const line: Item = { type: 'separator' };
  const isMac = platform === 'darwin';
  const substituting = ['toggleSmartQuotes', 'toggleSmartDashes', 'toggleTextReplacement'] as const;
  const ofMac: Item[] = [
    line,
    { label: menus.substitutions, submenu: [...does('showSubstitutions'), line, ...does(...substituting)] },
    { label: menus.speech, submenu: does('startSpeaking', 'stopSpeaking') },
  ];
  const pasting = does('cut', 'copy', 'paste', ...(isMac ? (['pasteAndMatchStyle'] as const) : []), 'delete');
  const editing = [...does('undo', 'redo'), line, ...pasting, line, ...does('selectAll'), ...(isMac ? ofMac : [])];
  const edit: Item = { label: menus.edit, role: 'editMenu', submenu: editing };
  const viewing = does('resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen');
  const view: Item = { label: menus.view, submenu: [...itemsOf('view'), line, ...viewing] };
  if (!isMac) {
    const quit = { role: 'quit', label: desktopWords[language].quit, accelerator: 'Ctrl+Q' } as const;
    return [{ label: menus.file, submenu: [...itemsOf('file'), line, ...itemsOf('app'), line, quit] }, edit, view];
  }
  const hiding = does('hide', 'hideOthers', 'unhide');
  const services = does('services');
  const own = [...does('about'), line, ...itemsOf('app'), line, ...services, line, ...hiding, line, ...does('quit')];
  return [
    { role: 'appMenu', submenu: own },
    { label: menus.file, submenu: [...itemsOf('file'), line, ...does('close')] },
    edit,
    view,
    { label: menus.window, role: 'windowMenu', submenu: [...does('minimize', 'zoom'), line, ...does('front')] },
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
