import { tick } from 'svelte';
import type { ActionName } from '../../../shared/rpc/actions.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import type { WindowWish } from '../../../shared/rpc/window-wish.ts';
import { addLibrary } from '../../state/add-library.ts';
import type { App } from '../../state/app.svelte.ts';
import { chosenReleases } from '../../state/chosen-releases.ts';
import type { Route } from '../../state/route.ts';
import { statusLead } from '../../state/status-lead.ts';
import { retryQueued } from '../activity/retry-queued.ts';
import { filesToAddId } from '../intake/files-to-add.ts';

/** As many letters of a key as a search takes. */
const longestSearch = 200;

/** What lies over every view, as the main window opens and closes it. */
export interface Overlays {
  readonly togglePalette: () => void;
  readonly toggleKeySheet: () => void;
}

/** Does what a menu, the tray, a notification, a link, the palette or a key of the keyboard asks for. */
export function carryOut(app: App, wish: WindowWish, overlays: Overlays): void {
  switch (wish.kind) {
    case 'action':
      actsOf(app, overlays)[wish.action]();
      break;
    case 'product':
      app.router.go({ view: 'products', gtin: wish.gtin });
      break;
    case 'file':
      void showFile(app, wish.key);
      break;
  }
}

function actsOf(app: App, { togglePalette, toggleKeySheet }: Overlays): Record<ActionName, () => void> {
  const leadTo = (route: Route) => () => app.router.go(route);
  const turn = (theme: Settings['theme']) => () => void app.act((client) => client.settings.save({ theme }));
  return {
    library: leadTo({ view: 'library' }),
    products: leadTo({ view: 'products' }),
    publish: leadTo({ view: 'publish' }),
    validation: leadTo({ view: 'validation' }),
    exports: leadTo({ view: 'exports' }),
    activity: leadTo({ view: 'activity' }),
    settings: leadTo({ view: 'settings' }),
    versions: leadTo(versionsRoute(app.router.route)),
    find: togglePalette,
    search: () => void focusSearch(app),
    keySheet: toggleKeySheet,
    tryNow: () => void retryQueued(app),
    publishAll: () => publishAll(app),
    restoreRemoved: leadTo({ view: 'library', filter: 'removedHere' }),
    undo: () => undo(app),
    addFiles: () => void chooseFilesToAdd(app),
    addLibrary: () => addLibrary(app),
    themeSystem: turn('system'),
    themeLight: turn('light'),
    themeDark: turn('dark'),
    status: () => app.router.go(statusRoute(app)),
  };
}

function publishAll({ forms, router }: App): void {
  chosenReleases(forms).only = undefined;
  router.go({ view: 'publish', isBegun: true });
}

function undo({ notices, texts }: App): void {
  if (!notices.takeBack()) notices.done(texts.shell.nothingToUndo, { isLeft: true, topic: 'undo' });
}

function versionsRoute(route: Route): Route {
  const fileId = route.view === 'library' || route.view === 'versions' ? route.fileId : undefined;
  return fileId === undefined ? { view: 'library' } : { view: 'versions', fileId };
}

function statusRoute({ session: { status }, honestStatus }: App): Route {
  return status && honestStatus ? statusLead(honestStatus, status) : { view: 'activity' };
}

/** Into the field that narrows the list of this view; where it has none, of the library. */
async function focusSearch(app: App): Promise<void> {
  const field = () => document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (!field()) {
    app.router.go({ view: 'library' });
    await tick();
  }
  field()?.focus();
}

/** Opens the dialog for files that the library takes; where there is none yet, leads to where one is added. */
async function chooseFilesToAdd({ router }: App): Promise<void> {
  if (router.route.view !== 'library') router.go({ view: 'library' });
  await tick();
  document.getElementById(filesToAddId)?.click();
}

/** Shows the file with a key, or says that no library here has it. */
async function showFile(app: App, key: string): Promise<void> {
  const search = key.slice(0, longestSearch);
  const found = await app.act((client) => client.files.list({ filter: 'all', search, offset: 0, limit: 50 }));
  if (!found) return;
  const file = found.rows.find((row) => row.key === key);
  if (file) app.router.go({ view: 'library', fileId: file.fileId });
  else app.notices.failed({ code: 'unknown-item', detail: key });
}
