import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { chooseOne } from '../fakes/choose-one.ts';
import type { WindowEngine } from '../fakes/window-engine.ts';
import { callsOf, openWindow } from './open-window.ts';

const dxf = (width: number): string =>
  [
    ['0', 'SECTION', '2', 'TABLES', '0', 'TABLE', '2', 'LAYER'],
    ...['Outline', 'Notes'].map((name) => ['0', 'LAYER', '2', name, '70', '0', '62', '3']),
    ['0', 'ENDTAB', '0', 'ENDSEC', '0', 'SECTION', '2', 'ENTITIES'],
    ['0', 'LINE', '5', 'A1', '8', 'Outline', '10', '0', '20', '0', '11', String(width), '21', '0'],
    ['0', 'LINE', '5', 'A2', '8', 'Outline', '10', '0', '20', '0', '11', '0', '21', '300'],
    ['0', 'LINE', '5', 'A3', '8', 'Notes', '10', '0', '20', '300', '11', '100', '21', '300'],
    ['0', 'ENDSEC', '0', 'EOF'],
  ]
    .flat()
    .join('\n');

/** A part of an OBJ file. @param from how many corners stand before its own @param base how high it stands */
function box(name: string, [x, y, z]: readonly number[], from: number, base: number): string {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (at) => `v ${at & 1 ? x : 0} ${at & 2 ? y : 0} ${base + (at & 4 ? (z ?? 0) : 0)}`,
  );
  const faces = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'].map(
    (face) =>
      `f ${face
        .split(' ')
        .map((corner) => Number(corner) + from)
        .join(' ')}`,
  );
  return [`o ${name}`, ...corners, ...faces].join('\n');
}

/** A block of that size, as an OBJ file of two parts: the block, and a smaller one on it. */
function obj(width: number): string {
  return `${box('body', [width, 80, 500], 0, 0)}\n${box('valve', [60, 60, 60], 8, 500)}\n`;
}

/** Opens the first file of the window as one with these bytes, and those in version 2.0. */
async function openFile(fileName: string, now: string, before: string, hash: string) {
  const { page, engine } = await openWindow('everyday', '#/library');
  const folder = mkdtempSync(join(tmpdir(), 'looked-'));
  const put = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return { path: join(folder, name), fileName };
  };
  const sha256 = engine.state.files[0]?.sha256 ?? '';
  engine.state.looked = new Map([
    [sha256, put(`now ${fileName}`, now)],
    ['2.0', put(`before ${fileName}`, before)],
  ]);
  await page.goto(page.url().replace(/#.*/, hash));
  /** Has its program save other bytes into the file. */
  const save = (text: string, hashed: string) => {
    engine.state.looked = new Map([...engine.state.looked, [hashed, put(`${hashed.slice(0, 8)} ${fileName}`, text)]]);
    engine.state.files = engine.state.files.map((file, place) => (place === 0 ? { ...file, sha256: hashed } : file));
    engine.publish({ kind: 'files', fileIds: ['file-1'] });
  };
  return { page, engine, save };
}

/** Has the window ask for all that is known of the first file once more, and fail at it. */
function failToRead(engine: WindowEngine, call: string): void {
  engine.state.failing.set(call, { code: 'unexpected-failure' });
  engine.publish({ kind: 'files', fileIds: ['file-1'] });
}

/** Until the page has been drawn twice more: what came in by now is shown. */
const twoPictures = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** How much of a drawing is drawn: pixels that are not the ground. */
const drawnPixels = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const { width, height } = document.querySelector('[role=application] canvas');
    const context = document.querySelector('[role=application] canvas').getContext('2d');
    const { data } = context.getImageData(0, 0, width, height);
    return data.filter((value, at) => at % 4 === 3 && value > 0).length;
  })()`);

/** How much of a picture is amber in bright light, and how much of that lies behind what is seen through. */
function ambers(png: Buffer): { readonly whole: number; readonly veiled: number } {
  const { data } = PNG.sync.read(png);
  let [whole, veiled] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, , blue = 0] = data.subarray(at, at + 3);
    if (red > 190 && red - blue > 150) whole += 1;
    else if (red > 190 && red - blue > 80 && red - blue < 140) veiled += 1;
  }
  return { whole, veiled };
}

describe('looking into a file', () => {
  test('turns a model, hides its parts, cuts and measures it, all with the keyboard at hand', async () => {
    const { page } = await openFile('radiator.obj', obj(600), obj(600), '#/library');
    await page.getByRole('option').first().waitFor();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    const view = page.getByRole('application', { name: /as a model/ });
    await view.waitFor();
    await page.getByText('600 × 80 × 560').waitFor();
    await page.getByText('2 parts').waitFor();

    await view.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByRole('combobox', { name: 'View' }).inputValue()).toBe('other');
    await page.getByRole('combobox', { name: 'View' }).selectOption('front');
    await page.getByRole('button', { name: 'Measure' }).click();
    const { x, y, width, height } = (await view.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    // Seen from the front, all of it is as high as the picture but for its margin.
    const scale = height / (560 * 1.08);
    const at = (right: number, up: number): readonly [number, number] => [
      x + width / 2 + (right - 300) * scale,
      y + height / 2 - (up - 280) * scale,
    ];
    // Beside the corners: they are caught.
    await page.mouse.click(...at(3, 3));
    await page.mouse.click(...at(597, 497));
    await page.getByText(`Distance ${Math.round(Math.hypot(600, 500) * 10) / 10}`).waitFor();
    await chooseOne(page, 'X');
    await page.mouse.click(...at(3, 3));
    await page.mouse.click(...at(3, 497));
    await page.getByText('Distance 500').waitFor();
    // From the side that was cut away one looks inside.
    await page.getByRole('combobox', { name: 'View' }).selectOption('right');
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.mouse.click(x + width / 2, y + height / 2 + 60);
    await page.getByText('X 0, Y 0,').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Measure', pressed: false }).waitFor();
    await page.getByRole('checkbox', { name: 'valve' }).uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor();
    expect(page.url()).toContain('#/library?file=file-1');
  });

  test('shows a drawing by its layers', async () => {
    const { page } = await openFile('radiator.dxf', dxf(600), dxf(500), '#/look?file=file-1');
    await page.getByRole('application', { name: /as a drawing/ }).waitFor();
    await expect.poll(() => drawnPixels(page)).toBeGreaterThan(500);
    const all = await drawnPixels(page);
    await page.getByRole('checkbox', { name: 'Notes' }).uncheck();
    await expect.poll(() => drawnPixels(page)).toBeLessThan(all);
    await page.getByRole('checkbox', { name: 'Layers' }).check();
    await expect.poll(() => drawnPixels(page)).toBe(all);
  });

  test('shows what is saved while it is looked at, from where it is looked at', async () => {
    const { page, engine, save } = await openFile('radiator.obj', obj(600), obj(600), '#/look?file=file-1');
    const view = page.getByRole('application', { name: /as a model/ });
    await page.getByText('600 × 80 × 560').waitFor();
    await page.getByRole('checkbox', { name: 'valve' }).uncheck();
    await view.focus();
    await page.keyboard.press('ArrowRight');
    const looked = page.getByRole('combobox', { name: 'View' });
    await expect.poll(() => looked.inputValue()).toBe('other');
    const read = Promise.withResolvers<void>();
    engine.state.held.set('looks.open', read.promise);
    save(obj(800), 'a'.repeat(64));
    await page.getByRole('status').filter({ hasText: 'This is how it was before.' }).waitFor();
    await page.getByText('600 × 80 × 560').waitFor();
    read.resolve();
    await page.getByText('800 × 80 × 560').waitFor();
    await page.getByText('This is how it was before.').waitFor({ state: 'detached' });
    expect(await looked.inputValue()).toBe('other');
    expect(await page.getByRole('checkbox', { name: 'valve' }).isChecked()).toBe(false);
    // What cannot be read takes nothing away that is looked at.
    save('no shapes', 'b'.repeat(64));
    await page.getByText('The shapes in this file cannot be read.').waitFor();
    await page.getByText('This is how it was before.').waitFor();
    await page.getByText('Looking at a file changes nothing in it.').waitFor();
    await page.getByText('800 × 80 × 560').waitFor();
    // Nor does it when what is known of the file cannot be read again.
    failToRead(engine, 'files.get');
    await page.getByText('Something unexpected').waitFor();
    await page.getByText('800 × 80 × 560').waitFor();
    expect(await looked.inputValue()).toBe('other');
  });

  test('says why nothing is to be seen, and what its program left instead', async () => {
    const { page } = await openFile('radiator.rfa', 'no family', '', '#/look?file=file-1');
    await page.getByText('This is the picture that its program left in the file.').waitFor();
    await page.getByRole('img', { name: /Panel radiator/ }).waitFor();
    const damaged = await openFile('radiator.stl', 'solid nothing', '', '#/look?file=file-1');
    await damaged.page.getByText('The shapes in this file cannot be read.').waitFor();
  });
});

describe('the versions of a file', () => {
  test.for(['files.get', 'versions.list'])('stay in sight where they cannot be read again: %s', async (call) => {
    const { page, engine } = await openWindow('everyday', '#/versions?file=file-1');
    const newest = page.getByRole('region', { name: 'Versions' }).getByRole('listitem').first();
    await newest.waitFor();
    failToRead(engine, call);
    await page.getByText('Something unexpected').waitFor();
    expect(await newest.isVisible()).toBe(true);
    engine.state.failing.clear();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Something unexpected').waitFor({ state: 'detached' });
    expect(await newest.isVisible()).toBe(true);
  });
});

describe('comparing two versions', () => {
  test('moves no row in Publish, whatever comes in last: somebody may be about to press one', async () => {
    const { page, engine } = await openFile('radiator.obj', obj(800), obj(600), '#/library');
    const [goingOut, compared] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    engine.state.held.set('queue.list', goingOut.promise);
    engine.state.held.set('looks.compare', compared.promise);
    // In each picture of the page, where the last of what can be chosen stands.
    await page.evaluate(`(window.places = new Set(), function look() {
      const rows = document.querySelectorAll('main li > input[type=checkbox]');
      if (rows.length > 0) window.places.add([...rows].at(-1).getBoundingClientRect().top);
      requestAnimationFrame(look);
    })()`);
    const listed = callsOf(engine, 'files.list').length;
    await page.goto(page.url().replace(/#.*/, '#/publish'));
    await expect.poll(() => callsOf(engine, 'files.list').length).toBeGreaterThan(listed);
    await twoPictures(page);
    goingOut.resolve();
    await expect.poll(() => callsOf(engine, 'looks.compare').length).toBeGreaterThan(0);
    compared.resolve();
    await page.getByRole('link', { name: /^Width 600 → 800/ }).waitFor();
    await page.getByRole('heading', { name: /^Going out/ }).waitFor();
    expect(await page.evaluate('window.places.size')).toBe(1);
  });

  test('says on the way to a release what changed since the last one', async () => {
    const { page, engine } = await openFile('radiator.obj', obj(800), obj(600), '#/publish');
    const row = page.getByRole('listitem').filter({ hasText: engine.state.files[0]?.name.replace(/\.\w+$/, '') ?? '' });
    await row.getByRole('link', { name: /^Width 600 → 800/ }).waitFor();
    await row.getByRole('button', { name: 'Use as comment' }).click();
    const comment = page.getByRole('textbox', { name: 'What changed' });
    await expect.poll(() => comment.inputValue()).toMatch(/^Width 600 → 800/);
    // Of what is not here nothing is fetched before somebody asks.
    expect(
      callsOf(engine, 'looks.compare').map(({ input }) => (input as { mayFetch: boolean }).mayFetch),
    ).not.toContain(true);
  });

  test('says what changed, and shows both in every way', async () => {
    const { page, engine } = await openFile('radiator.obj', obj(800), obj(600), '#/versions?file=file-1');
    await page.getByRole('button', { name: 'Compare 2.0 with your file' }).click();
    const changes = page.getByRole('complementary', { name: 'What changed' });
    await changes.getByRole('heading', { name: /^Width 600 → 800, “body” changed/ }).waitFor();
    await expect.poll(() => page.getByRole('application').count()).toBe(2);
    const alone = ['Difference', 'Distance'];
    for (const mode of ['Swipe', 'Over each other', ...alone]) {
      await chooseOne(page, mode);
      await expect.poll(() => page.getByRole('application').count()).toBe(alone.includes(mode) ? 1 : 2);
    }
    await page.getByText('Up to 200 apart').waitFor();
    expect(callsOf(engine, 'looks.distances')).toHaveLength(1);
    // Beside the legend the choice of a view keeps its width, however narrow the window is.
    const view = page.getByRole('combobox', { name: 'View' });
    const wide = (await view.boundingBox())?.width;
    await page.setViewportSize({ width: 1024, height: 640 });
    expect((await view.boundingBox())?.width).toBe(wide);
    // News of the file, whose bytes are the same, have nothing compared again.
    const asked = callsOf(engine, 'files.get').length;
    engine.publish({ kind: 'files', fileIds: ['file-1'] });
    await expect.poll(() => callsOf(engine, 'files.get').length).toBeGreaterThan(asked);
    await page.getByText('Up to 200 apart').waitFor();
    expect(callsOf(engine, 'looks.compare')).toHaveLength(1);
    await page.getByRole('combobox', { name: 'After' }).selectOption('2.0');
    await changes.getByRole('heading', { name: 'The files are the same' }).waitFor();
  });

  test('shows all of what changed in the plane of what stayed, however the model is turned', async () => {
    const flush = (width: number): string =>
      `${box('plate', [200, 200, 20], 0, 0)}\n${box('pad', [width, 90, 20], 8, 0)}\n`;
    const { page } = await openFile('pad.obj', flush(90), flush(60), '#/look?file=file-1&against=2.0');
    await chooseOne(page, 'Difference');
    const view = page.getByRole('application');
    await view.focus();
    await expect.poll(async () => ambers(await view.screenshot()).whole).toBeGreaterThan(1_000);
    for (let turn = 0; turn < 6; turn += 1) {
      await page.keyboard.press('ArrowRight');
      // What is drawn next is drawn before the second frame from now.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      const { whole, veiled } = ambers(await view.screenshot());
      expect(whole).toBeGreaterThan(1_000);
      expect(veiled).toBeLessThan(0.02 * whole);
    }
  });
});
