import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { earlierLooks } from '../fakes/window/example-pictures.ts';
import { callsOf, openWindow } from './open-window.ts';

const card = (page: Page, name: RegExp) => page.getByRole('option', { name });
/** As much of a page's element as is asked here: the tests know no pages. */
interface Shown {
  readonly decode: () => Promise<void>;
  readonly naturalWidth: number;
  readonly scrollHeight: number;
  scrollTop: number;
}

/** Only what was drawn counts: a picture that a browser cannot show has no width. */
const drawnIn = (page: Page, name: RegExp) =>
  card(page, name)
    .locator('img')
    .evaluate((image: Shown) => image.decode().then(() => image.naturalWidth));

describe('the pictures of files', () => {
  test('tell two radiators apart, and leave a drawing where a file has none', async () => {
    const { page } = await openWindow('everyday');
    await expect.poll(() => drawnIn(page, /Panel radiator type 22/)).toBe(128);
    await expect.poll(() => drawnIn(page, /Design radiator vertical/)).toBe(128);
    const [panel, design] = await Promise.all(
      [/Panel radiator type 22/, /Design radiator/].map((name) => card(page, name).locator('img').getAttribute('src')),
    );
    expect(panel).not.toBe(design);
    await card(page, /Panel radiator generic/)
      .locator('svg path')
      .first()
      .waitFor();
    await expect
      .poll(() =>
        card(page, /Panel radiator generic/)
          .locator('img')
          .count(),
      )
      .toBe(0);
  });

  test('are asked for only where they are seen, and once', async () => {
    const { page, engine } = await openWindow('everyday');
    await card(page, /Panel radiator type 22/)
      .locator('img')
      .waitFor();
    const asked = () => callsOf(engine, 'pictures.get').map(({ input }) => (input as { fileId: string }).fileId);
    expect(asked()).toContain('file-1');
    const list = page.getByRole('listbox');
    await list.evaluate((element: Shown) => (element.scrollTop = element.scrollHeight));
    await card(page, /Bracket/).waitFor();
    await expect.poll(asked).toContain('file-39');
    await list.evaluate((element: Shown) => (element.scrollTop = 0));
    await card(page, /Panel radiator type 22/)
      .locator('img')
      .waitFor();
    expect(asked().filter((fileId) => fileId === 'file-1')).toHaveLength(1);
  });

  test('change when the file changes, and a damaged one gives way to the drawing', async () => {
    const { page, engine } = await openWindow('everyday');
    const radiator = card(page, /Panel radiator type 22/);
    const before = await radiator.locator('img').getAttribute('src');
    const become = (sha256: string): void => {
      engine.state.files = engine.state.files.map((file) => (file.fileId === 'file-1' ? { ...file, sha256 } : file));
      engine.publish({ kind: 'files', fileIds: ['file-1'] });
    };
    become(earlierLooks);
    await expect.poll(() => radiator.locator('img').getAttribute('src')).not.toBe(before);
    const damaged = { mediaType: 'image/png' as const, base64: Buffer.from('no picture').toString('base64') };
    engine.state.pictures = new Map([...engine.state.pictures, ['d'.repeat(64), damaged]]);
    become('d'.repeat(64));
    await radiator.locator('svg path').first().waitFor();
    await expect.poll(() => radiator.locator('img').count()).toBe(0);
  });

  test('stand beside the versions of a file, and on both sides of a conflict', async () => {
    const { page } = await openWindow('everyday', '#/library?file=file-8');
    const sides = page.getByRole('region', { name: 'Two versions' }).locator('img');
    await expect.poll(() => sides.count()).toBe(2);
    const [mine, theirs] = await Promise.all([0, 1].map((at) => sides.nth(at).getAttribute('src')));
    expect(mine).not.toBe(theirs);
    await page.goto(page.url().replace(/#.*/, '#/versions?file=file-1'));
    const versions = page.getByRole('region', { name: 'Versions' }).getByRole('listitem');
    await versions.first().locator('img').waitFor();
    await versions.nth(1).locator('svg path').first().waitFor();
  });
});
