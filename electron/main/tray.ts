import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { app, Menu, Tray } from 'electron';
import type { ActionName } from '../../shared/rpc/actions.ts';
import type { TrayContent } from './tray-content.ts';

/** What the tray can have done. */
interface TrayVerbs {
  open(): void;
  act(action: ActionName): void;
  update(): void;
}

/** The app's icon beside the clock. */
interface AppTray {
  show(content: TrayContent): void;
  close(): void;
}

/** @param folder absolute path of the folder of its pictures */
export function createTray(folder: string, first: TrayContent, verbs: TrayVerbs): AppTray {
  const pictureOf = ({ mark }: TrayContent): string =>
    join(folder, `${mark}${process.platform === 'darwin' ? 'Template' : ''}.png`);
  const tray = new Tray(pictureOf(first));
  let shown: TrayContent | undefined;

  function show(content: TrayContent): void {
    // Each picture and menu is a round trip to the desktop, and news comes many times a second while files move.
    if (isDeepStrictEqual(content, shown)) return;
    if (content.mark !== shown?.mark) tray.setImage(pictureOf(content));
    tray.setToolTip(`CAD Library Sync: ${content.headline}`);
    tray.setContextMenu(Menu.buildFromTemplate(menuOf(content, verbs)));
    shown = content;
  }
  show(first);
  // On macOS a click opens the menu.
  if (process.platform !== 'darwin') tray.on('click', () => verbs.open());
  return { show, close: () => tray.destroy() };
}

function menuOf(
  { headline, doNow, update, open, quit }: TrayContent,
  verbs: TrayVerbs,
): Electron.MenuItemConstructorOptions[] {
  return [
    { label: headline, enabled: false },
    { type: 'separator' },
    ...(doNow ? [{ label: doNow.text, click: () => verbs.act(doNow.action) }] : []),
    ...(update === undefined ? [] : [{ label: update, click: () => verbs.update() }]),
    { label: open, click: () => verbs.open() },
    { type: 'separator' },
    { label: quit, click: () => app.quit() },
  ];
}
