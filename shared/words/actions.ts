import type { ActionName, FileActionName, ListKeyName, LookKeyName } from '../rpc/actions.ts';
import type { Language } from './formats.ts';

/** What each action is called, in menus, in the palette and on the sheet of all keys. */
export const actionWords: Readonly<Record<Language, Readonly<Record<ActionName, string>>>> = {
  en: {
    library: 'Library',
    products: 'Products',
    publish: 'Publish',
    validation: 'Validation',
    exports: 'Exports and filters',
    activity: 'Activity',
    settings: 'Settings …',
    versions: 'Versions of the chosen file',
    find: 'Go to …',
    search: 'Search in this view',
    keySheet: 'Keyboard shortcuts',
    tryNow: 'Sync now',
    publishAll: 'Publish all …',
    restoreRemoved: 'Restore removed files …',
    undo: 'Undo what was done last',
    addFiles: 'Add files …',
    addLibrary: 'Add a library …',
    themeSystem: 'Theme: as the system',
    themeLight: 'Theme: light',
    themeDark: 'Theme: dark',
    status: 'Show what is going on',
  },
  nl: {
    library: 'Bibliotheek',
    products: 'Producten',
    publish: 'Publiceren',
    validation: 'Validatie',
    exports: 'Exports en filters',
    activity: 'Activiteit',
    settings: 'Instellingen …',
    versions: 'Versies van het geselecteerde bestand',
    find: 'Ga naar …',
    search: 'Zoeken in dit scherm',
    keySheet: 'Sneltoetsen',
    tryNow: 'Nu synchroniseren',
    publishAll: 'Alles publiceren …',
    restoreRemoved: 'Verwijderde bestanden terugzetten …',
    undo: 'Laatste handeling ongedaan maken',
    addFiles: 'Bestanden toevoegen …',
    addLibrary: 'Bibliotheek toevoegen …',
    themeSystem: 'Thema: zoals het systeem',
    themeLight: 'Thema: licht',
    themeDark: 'Thema: donker',
    status: 'Tonen wat er gebeurt',
  },
};

/** What can be done with chosen files, as their menu and the sheet of all keys say it. */
export const fileActionWords: Readonly<Record<Language, Readonly<Record<FileActionName, string>>>> = {
  en: {
    look: 'Look',
    open: 'Open',
    reveal: 'Show in folder',
    publish: 'Publish …',
    assign: 'Choose classes …',
    versions: 'All versions',
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
    restore: 'Restore',
    tryNow: 'Sync now',
  },
  nl: {
    look: 'Bekijken',
    open: 'Openen',
    reveal: 'Map tonen',
    publish: 'Publiceren …',
    assign: 'Klassen kiezen …',
    versions: 'Alle versies',
    keepMine: 'Mijn versie houden',
    takeTheirs: 'De andere nemen',
    restore: 'Terugzetten',
    tryNow: 'Nu synchroniseren',
  },
};

/** How files are chosen with the keyboard. */
export const listKeyWords: Readonly<Record<Language, Readonly<Record<ListKeyName, string>>>> = {
  en: {
    move: 'Go to another file',
    extend: 'Choose several',
    all: 'Choose all',
    menu: 'What can be done with them',
    none: 'Choose none',
  },
  nl: {
    move: 'Naar een ander bestand',
    extend: 'Meer bestanden selecteren',
    all: 'Alles selecteren',
    menu: 'Wat ermee kan worden gedaan',
    none: 'Niets selecteren',
  },
};

/** How a model or drawing is looked at with the keyboard. */
export const lookKeyWords: Readonly<Record<Language, Readonly<Record<LookKeyName, string>>>> = {
  en: { turn: 'Turn the model, move the drawing', nearer: 'Nearer', farther: 'Farther', fit: 'Fit' },
  nl: {
    turn: 'Het model draaien, de tekening verschuiven',
    nearer: 'Dichterbij',
    farther: 'Verder weg',
    fit: 'Passend',
  },
};

/** What the keys are called that are named by words, where that is not as the tables of keys have it. */
const keyNames: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: {}, nl: { Space: 'Spatie' } };

/** Keys as they are written on the keyboard of a system, one after the other. */
export function keyCaps(keys: string, isMac: boolean, language: Language): string[] {
  const caps: Readonly<Record<string, string>> = isMac
    ? { Mod: '⌘', Shift: '⇧', Escape: 'Esc', Enter: '↩' }
    : { Mod: 'Ctrl', Escape: 'Esc' };
  // The sign itself is a key, too.
  const held = keys === '+' ? [keys] : keys.split('+');
  return held.map((key) => caps[key] ?? keyNames[language][key] ?? key);
}
