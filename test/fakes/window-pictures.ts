// Takes pictures of every view of the built window, to be looked at. Usage: window-pictures.ts [FOLDER] [NAME …]
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { cutOffs } from '../../shared/errors/reachability.ts';
import { openChromium } from '../e2e/chromium.ts';
import { createWindowEngine, type Scenario } from './window-engine.ts';

interface Picture {
  readonly name: string;
  readonly scenario: Scenario;
  readonly hash: string;
  readonly act?: (page: Page) => Promise<void>;
}

const column = ['8712423012342', '8712423012349', '87124230', 'GTIN', '4006381333931', '8712423012349'].join('\n');

const pictures: readonly Picture[] = [
  { name: 'first-run', scenario: 'firstRun', hash: '#/library' },
  { name: 'library', scenario: 'everyday', hash: '#/library' },
  { name: 'library-detail', scenario: 'everyday', hash: '#/library?file=file-1' },
  { name: 'library-conflict', scenario: 'everyday', hash: '#/library?file=file-8' },
  { name: 'library-unassigned', scenario: 'everyday', hash: '#/library?file=file-42' },
  { name: 'library-why', scenario: 'everyday', hash: '#/library?file=file-4' },
  { name: 'library-why-open', scenario: 'everyday', hash: '#/library?file=file-7' },
  { name: 'library-table', scenario: 'everyday', hash: '#/library', act: (page) => page.getByTitle('Table').click() },
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
  { name: 'copies', scenario: 'everyday', hash: '#/settings?section=copies', act: askToDelete },
  { name: 'detail-copies', scenario: 'everyday', hash: '#/library?file=file-1', act: showCopies },
  { name: 'publish', scenario: 'everyday', hash: '#/publish' },
  { name: 'publish-offline', scenario: 'trouble', hash: '#/publish' },
  { name: 'publish-going-out', scenario: 'trouble', hash: '#/publish', act: publishSome },
  { name: 'detail-going-out', scenario: 'trouble', hash: '#/library?file=file-12', act: publishThis },
  { name: 'publish-nothing', scenario: 'quiet', hash: '#/publish' },
  { name: 'activity', scenario: 'everyday', hash: '#/activity' },
  { name: 'activity-quiet', scenario: 'quiet', hash: '#/activity' },
  { name: 'settings', scenario: 'everyday', hash: '#/settings' },
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
  { name: 'palette', scenario: 'everyday', hash: '#/library', act: openPalette },
];

const sizes = [
  { name: '1280', width: 1280, height: 800 },
  { name: '1920', width: 1920, height: 1080 },
  { name: '640', width: 640, height: 480 },
] as const;

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
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('pump');
  await page
    .getByRole('option', { name: /Pump flanged/ })
    .last()
    .waitFor();
}

const [given, ...wanted] = process.argv.slice(2);
const folder = given ?? mkdtempSync(join(tmpdir(), 'window-pictures-'));
const browser = await openChromium();
const engines = new Map<Scenario, Awaited<ReturnType<typeof createWindowEngine>>>();
try {
  for (const picture of pictures.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const engine = engines.get(picture.scenario) ?? (await createWindowEngine(picture.scenario));
    engines.set(picture.scenario, engine);
    for (const size of sizes) {
      // The narrow window is about room, not about colour.
      for (const theme of size.name === '640' ? (['light'] as const) : (['light', 'dark'] as const)) {
        await takePicture(picture, engine.url, size, theme);
      }
    }
  }
} finally {
  await browser.close();
  for (const engine of engines.values()) await engine.close();
}
process.stdout.write(`${folder}\n`);

async function takePicture(
  picture: Picture,
  url: string,
  size: (typeof sizes)[number],
  theme: 'light' | 'dark',
): Promise<void> {
  const page = await browser.newPage({ viewport: size, colorScheme: theme, locale: 'en-GB' });
  page.setDefaultTimeout(4_000);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      process.stderr.write(`${picture.name}: ${message.text()}\n`);
  });
  page.on('pageerror', (error) => process.stderr.write(`${picture.name}: ${error.stack ?? error.message}\n`));
  try {
    await page.goto(url + picture.hash);
    await page.locator('main').waitFor();
    await page.waitForLoadState('networkidle');
    await picture.act?.(page);
    // A picture has no event to wait for: what is still being drawn gets a moment.
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, `${picture.name}-${size.name}-${theme}.png`) });
  } catch (failure) {
    process.stderr.write(`${picture.name} ${size.name} ${theme}: ${String(failure)}\n`);
  } finally {
    await page.close();
  }
}
