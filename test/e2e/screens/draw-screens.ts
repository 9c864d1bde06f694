// Draws the key screens of the built window, and a page of text that tells the fonts. Usage: draw-screens.ts FOLDER
import { drawnAtMs } from './fixed-time.ts';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { makeDemoProducts } from '../../../electron/demo/catalogue.ts';
import { generateStep } from '../../../electron/demo/generate/step.ts';
import { openEngine, pictures, type Picture } from '../../fakes/window-pictures.ts';
import { lookAt } from '../../fakes/window/look-rows.ts';
import { openChromium } from '../chromium.ts';
import { probeName, screens, themes } from './screens.ts';

/** A model that is made up, so that it is the same everywhere. */
const look: Picture = {
  name: 'look',
  scenario: 'everyday',
  hash: '#/look?file=file-1',
  prepare(engine) {
    const [product] = makeDemoProducts();
    if (!product) throw new Error('There are no demo products.');
    const path = join(mkdtempSync(join(tmpdir(), 'screens-')), 'radiator.step');
    writeFileSync(path, generateStep(product, 'radiator.step'));
    lookAt(engine, path);
  },
  act: (page) => page.getByRole('application').waitFor({ timeout: 60_000 }),
};

/** Every weight, size and kind of sign that the window writes. */
const probe = `<body style="font-family: system-ui, sans-serif; margin: 8px">
  ${[11, 12, 13, 16, 22].map((size) => `<p style="font-size: ${size}px">Ag 0123456789 é € — ’ … → ✓ <b>Ag</b> <code>Ag</code></p>`).join('')}
</body>`;

function pictureOf(name: string): Picture {
  const picture = name === look.name ? look : pictures.find((one) => one.name === name);
  if (!picture) throw new Error(`There is no picture ${name}.`);
  return picture;
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

/**
 * Playwright's own clock cannot do it: it lets the page live through all the time since this process' moment, and an
 * interval that fires once for each step of months leaves no time to anything else.
 */
function fixDate(nowMs: number): void {
  globalThis.Date = class extends Date {
    constructor(...given: readonly number[]) {
      super(...((given.length === 0 ? [nowMs] : given) as [number]));
    }
    static override now(): number {
      return nowMs;
    }
  } as DateConstructor;
}

/** A picture has no event to wait for: two in a row that are the same say that nothing is being drawn any more. */
async function settled(page: Page): Promise<Buffer> {
  let before = await page.screenshot();
  for (let tries = 0; tries < 20; tries += 1) {
    await page.waitForTimeout(60);
    const now = await page.screenshot();
    if (now.equals(before)) return now;
    before = now;
  }
  throw new Error('The screen does not come to rest.');
}

async function draw(browser: Browser, picture: Picture, folder: string): Promise<void> {
  const engine = await openEngine(picture);
  const page = await openPage(browser);
  try {
    await page.addInitScript(fixDate, drawnAtMs);
    await page.goto(engine.url + picture.hash);
    await page.locator('main').waitFor();
    await page.waitForLoadState('networkidle');
    await picture.act?.(page);
    // Nothing is pointed at.
    await page.mouse.move(0, 0);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      writeFileSync(join(folder, `${picture.name}-${theme}.png`), await settled(page));
    }
  } finally {
    await page.context().close();
    await engine.close();
  }
}

const [folder = ''] = process.argv.slice(2);
const browser = await openChromium();
try {
  const page = await openPage(browser);
  await page.setContent(probe);
  writeFileSync(join(folder, probeName), await page.screenshot({ clip: { x: 0, y: 0, width: 480, height: 280 } }));
  // Two at a time, the slowest first: one waits for the page while the other is drawn.
  const waiting = [...screens].reverse();
  const drawNext = async (): Promise<void> => {
    for (let name = waiting.shift(); name; name = waiting.shift()) await draw(browser, pictureOf(name), folder);
  };
  await Promise.all([drawNext(), drawNext()]);
  process.stdout.write(browser.version());
} finally {
  await browser.close();
}
