/**
 * Everything the window can be had to do from outside of a view, once: the native menus, the tray, the palette, the
 * keyboard and the sheet of all keys take it from here; its words are in `shared/words/actions.ts`. `keys` are those of a
 * browser's `KeyboardEvent.key`, after `Mod`, which is Ctrl, and Cmd on macOS; menus show the first of them.
 */
export const actions = {
  library: { menu: 'view', keys: ['Mod+1'] },
  products: { menu: 'view', keys: ['Mod+2'] },
  publish: { menu: 'view', keys: ['Mod+3'] },
  validation: { menu: 'view', keys: ['Mod+4'] },
  exports: { menu: 'view', keys: ['Mod+5'] },
  activity: { menu: 'view', keys: ['Mod+6'] },
  settings: { menu: 'app', keys: ['Mod+,', 'Mod+7'] },
  /** Of the file that is chosen; the library, where none is. */
  versions: { menu: 'view', keys: ['Mod+8'] },
  find: { menu: 'view', keys: ['Mod+K'] },
  search: { menu: undefined, keys: ['/'], isTyped: true },
  keySheet: { menu: 'view', keys: ['?'], isTyped: true },
  tryNow: { menu: 'file', keys: ['F5'] },
  /** Leads to the comment of all that can be published; Enter there publishes it. */
  publishAll: { menu: undefined, keys: [] },
  /** Leads to the files that are gone here. */
  restoreRemoved: { menu: undefined, keys: [] },
  /** What was done last, as long as the window offers to take it back. A field takes its own typing back. */
  undo: { menu: undefined, keys: ['Mod+Z'], isTyped: true },
  /** A browser opens its dialog only for a key or a click in the page, so no native menu has it. */
  addFiles: { menu: undefined, keys: ['Mod+O'] },
  addLibrary: { menu: 'file', keys: [] },
  themeSystem: { menu: undefined, keys: [] },
  themeLight: { menu: undefined, keys: [] },
  themeDark: { menu: undefined, keys: [] },
  /** Goes where the one sentence on the state of everything leads. */
  status: { menu: undefined, keys: [] },
} as const satisfies Record<string, Action>;

interface Action {
  /** The native menu it is in; `app` is the menu of the app itself on macOS, and elsewhere `file`. */
  readonly menu: 'app' | 'file' | 'view' | undefined;
  readonly keys: readonly string[];
  /** Its keys mean something else while somebody types into a field. */
  readonly isTyped?: boolean;
}

export type ActionName = keyof typeof actions;
export const actionNames = Object.keys(actions) as readonly ActionName[];

/** The keys of an action, the usual ones first. */
export const keysOf = (name: ActionName): readonly string[] => actions[name].keys;

/** What can be done with the files that are chosen in a list, and the keys for it while the list has the focus. */
export const fileActions = {
  look: ['Space'],
  open: ['Enter'],
  reveal: ['Mod+Enter'],
  publish: [],
  assign: [],
  versions: [],
  keepMine: [],
  takeTheirs: [],
  restore: [],
  tryNow: [],
} as const satisfies Record<string, readonly string[]>;

export type FileActionName = keyof typeof fileActions;
export const fileActionNames = Object.keys(fileActions) as readonly FileActionName[];

/** How files are chosen in a list. */
export const listKeys = {
  move: ['↑', '↓', '←', '→'],
  extend: ['Shift+↑', 'Shift+↓'],
  all: ['Mod+A'],
  menu: ['Shift+F10'],
  none: ['Escape'],
} as const satisfies Record<string, readonly string[]>;

export type ListKeyName = keyof typeof listKeys;

/** How a model or drawing is looked at. */
export const lookKeys = {
  turn: ['↑', '↓', '←', '→'],
  nearer: ['+'],
  farther: ['-'],
  fit: ['F'],
} as const satisfies Record<string, readonly string[]>;

export type LookKeyName = keyof typeof lookKeys;

/** The part of a `KeyboardEvent` that is looked at. */
interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** The action whose keys were pressed, if any. @param isTyping whether they were pressed in a field */
export function actionOf(pressed: PressedKey, isTyping = false): ActionName | undefined {
  // Which sign needs Shift is another matter on each keyboard: `?` says by itself that it was held.
  const isSign = pressed.key.length === 1 && pressed.key.toLowerCase() === pressed.key.toUpperCase();
  if (pressed.altKey || (pressed.shiftKey && !(isSign && !/\d/.test(pressed.key)))) return undefined;
  const keys = keysPressed(pressed);
  return actionNames.find((name) => {
    const action: Action = actions[name];
    return action.keys.includes(keys) && !(isTyping && action.isTyped);
  });
}

/** What was pressed as a table writes it; Shift, which is a matter of the keyboard, is left out. */
export function keysPressed({ key, ctrlKey, metaKey }: PressedKey): string {
  const written = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  return ctrlKey || metaKey ? `Mod+${written}` : written;
}
