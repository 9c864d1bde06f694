import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

type Item = Electron.MenuItemConstructorOptions;

/** A menu, as it was described. */
export class Menu {
  /** The menus of the app that are set now. */
  static application: Menu | undefined;
  readonly items: readonly Item[];

  constructor(items: readonly Item[]) {
    this.items = items;
  }

  static buildFromTemplate(items: readonly Item[]): Menu {
    return new Menu(items);
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.application = menu ?? undefined;
  }
}

/** Presses an item, wherever in the menus it is. */
export function press(items: readonly Item[], label: string): void {
  const all = (some: readonly Item[]): Item[] =>
    some.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])]);
  const item = all(items).find((some) => some.label === label);
  if (!item?.click) throw new Error(`No item is called ${label}.`);
  item.click({} as Electron.MenuItem, undefined, {});
}

/** The icon beside the clock. */
export class Tray extends EventEmitter {
  static all: Tray[] = [];
  picture: string;
  toolTip = '';
  menu: Menu | undefined;
  destroyed = false;

  constructor(picture: string) {
    super();
    this.picture = picture;
    Tray.all.push(this);
  }
  setImage(picture: string): void {
    this.picture = picture;
  }
  setToolTip(toolTip: string): void {
    this.toolTip = toolTip;
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = menu ?? undefined;
  }
  destroy(): void {
    this.destroyed = true;
  }
}

/** What the desktop tells the person at its edge. */
export class Notification extends EventEmitter {
  static shown: Notification[] = [];
  readonly options: Electron.NotificationConstructorOptions;

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    this.options = options;
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    Notification.shown.push(this);
  }
  close(): void {
    this.emit('close');
  }
}

Tray satisfies new (picture: string) => Pick<Electron.Tray, 'setToolTip' | 'destroy'>;
Notification satisfies new (
  options?: Electron.NotificationConstructorOptions,
) => Pick<Electron.Notification, 'show' | 'close'>;
