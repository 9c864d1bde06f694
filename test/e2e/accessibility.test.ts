import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEngine, pictures, speak } from '../fakes/window-pictures.ts';
import { show } from './at-the-window.ts';
import { openPage } from './kept-pages.ts';
import { callsOf, openWindow } from './open-window.ts';
import { untilKeysArrive } from './shown-page.ts';

/** Pictures of the same parts as another one. */
const alike =
  /^cut-off-(?!captivePortal)|^first-sync$|^few|^compare-(swipe|onion|difference|distance)$|^look-(measured|ifc)$|^intake-(drop|where)$|^moving$|^assign-rivals$|^library-(table|samples|paused)$|^connection-proxy$|^add-ins$|^activity$|^library-(why|trouble)$|-copies$|-going-out$|-large$|-no-match$|-empty$|-nothing$|-offline$|^settings(-syncing|-about)?$|^connection(-first|-other|-replace)?$/;
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Every language, theme and size; contrast of all colours is reckoned elsewhere, so axe looks at one or the other. */
const wide = { language: 'en', theme: 'light', size: { width: 1280, height: 800 } } as const;
/** As large as that is at 200 %. */
const narrow = { language: 'nl', theme: 'dark', size: { width: 640, height: 400 } } as const;
/** As wide as that is at 400 %: what is out of reach anywhere is so here. */
const narrowest = { ...narrow, size: { width: 320, height: 568 } } as const;

const looked = pictures.filter(({ name }) => !alike.test(name));

/** Nothing in the window has changed for a moment. */
const standsStill = `new Promise((resolve) => {
  let timer = setTimeout(resolve, 150);
  new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(resolve, 150);
  }).observe(document, { subtree: true, childList: true, characterData: true });
})`;

let page: Page;
/** Where the engine of the picture before was, if nothing of that is left in the page. */
let port: number | undefined;
beforeAll(async () => {
  page = await openPage();
  await page.addInitScript(axeSource);
});
afterAll(() => page.context().close());

describe('whoever cannot see the window, or not well,', () => {
  test.each(looked)('can use $name', async (picture) => {
    const engine = await openEngine(picture, port);
    port = undefined;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    try {
      await page.goto(engine.url + picture.hash);
      await page.locator('main h1').first().waitFor({ state: 'attached' });
      await untilKeysArrive(page);
      await picture.act?.(page);
      await page.evaluate(standsStill);
      const axeLook = looked.indexOf(picture) % 2 === 0 ? wide : narrow;
      for (const look of new Set([axeLook, narrow, narrowest])) {
        const { language, theme, size } = look;
        speak(engine, language);
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: theme });
        await page.locator(`html[lang="${language}"]`).waitFor();
        const message = `${language}, ${theme}, ${size.width}`;
        await expect.poll(outOfReach, { message }).toEqual([]);
        if (look === axeLook) expect(await violations(), message).toEqual([]);
      }
      await page.evaluate('localStorage.clear(); sessionStorage.clear()');
      await page.goto('about:blank');
      port = engine.port;
    } finally {
      await engine.close();
    }
  });
});

test('states keep their shapes, and files their pictures, where Windows takes the colours of a window away', async () => {
  const { page: window } = await openWindow('everyday', '#/library?file=file-1');
  await window.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await window.locator('.badge i').first().waitFor();
  const [shape, behind] = await window.evaluate<string[]>(
    "['.badge i', '.badge'].map((found) => getComputedStyle(document.querySelector(found)).backgroundColor)",
  );
  expect(shape).not.toBe(behind);
  const picture = window.getByRole('region', { name: 'Details of the file' }).locator('.plate img').first();
  await picture.evaluate((image: { readonly decode: () => Promise<void> }) => image.decode());
  const colours = async (): Promise<number> => {
    const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 4, height: 4 };
    const clip = { x: x + width / 4, y: y + height / 4, width: width / 2, height: height / 2 };
    return new Set(PNG.sync.read(await window.screenshot({ clip })).data).size;
  };
  await expect.poll(colours).toBeGreaterThan(20);
  await window.getByRole('button', { name: /^Needs you/ }).click();
  await window.getByRole('button', { name: /^Needs you/, pressed: true }).waitFor();
  const frame = "getComputedStyle(document.querySelector('[aria-pressed=true]')).outlineStyle";
  await expect.poll(() => window.evaluate(frame)).toBe('solid');
});

describe('the keyboard', () => {
  test('comes back to the list when the details are closed, and to its button when the palette is', async () => {
    const { page: window } = await openWindow('everyday', '#/library?file=file-1');
    const details = window.getByRole('region', { name: 'Details of the file' });
    await details.getByRole('button', { name: 'Close' }).focus();
    await window.keyboard.press('Enter');
    await details.waitFor({ state: 'detached' });
    await expect.poll(() => focused(window)).toBe('listbox');
    await window.getByRole('link', { name: 'Settings' }).focus();
    await window.keyboard.press('Control+k');
    await window.getByRole('combobox').waitFor();
    await window.keyboard.press('Control+k');
    await expect.poll(() => focused(window)).toBe('Settings');
  });

  test('goes into a form that opens, stays on a button that works, and returns where the form was', async () => {
    const { page: window } = await openWindow('everyday', '#/settings?section=libraries');
    const add = window.locator('section').getByRole('button', { name: 'Add a library' });
    await add.press('Enter');
    await expect.poll(() => focused(window)).toBe('INPUT');
    await window.locator('form').getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect.poll(() => focused(window)).toBe('Add a library');
    await window.goto(new URL('#/publish', window.url()).href);
    await window.getByRole('checkbox', { name: 'Select all' }).uncheck();
    await window.getByRole('checkbox', { name: 'Publish Cable ladder 400' }).check();
    await window.getByRole('button', { name: 'Publish 1 file' }).press('Enter');
    await window.getByText('Being published.').waitFor();
    await expect.poll(() => focused(window)).toBe('Select what to publish');
  });
});

describe('the keyboard, where a form is sent that cannot be,', () => {
  test.for([
    { hash: '#/exports', button: 'Add filter', opens: 'By filter number', field: 'Filter number' },
    { hash: '#/validation', button: 'Request validation', opens: 'New request', field: 'File with products' },
    { hash: '#/settings?section=connection', button: 'Save and test', field: 'Content service' },
  ])('goes to the field that is wrong: $button', async ({ hash, button, opens, field }) => {
    const { page: window } = await openWindow('everyday', hash);
    if (opens !== undefined) await window.getByText(opens, { exact: true }).click();
    const form = window.locator('form').filter({ has: window.getByRole('button', { name: button }) });
    const wrong = form.getByRole('textbox', { name: field, exact: true });
    await wrong.fill(field === 'Content service' ? 'no address' : '');
    await form.getByRole('button', { name: button }).press('Enter');
    await expect.poll(() => wrong.and(window.locator(':focus')).count()).toBe(1);
    expect(await wrong.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the keyboard, where a form that was sent is gone on with,', () => {
  test('stays in the field in which somebody writes when the answer comes', async () => {
    const { page: window, engine } = await openWindow('everyday', '#/exports');
    await window.getByText('By filter number', { exact: true }).click();
    const form = window.getByRole('form', { name: 'By filter number' });
    const [number, name] = ['Filter number', 'Name'].map((label) => form.getByRole('textbox', { name: label }));
    const answer = Promise.withResolvers<void>();
    engine.state.held.set('selections.open', answer.promise);
    engine.state.failing.set('selections.open', { code: 'not-found' });
    await number?.fill('12');
    await name?.fill('Plant room');
    await form.getByRole('button', { name: 'Add filter' }).press('Enter');
    await expect.poll(() => callsOf(engine, 'selections.open').length).toBe(1);
    await number?.fill('');
    await name?.focus();
    answer.resolve();
    await window.locator('.stack .notice').waitFor();
    expect(await name?.and(window.locator(':focus')).count()).toBe(1);
  });
});

describe('the keyboard, where what it stands on goes away,', () => {
  test('goes to the row beside it, where another press does nothing, or else to a heading', async () => {
    const { page: window, engine } = await openWindow('everyday', '#/activity');
    const release = window.getByRole('listitem').filter({ hasText: 'Shower drain corner.rfa' }).first();
    await release.getByRole('button', { name: 'Withdraw' }).press('Enter');
    await release.waitFor({ state: 'detached' });
    await expect.poll(() => focused(window)).toMatch(/^Heat pump outdoor unit 12 kW/);
    await window.keyboard.press('Enter');

    await show(window, '#/settings?section=copies');
    const copies = window.getByRole('region', { name: 'Earlier copies' }).getByRole('listitem');
    await copies
      .last()
      .getByRole('button', { name: /^Delete/ })
      .press('Enter');
    const count = await copies.count();
    await copies.last().getByRole('alert').getByRole('button', { name: 'Delete' }).press('Enter');
    await expect.poll(() => copies.count()).toBe(count - 1);
    await expect.poll(() => focused(window)).toBe((await copies.last().textContent())?.trim());

    await show(window, '#/exports?filter=12');
    await window.getByRole('button', { name: 'Remove from list' }).press('Enter');
    await expect.poll(() => focused(window)).toBe('No selection chosen');
    expect(callsOf(engine, 'queue.retry')).toEqual([]);
  });

  test('comes back from a notice, which stays for as long as somebody is at it', async () => {
    const { page: window } = await openWindow('everyday', '#/settings?section=syncing');
    await window.clock.install();
    const select = window.getByRole('region', { name: 'Syncing' }).getByRole('combobox').first();
    const dismiss = window.getByRole('button', { name: 'Dismiss' });
    await select.focus();
    await select.selectOption({ index: 1 });
    await dismiss.focus();
    await window.clock.runFor(30_000);
    await expect.poll(() => dismiss.evaluate('document.activeElement.ariaLabel')).toBe('Dismiss');
    await dismiss.press('Enter');
    await expect.poll(() => focused(window)).toBe(await select.textContent());
    await select.selectOption({ index: 0 });
    await dismiss.waitFor();
    await window.clock.runFor(7_000);
    await dismiss.waitFor({ state: 'detached' });
  });
});

/** Where the keyboard is: a role, the text on it, or its element. */
function focused(window: Page): Promise<string> {
  return window.evaluate(`(() => {
    const { role, textContent, tagName } = document.activeElement;
    return role || textContent.trim() || tagName;
  })()`);
}

/** What axe finds, each with its rule and place. */
async function violations(): Promise<string[]> {
  const found = await page.evaluate<axe.AxeResults>("axe.run({ resultTypes: ['violations'], preload: false })");
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** What begins or ends outside of the window at its sides, where no scrolling leads. */
function outOfReach(): Promise<string[]> {
  return page.evaluate(`(() => {
    const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX) && element.matches('pre, textarea');
    return [...document.querySelectorAll('#window :is(a, button, input, textarea, select, h1, h2, h3, p, dd)')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.unseen, .skip'))
      .filter((element) => !scrolls(element))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.right > innerWidth + 1 || box.left < -1))
      .map(({ element }) => element.outerHTML.slice(0, 120));
  })()`);
}
