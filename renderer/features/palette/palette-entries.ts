import { formatGtin, hasRightGtinCheckDigit, parseGtin } from '../../../shared/model/gtin.ts';
import { actionNames, keysOf, type ActionName } from '../../../shared/rpc/actions.ts';
import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import { actionWords } from '../../../shared/words/actions.ts';
import { visibleText } from '../../../shared/words/visible-text.ts';
import type { App } from '../../state/app.svelte.ts';
import { settingsSections, type SettingsSection } from '../../state/route.ts';
import type { IconName } from '../../ui/icon-paths.ts';
import { joined } from '../../ui/joined.ts';
import { setPaused } from '../library/pause-library.ts';
import { libraryAmong } from '../library/library-among.ts';
import { carryOut, type Overlays } from '../shell/carry-out.ts';

/** Something the palette offers. */
export interface PaletteEntry {
  readonly entryId: string;
  readonly group: string;
  readonly icon: IconName;
  readonly text: string;
  readonly more: string;
  /** Keys that do the same. */
  readonly keys?: string | undefined;
  readonly go: () => void;
}

const viewIcons = {
  library: 'library',
  products: 'products',
  publish: 'publish',
  validation: 'check',
  exports: 'exports',
  activity: 'activity',
  settings: 'settings',
} as const satisfies Partial<Record<ActionName, IconName>>;

type View = keyof typeof viewIcons;
const viewNames = Object.keys(viewIcons) as readonly View[];

/** What fits a text, without files, which the engine is asked for: a product by its GTIN, views, actions, settings. */
export function entriesFor(app: App, overlays: Overlays, search: string): PaletteEntry[] {
  return [
    ...productEntries(app, search),
    ...doingEntries(app, overlays, search),
    ...(search.trim() === '' ? [] : [...libraryEntries(app, search), ...settingEntries(app, search)]),
  ];
}

/** Every word of what was typed occurs in it. */
function isMeant(text: string, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/);
  return words.every((word) => text.toLowerCase().includes(word));
}

function doingEntries(app: App, overlays: Overlays, search: string): PaletteEntry[] {
  const texts = app.texts.shell;
  const words = actionWords[app.language];
  const entryOf = (name: ActionName, looks: Pick<PaletteEntry, 'group' | 'icon' | 'text'>): PaletteEntry => ({
    ...{ ...looks, entryId: name, more: '', keys: keysOf(name)[0] },
    go: () => carryOut(app, { kind: 'action', action: name }, overlays),
  });
  const views = viewNames.map((name) =>
    entryOf(name, { group: texts.paletteViews, icon: viewIcons[name], text: texts.views[name] }),
  );
  const others = actionNames
    .filter((name) => !(name in viewIcons) && name !== 'find' && (name !== 'undo' || app.notices.canTakeBack))
    .map((name) => entryOf(name, { group: texts.paletteActions, icon: 'action', text: words[name] }));
  return [...views, ...others].filter(({ text }) => isMeant(text, search));
}

function libraryEntries(app: App, search: string): PaletteEntry[] {
  const { pausing } = app.texts.library;
  return (app.session.status?.libraries ?? [])
    .map((library): PaletteEntry => {
      const { isPaused } = library.settings;
      return {
        ...{ entryId: `pause ${library.libraryId}`, group: app.texts.shell.paletteActions, icon: 'action', more: '' },
        text: isPaused ? pausing.resumeNamed(library.name) : pausing.pauseNamed(library.name),
        go: () => void setPaused(app, library, !isPaused),
      };
    })
    .filter(({ text }) => isMeant(text, search));
}

/** All of them would push files out of sight, so they are asked for. */
function settingEntries(app: App, search: string): PaletteEntry[] {
  const { sections } = app.texts.settings;
  const group = app.texts.shell.views.settings;
  const isHere = (section: SettingsSection) => section !== 'desktop' || app.session.snapshot?.host === 'electron';
  return settingsSections
    .filter((section) => isHere(section) && isMeant(`${group} ${sections[section]}`, search))
    .map((section) => ({
      ...{ entryId: `settings ${section}`, group, icon: 'settings', text: sections[section], more: '' },
      go: () => app.router.go({ view: 'settings', section }),
    }));
}

function productEntries({ texts, router }: App, search: string): PaletteEntry[] {
  const gtin = parseGtin(search);
  if (!gtin.ok) return [];
  const shown = formatGtin(gtin.value);
  return [
    {
      entryId: `gtin ${shown}`,
      group: texts.shell.paletteProducts,
      icon: 'products',
      text: texts.shell.lookUpGtin(shown),
      more: hasRightGtinCheckDigit(gtin.value) ? '' : texts.products.warnedLines(1),
      go: () => router.go({ view: 'products', gtin: shown }),
    },
  ];
}

export function fileEntry(app: App, file: FileRecord): PaletteEntry {
  const { texts, router } = app;
  return {
    entryId: file.fileId,
    group: texts.shell.paletteFiles,
    icon: 'file',
    text: visibleText(file.name),
    more: joined(libraryAmong(app, file), file.className, texts.states.words[file.state]),
    go: () => router.go({ view: 'library', fileId: file.fileId }),
  };
}
