import type { Language } from './formats.ts';

/** What the native menus are called, and what is in them that the system itself does. */
interface MenuWords {
  readonly menus: {
    readonly file: string;
    readonly edit: string;
    readonly view: string;
    readonly window: string;
    readonly substitutions: string;
    readonly speech: string;
  };
  /** What the system itself does, as the menus call it. */
  readonly roles: Readonly<Record<MenuRole, string>>;
}

/** What menus have the system do; its own words for it would be English. */
export type MenuRole =
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'delete'
  | 'selectAll'
  | MacEditing
  | 'resetZoom'
  | 'zoomIn'
  | 'zoomOut'
  | 'togglefullscreen'
  | 'minimize'
  | 'zoom'
  | 'front'
  | 'close'
  | 'about'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'quit';

/** What macOS does in each program's Edit menu. */
type MacEditing =
  | 'pasteAndMatchStyle'
  | 'showSubstitutions'
  | 'toggleSmartQuotes'
  | 'toggleSmartDashes'
  | 'toggleTextReplacement'
  | 'startSpeaking'
  | 'stopSpeaking';

export const menuWords: Readonly<Record<Language, MenuWords>> = {
  en: {
    menus: {
      file: 'File',
      edit: 'Edit',
      view: 'View',
      window: 'Window',
      substitutions: 'Substitutions',
      speech: 'Speech',
    },
    roles: {
      undo: 'Undo',
      redo: 'Redo',
      cut: 'Cut',
      copy: 'Copy',
      paste: 'Paste',
      delete: 'Delete',
      selectAll: 'Select all',
      pasteAndMatchStyle: 'Paste and match style',
      showSubstitutions: 'Show substitutions',
      toggleSmartQuotes: 'Smart quotes',
      toggleSmartDashes: 'Smart dashes',
      toggleTextReplacement: 'Text replacement',
      startSpeaking: 'Start speaking',
      stopSpeaking: 'Stop speaking',
      resetZoom: 'Actual size',
      zoomIn: 'Zoom in',
      zoomOut: 'Zoom out',
      togglefullscreen: 'Full screen',
      minimize: 'Minimize',
      zoom: 'Zoom',
      front: 'Bring all to front',
      close: 'Close window',
      about: 'About CAD Library Sync',
      services: 'Services',
      hide: 'Hide CAD Library Sync',
      hideOthers: 'Hide others',
      unhide: 'Show all',
      quit: 'Quit CAD Library Sync',
    },
  },
  nl: {
    menus: {
      file: 'Bestand',
      edit: 'Bewerken',
      view: 'Beeld',
      window: 'Venster',
      substitutions: 'Vervangingen',
      speech: 'Spraak',
    },
    roles: {
      undo: 'Ongedaan maken',
      redo: 'Opnieuw',
      cut: 'Knippen',
      copy: 'Kopiëren',
      paste: 'Plakken',
      delete: 'Verwijderen',
      selectAll: 'Alles selecteren',
      pasteAndMatchStyle: 'Plakken en stijl aanpassen',
      showSubstitutions: 'Toon vervangingen',
      toggleSmartQuotes: 'Slimme aanhalingstekens',
      toggleSmartDashes: 'Slimme streepjes',
      toggleTextReplacement: 'Tekstvervanging',
      startSpeaking: 'Begin met spreken',
      stopSpeaking: 'Stop met spreken',
      resetZoom: 'Werkelijke grootte',
      zoomIn: 'Inzoomen',
      zoomOut: 'Uitzoomen',
      togglefullscreen: 'Volledig scherm',
      minimize: 'Minimaliseren',
      zoom: 'Vergroten/verkleinen',
      front: 'Alles op voorgrond',
      close: 'Venster sluiten',
      about: 'Over CAD Library Sync',
      services: 'Voorzieningen',
      hide: 'CAD Library Sync verbergen',
      hideOthers: 'Andere verbergen',
      unhide: 'Alles tonen',
      quit: 'CAD Library Sync afsluiten',
    },
  },
};
