// Takes pictures of every view of the built window, to be looked at. Usage: window-pictures.ts [--dutch] [FOLDER] [NAME …]
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { cutOffs } from '../../shared/errors/reachability.ts';
import type { Language } from '../../shared/words/formats.ts';
import { openChromium } from '../e2e/chromium.ts';
import { chooseOne } from './choose-one.ts';
import { createWindowEngine, type Scenario, type WindowEngine } from './window-engine.ts';
import { assemblySample, earlierAssembly, lookAt } from './window/look-rows.ts';
import { sampleRows } from './window/sample-rows.ts';

export interface Picture {
  readonly name: string;
  readonly scenario: Scenario;
  readonly hash: string;
  /** Changes what the engine knows. */
  readonly prepare?: (engine: WindowEngine) => void | Promise<void>;
  /** What the window runs in; a browser where it says nothing. */
  readonly host?: 'electron';
  readonly act?: (page: Page) => Promise<void>;
}

const column = ['8712423012342', '8712423012349', '87124230', 'GTIN', '4006381333931', '8712423012349'].join('\n');

export const pictures: readonly Picture[] = [
  { name: 'first-run', scenario: 'firstRun', hash: '#/library' },
  { name: 'library', scenario: 'everyday', hash: '#/library' },
  { name: 'library-detail', scenario: 'everyday', hash: '#/library?file=file-1' },
  { name: 'library-conflict', scenario: 'everyday', hash: '#/library?file=file-8' },
  { name: 'library-unassigned', scenario: 'everyday', hash: '#/library?file=file-42' },
  {
    name: 'assign-search',
    scenario: 'everyday',
    hash: '#/library?file=file-42',
    act: (page) => page.getByRole('combobox', { name: 'ETIM class' }).fill('valve'),
  },
  {
    name: 'assign-folder',
    scenario: 'everyday',
    hash: '#/library?file=file-42',
    act: (page) => page.getByText(/^All \d+ here$/).click(),
  },
  { name: 'intake-drop', scenario: 'everyday', hash: '#/library', act: (page) => dragIn(page, 'dragenter') },
  { name: 'intake-where', scenario: 'everyday', hash: '#/library', act: (page) => dragIn(page, 'drop') },
  { name: 'intake-class', scenario: 'everyday', hash: '#/library?library=revit', act: (page) => dragIn(page, 'drop') },
  { name: 'assign-rivals', scenario: 'everyday', hash: '#/library?file=file-22', act: askKinds },
  { name: 'library-why', scenario: 'everyday', hash: '#/library?file=file-4' },
  { name: 'library-why-open', scenario: 'everyday', hash: '#/library?file=file-7' },
  { name: 'library-table', scenario: 'everyday', hash: '#/library', act: (page) => page.getByTitle('Table').click() },
  {
    name: 'library-table-detail',
    scenario: 'everyday',
    hash: '#/library?file=file-1',
    // In a narrow window the details lie over it.
    act: (page) => page.getByTitle('Table').dispatchEvent('click'),
  },
  {
    name: 'library-needs-you',
    scenario: 'everyday',
    hash: '#/library?file=file-36',
    act: (page) => page.getByRole('button', { name: /^Needs you/ }).click(),
  },
  {
    name: 'library-no-match',
    scenario: 'everyday',
    hash: '#/library',
    act: (page) => page.getByRole('searchbox').fill('nothing like it'),
  },
  { name: 'library-paused', scenario: 'quiet', hash: '#/library', prepare: pauseFirst, act: openLibraryMenu },
  { name: 'library-samples', scenario: 'quiet', hash: '#/library', prepare: showSamples },
  {
    name: 'library-samples-more',
    scenario: 'quiet',
    hash: '#/library',
    prepare: showSamples,
    act: (page) => page.evaluate('document.querySelector("[role=listbox]").scrollTop = 1100'),
  },
  { name: 'library-trouble', scenario: 'trouble', hash: '#/library' },
  { name: 'library-unproven', scenario: 'trouble', hash: '#/library', act: openWayOut },
  { name: 'begun-anew', scenario: 'begunAnew', hash: '#/library' },
  { name: 'library-many-changes', scenario: 'manyChanges', hash: '#/library' },
  { name: 'first-sync', scenario: 'firstSync', hash: '#/library' },
  { name: 'first-sync-activity', scenario: 'firstSync', hash: '#/activity' },
  { name: 'few-requests', scenario: 'fewRequests', hash: '#/library' },
  { name: 'few-requests-activity', scenario: 'fewRequests', hash: '#/activity' },
  ...cutOffs.map((scenario) => ({ name: `cut-off-${scenario}`, scenario, hash: '#/activity' }) as const),
  { name: 'library-large', scenario: 'large', hash: '#/library', act: scrollFar },
  { name: 'products-empty', scenario: 'everyday', hash: '#/products' },
  { name: 'products', scenario: 'everyday', hash: '#/products', act: lookUpColumn },
  { name: 'versions', scenario: 'everyday', hash: '#/versions?file=file-1' },
  { name: 'products-offline', scenario: 'trouble', hash: '#/products', act: lookUpColumn },
  { name: 'versions-offline', scenario: 'trouble', hash: '#/versions?file=file-1' },
  { name: 'settings-syncing', scenario: 'everyday', hash: '#/settings?section=syncing' },
  { name: 'connection', scenario: 'everyday', hash: '#/settings?section=connection' },
  { name: 'connection-first', scenario: 'firstRun', hash: '#/settings?section=connection' },
  { name: 'connection-other', scenario: 'quiet', hash: '#/settings?section=connection', act: changeAddress },
  { name: 'connection-replace', scenario: 'quiet', hash: '#/settings?section=connection', act: replaceSecret },
  { name: 'connection-http', scenario: 'firstRun', hash: '#/settings?section=connection', act: askAboutHttp },
  { name: 'connection-proxy', scenario: 'proxySignIn', hash: '#/settings?section=connection' },
  { name: 'move-question', scenario: 'ownService', hash: '#/settings?section=connection', act: askToMove },
  { name: 'move-preview', scenario: 'ownService', hash: '#/settings?section=connection', act: previewMove },
  { name: 'moving', scenario: 'moving', hash: '#/settings?section=connection' },
  { name: 'moving-activity', scenario: 'moving', hash: '#/activity' },
  { name: 'move-refused', scenario: 'moveRefused', hash: '#/settings?section=connection' },
  { name: 'sign-out', scenario: 'everyday', hash: '#/settings?section=connection', act: signOut },
  { name: 'library-publish', scenario: 'everyday', hash: '#/library', act: publishFromCard },
  { name: 'copies', scenario: 'everyday', hash: '#/settings?section=copies', act: askToDelete },
  { name: 'add-ins', scenario: 'everyday', hash: '#/settings?section=addIns' },
  {
    name: 'add-ins-made',
    scenario: 'everyday',
    hash: '#/settings?section=addIns',
    act: (page) => chooseOne(page, /^(On|Aan)$/),
  },
  { name: 'add-ins-activity', scenario: 'trouble', hash: '#/activity' },
  { name: 'detail-copies', scenario: 'everyday', hash: '#/library?file=file-1', act: showCopies },
  { name: 'publish', scenario: 'everyday', hash: '#/publish' },
  { name: 'publish-offline', scenario: 'trouble', hash: '#/publish' },
  { name: 'publish-going-out', scenario: 'trouble', hash: '#/publish', act: publishSome },
  { name: 'detail-going-out', scenario: 'trouble', hash: '#/library?file=file-12', act: publishThis },
  { name: 'publish-nothing', scenario: 'quiet', hash: '#/publish' },
  { name: 'activity', scenario: 'everyday', hash: '#/activity' },
  { name: 'activity-quiet', scenario: 'quiet', hash: '#/activity' },
  { name: 'settings', scenario: 'everyday', hash: '#/settings' },
  { name: 'settings-desktop', scenario: 'quiet', hash: '#/settings?section=desktop', host: 'electron' },
  { name: 'settings-libraries', scenario: 'everyday', hash: '#/settings?section=libraries', act: askToRemove },
  {
    name: 'settings-add-library',
    scenario: 'everyday',
    hash: '#/settings?section=libraries',
    act: (page) => page.locator('section').getByRole('button', { name: 'Add a library' }).click(),
  },
  {
    name: 'settings-of-library',
    scenario: 'everyday',
    hash: '#/settings?section=libraries',
    act: (page) => page.locator('section').getByRole('button', { name: 'Settings' }).first().click(),
  },
  {
    name: 'settings-diagnostics',
    scenario: 'everyday',
    hash: '#/settings?section=diagnostics',
    act: diagnose,
  },
  { name: 'settings-about', scenario: 'trouble', hash: '#/settings?section=about' },
  { name: 'validation-empty', scenario: 'everyday', hash: '#/validation' },
  { name: 'validation', scenario: 'everyday', hash: '#/validation?project=P-7&ticket=639000000000030000' },
  { name: 'validation-text', scenario: 'everyday', hash: '#/validation?project=P-7&ticket=639000000000020000' },
  { name: 'validation-offline', scenario: 'trouble', hash: '#/validation?project=P-7&ticket=639000000000030000' },
  { name: 'validation-add', scenario: 'everyday', hash: '#/validation?project=P-7', act: addRequest },
  { name: 'validation-check', scenario: 'everyday', hash: '#/validation', act: checkColumn },
  { name: 'exports-empty', scenario: 'everyday', hash: '#/exports' },
  { name: 'exports', scenario: 'everyday', hash: '#/exports?filter=12', act: exportZip },
  { name: 'exports-offline', scenario: 'trouble', hash: '#/exports?filter=12' },
  { name: 'exports-looked-up', scenario: 'everyday', hash: '#/products', act: exportLookedUp },
  { name: 'products-on-service', scenario: 'everyday', hash: '#/products', act: askOnService },
  { name: 'import-outcome', scenario: 'quiet', hash: '#/settings?section=productData', prepare: endImport },
  { name: 'products-search', scenario: 'quiet', hash: '#/products', prepare: embedService, act: searchProducts },
  { name: 'library-table-sorted', scenario: 'everyday', hash: '#/library', act: sortBySize },
  { name: 'library-chosen', scenario: 'everyday', hash: '#/library', act: chooseAll },
  { name: 'library-menu', scenario: 'everyday', hash: '#/library?file=file-8', act: openMenu },
  { name: 'key-sheet', scenario: 'everyday', hash: '#/library', act: (page) => page.keyboard.press('?') },
  { name: 'publish-told', scenario: 'everyday', hash: '#/publish', act: publishOne },
  ...lookPictures(),
  { name: 'palette', scenario: 'everyday', hash: '#/library', act: openPalette },
];

const sizes = [
  { name: '1280', width: 1280, height: 800 },
  { name: '1920', width: 1920, height: 1080 },
  { name: '640', width: 640, height: 480 },
] as const;

async function sortBySize(page: Page): Promise<void> {
  await page.getByTitle(/^(Table|Tabel)$/).click();
  await page.getByRole('columnheader').last().getByRole('button').click();
}
async function chooseAll(page: Page): Promise<void> {
  // Of a list that has not come yet there is nothing to choose.
  await page.getByRole('option').first().waitFor();
  await page.getByRole('listbox').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('region', { name: 'Chosen files' }).waitFor();
}
async function openMenu(page: Page): Promise<void> {
  await page.getByRole('listbox').press('Shift+F10');
  await page.getByRole('menu').waitFor();
}
async function publishOne(page: Page): Promise<void> {
  for (const place of [1, 2, 3]) await page.getByRole('checkbox').nth(place).uncheck();
  await page.getByRole('textbox').press('Enter');
  await page.locator('.notice').waitFor();
}
/** What is in files, and what differs between two of them. */
function lookPictures(): Picture[] {
  const look = (name: string, sample: string, act?: Picture['act']): Picture => ({
    name,
    scenario: 'everyday',
    hash: '#/look?file=file-1',
    prepare: async (engine) => lookAt(engine, sample),
    act: async (page) => {
      await page.getByRole('application').waitFor({ timeout: 60_000 });
      await act?.(page);
    },
  });
  const compare = (name: string, mode: string): Picture => ({
    name,
    scenario: 'everyday',
    hash: '#/look?file=file-1&against=2.0',
    prepare: async (engine) => lookAt(engine, assemblySample, earlierAssembly()),
    act: async (page) => {
      await page.getByRole('application').first().waitFor({ timeout: 60_000 });
      await chooseOne(page, mode);
      if (mode === 'Distance') await page.getByText('Up to').waitFor({ timeout: 60_000 });
    },
  });
  return [
    look('look', assemblySample),
    look('look-measured', assemblySample, measureAndCut),
    look('look-ifc', 'ifc/LargeBuilding.ifc'),
    look('look-dxf', 'dxf/api-cw750-details.dxf'),
    compare('compare', 'Side by side'),
    compare('compare-swipe', 'Swipe'),
    compare('compare-onion', 'Over each other'),
    compare('compare-difference', 'Difference'),
    compare('compare-distance', 'Distance'),
  ];
}

async function measureAndCut(page: Page): Promise<void> {
  await chooseOne(page, 'X');
  await page.getByRole('button', { name: 'Measure' }).click();
  const { x, y, width, height } = (await page.getByRole('application').boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  for (const [right, down] of [
    [0.45, 0.55],
    [0.5, 0.65],
  ] as const) {
    await page.mouse.click(x + width * right, y + height * down);
  }
}

function pauseFirst({ state }: WindowEngine): void {
  const [first, ...others] = state.status.libraries;
  if (!first) return;
  const paused = { ...first, state: 'paused' as const, settings: { ...first.settings, isPaused: true } };
  state.status = { ...state.status, libraries: [paused, ...others] };
}
async function openLibraryMenu(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Revit 2025/ }).click({ button: 'right' });
}

/** All real samples in one gallery. */
async function showSamples({ state }: WindowEngine): Promise<void> {
  const { files, pictures } = await sampleRows();
  state.files = files;
  state.pictures = pictures;
}
async function askKinds(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Say what each of them is' }).click();
  await page.getByRole('checkbox').first().waitFor();
}
async function dragIn(page: Page, last: 'dragenter' | 'drop'): Promise<void> {
  await page.evaluate(`{
    const dataTransfer = new DataTransfer();
    for (const name of ['Radiator symbol 22-600.dwg', 'Kogelkraan DN20.rfa', 'Bracket.step'])
      dataTransfer.items.add(new File(['bytes'], name));
    const types = ['dragenter', 'drop'].slice(0, '${last}' === 'drop' ? 2 : 1);
    for (const type of types)
      document.querySelector('main').dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  }`);
  if (last === 'drop') await page.getByRole('region', { name: 'Adding files' }).getByRole('heading').first().waitFor();
}
async function scrollFar(page: Page): Promise<void> {
  await page.evaluate('document.querySelector("[role=listbox]").scrollTop = 2e6');
  await page.getByText('Part 0000').first().waitFor({ state: 'detached' });
}
async function lookUpColumn(page: Page): Promise<void> {
  await page.getByRole('textbox').fill(column);
  await page.getByRole('button', { name: /^Look up/ }).click();
  await page.getByRole('article').waitFor();
}
async function openWayOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Find the moved folder' }).click();
  await page.getByLabel('New place of the folder').waitFor();
}
async function askToRemove(page: Page): Promise<void> {
  await page.getByRole('article', { name: 'AutoCAD' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Stop syncing' }).click();
  await page.getByRole('alert').waitFor();
}
async function changeAddress(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Content service' }).fill('https://cnotent.example.test');
  await page.getByRole('button', { name: 'Save and test' }).click();
}
async function askToMove(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Content service' }).fill('https://content.example.test');
  await page.getByRole('textbox', { name: 'Client secret' }).fill('a-secret-0123');
  await page.getByRole('button', { name: 'Save and test' }).click();
  await page.getByRole('alert').scrollIntoViewIfNeeded();
}
async function previewMove(page: Page): Promise<void> {
  await askToMove(page);
  await page.getByRole('button', { name: 'Look at what would move' }).click();
  await page.getByRole('button', { name: 'Move and change' }).scrollIntoViewIfNeeded();
}
async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('group', { name: 'Client secret' })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page.getByRole('alert').scrollIntoViewIfNeeded();
}
async function publishFromCard(page: Page): Promise<void> {
  const card = page.getByRole('option').filter({ has: page.getByTitle(/^Publish /) });
  await card.first().hover();
  await card
    .first()
    .getByTitle(/^Publish /)
    .click();
}
async function askAboutHttp(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Content service' }).fill('http://content.example.test');
  await page.getByRole('textbox', { name: 'Client secret' }).fill('a-secret-0123');
  await page.getByRole('button', { name: 'Save and test' }).click();
  await page.getByRole('alert').scrollIntoViewIfNeeded();
}
async function diagnose(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Prepare a bundle' }).click();
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByRole('region', { name: 'AutoCAD' }).waitFor();
  await page.getByRole('button', { name: 'Save the bundle' }).waitFor();
  await page.evaluate('document.querySelector("#section-diagnostics").scrollIntoView()');
}
async function replaceSecret(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Replace.*Client secret/ }).click();
}
async function askToDelete(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Delete the copy of Panel radiator/ })
    .nth(1)
    .click();
  await page.getByRole('alert').waitFor();
}
async function showCopies(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { name: 'Earlier copies on this computer' });
  await heading.scrollIntoViewIfNeeded();
  await heading.evaluate('(element) => element.scrollIntoView()');
}
async function publishSome(page: Page): Promise<void> {
  // One example is in all pictures of a scenario.
  if ((await page.getByText('“Connections to the new standard”').count()) > 0) return;
  await page.getByRole('checkbox', { name: 'Select all' }).uncheck();
  for (const name of ['Panel radiator type 22', 'Cable ladder 400']) {
    await page.getByRole('checkbox', { name: `Publish ${name}` }).check();
  }
  await page.getByRole('textbox', { name: 'What changed' }).fill('Connections to the new standard');
  await page.getByRole('button', { name: 'Publish 2 files' }).click();
  await page.getByText('“Connections to the new standard”').first().waitFor();
}
async function publishThis(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Details of the file' }).waitFor();
  if ((await page.getByText('“Third outlet”').count()) > 0) return;
  await page.getByRole('textbox', { name: 'What changed' }).fill('Third outlet');
  await page.getByRole('button', { name: 'Send and publish' }).click();
  await page.getByText('“Third outlet”').waitFor();
}
async function addRequest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New request' }).click();
  await page.getByRole('heading', { name: 'New validation request' }).waitFor();
}
async function checkColumn(page: Page): Promise<void> {
  await page.getByText('Check products', { exact: true }).click();
  await page.getByRole('textbox').fill(column);
  await page
    .getByRole('button', { name: /^Check \d/ })
    .last()
    .click();
  await page.getByRole('article').first().waitFor();
}
async function exportZip(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Features' }).waitFor();
  // One example is in all pictures of a scenario.
  if ((await page.getByText('Saving selection 12.zip').count()) > 0) return;
  await page.getByRole('button', { name: 'Export ZIP' }).last().click();
  await page.getByText('Saving selection 12.zip').first().waitFor();
}
async function exportLookedUp(page: Page): Promise<void> {
  await lookUpColumn(page);
  await page.getByRole('button', { name: 'Export or save selection' }).click();
  await page.getByRole('textbox', { name: 'Name' }).first().waitFor();
}
async function askOnService(page: Page): Promise<void> {
  await lookUpColumn(page);
  await page.getByRole('button', { name: 'Show what the service has' }).click();
  const add = page.getByRole('button', { name: 'Add to library: Panel radiator type 22.rfa' });
  await add.or(page.getByText('On its way to')).first().waitFor();
  if (await add.isVisible()) await add.click();
  await page.getByRole('button', { name: 'Save attachment' }).scrollIntoViewIfNeeded();
}
function embedService({ state }: WindowEngine): void {
  state.status = { ...state.status, connection: { ...state.status.connection, kind: 'embedded' } };
}
function endImport(engine: WindowEngine): void {
  embedService(engine);
  const counts = { classes: 5_640, modellingClasses: 312, features: 18_200, values: 9_300, units: 214 };
  const faults = Array.from({ length: 24 }, (_none, place) => ({
    file: 'assortment-2026.json',
    pointer: `/Supplier/0/Product/${place}/EtimClassCode`,
    detail: 'The class is not in the ETIM model that was imported.',
  }));
  const result = { ...counts, products: 1_980, updated: 12, skipped: 24, faultCount: 24, faults };
  engine.state.productImport = { state: 'ended', result };
}
async function searchProducts(page: Page): Promise<void> {
  await page.getByText('Search', { exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search products' }).fill('radiator');
  await page.getByRole('heading', { name: /found/ }).waitFor();
}
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('pump');
  await page
    .getByRole('option', { name: /Pump flanged/ })
    .last()
    .waitFor();
}

async function takePictures(given: string | undefined, wanted: readonly string[], language: Language): Promise<void> {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'window-pictures-'));
  const browser = await openChromium();
  try {
    for (const picture of pictures.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
      const engine = await openEngine(picture);
      for (const size of sizes) {
        // The narrow window is about room, not about colour.
        for (const theme of size.name === '640' ? (['light'] as const) : (['light', 'dark'] as const)) {
          const page = await browser.newPage({ viewport: size, colorScheme: theme, locale: 'en-GB' });
          const path = join(folder, `${picture.name}-${size.name}-${theme}.png`);
          await takePicture(page, picture, { engine, language, path });
          await page.close();
        }
      }
      await engine.close();
    }
  } finally {
    await browser.close();
  }
  process.stdout.write(`${folder}\n`);
}

async function takePicture(
  page: Page,
  picture: Picture,
  { engine, language, path }: { engine: WindowEngine; language: Language; path: string },
): Promise<void> {
  page.setDefaultTimeout(4_000);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      process.stderr.write(`${picture.name}: ${message.text()}\n`);
  });
  page.on('pageerror', (error) => process.stderr.write(`${picture.name}: ${error.stack ?? error.message}\n`));
  try {
    // What is done to a view is said in English.
    speak(engine, 'en');
    await page.goto(engine.url + picture.hash);
    await page.locator('main').waitFor();
    await page.waitForLoadState('networkidle');
    await picture.act?.(page);
    speak(engine, language);
    // A picture has no event to wait for: what is still being drawn gets a moment.
    await page.waitForTimeout(300);
    await page.screenshot({ path });
  } catch (failure) {
    process.stderr.write(`${path}: ${String(failure)}\n`);
  }
}

/** The engine behind a picture. */
export async function openEngine({ scenario, host, prepare }: Picture, port?: number): Promise<WindowEngine> {
  const engine = await createWindowEngine(scenario, port);
  engine.state.host = host ?? 'browser';
  await prepare?.(engine);
  return engine;
}

/** Has the window speak a language, as a person sets it. */
export function speak(engine: WindowEngine, language: Language): void {
  const { status } = engine.state;
  engine.state.status = { ...status, settings: { ...status.settings, language } };
  engine.publish({ kind: 'status', status: engine.state.status });
}

// Its pictures are also what other checks look at.
if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { dutch: { type: 'boolean' } }, allowPositionals: true });
  const [folder, ...names] = positionals;
  await takePictures(folder, names, values.dutch ? 'nl' : 'en');
}
