import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { preventable } from './preventable.ts';

/** The colours of the desktop. */
class NativeTheme extends EventEmitter {
  #source: Electron.NativeTheme['themeSource'] = 'system';
  desktopIsDark = false;

  get themeSource() {
    return this.#source;
  }
  set themeSource(source) {
    this.#source = source;
    this.emit('updated');
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? this.desktopIsDark : this.#source === 'dark';
  }
}

export const nativeTheme = new NativeTheme();

/** What the desktop tells of its looks. */
class SystemPreferences extends EventEmitter {
  /** As Electron gives it, with the opacity; `undefined` where the system has none. */
  accent: string | undefined = '0078d7ff';
  getAccentColor(): string {
    if (this.accent === undefined) throw new Error('There is no accent colour.');
    return this.accent;
  }
  become(accent: string): void {
    this.accent = accent;
    this.emit('accent-color-changed', {}, accent);
  }
}

export const systemPreferences = new SystemPreferences();

export const screen = {
  workAreas: [{ x: 0, y: 0, width: 1_920, height: 1_040 }] as Electron.Rectangle[],
  getAllDisplays(): Electron.Display[] {
    return this.workAreas.map((workArea) => ({ workArea }) as Electron.Display);
  },
};

/** What the person is asked, and what the person answers. */
export const dialog = {
  chosenFolder: undefined as string | undefined,
  chosenFile: undefined as string | undefined,
  /** What was proposed as the name of a file. */
  proposedFiles: [] as (string | undefined)[],
  pressedButton: 0,
  messages: [] as Electron.MessageBoxOptions[],
  async showOpenDialog(): Promise<Electron.OpenDialogReturnValue> {
    return this.chosenFolder === undefined
      ? { canceled: true, filePaths: [] }
      : { canceled: false, filePaths: [this.chosenFolder] };
  },
  async showSaveDialog(...given: unknown[]): Promise<Electron.SaveDialogReturnValue> {
    this.proposedFiles.push((given.at(-1) as Electron.SaveDialogOptions).defaultPath);
    return { canceled: this.chosenFile === undefined, filePath: this.chosenFile ?? '' };
  },
  async showMessageBox(options: Electron.MessageBoxOptions): Promise<Electron.MessageBoxReturnValue> {
    this.messages.push(options);
    return { response: this.pressedButton, checkboxChecked: false };
  },
  errors: [] as { readonly title: string; readonly content: string }[],
  showErrorBox(title: string, content: string): void {
    this.errors.push({ title, content });
  },
};

/** Sleep, and the end of the computer's day. */
class PowerMonitor extends EventEmitter {
  /** The system is about to shut down. @returns whether it waits for the app */
  shutDown(): boolean {
    const event = preventable();
    this.emit('shutdown', event);
    return event.defaultPrevented;
  }
}

export const powerMonitor = new PowerMonitor();

/** What installs newer versions on macOS. */
export const autoUpdater = new EventEmitter();

/** Files and folders that were opened and shown. */
export const shell = {
  opened: [] as string[],
  revealed: [] as string[],
  /** Why the desktop cannot open a file; empty: it can. */
  openFailure: '',
  async openPath(path: string): Promise<string> {
    this.opened.push(path);
    return this.openFailure;
  },
  showItemInFolder(path: string): void {
    this.revealed.push(path);
  },
};

nativeTheme satisfies Pick<Electron.NativeTheme, 'themeSource' | 'shouldUseDarkColors'>;
screen satisfies Pick<Electron.Screen, 'getAllDisplays'>;
dialog satisfies Pick<Electron.Dialog, 'showOpenDialog' | 'showSaveDialog' | 'showErrorBox'>;
shell satisfies Pick<Electron.Shell, 'openPath' | 'showItemInFolder'>;
