import { describe, expect, test } from 'vitest';
import { english } from '../../renderer/texts/en.ts';
import { callsOf, openWindow } from './open-window.ts';

/** A window in which these many more files are gone than the one of the examples. */
async function openWithGone(more: number, hash: string) {
  const opened = await openWindow('everyday', '#/library');
  const { engine, page } = opened;
  const present = engine.state.files.filter((file) => file.state === 'upToDate').slice(0, more);
  engine.state.files = engine.state.files.map((file) =>
    present.includes(file) ? { ...file, state: 'removedHere' } : file,
  );
  engine.publish({ kind: 'files', fileIds: present.map((file) => file.fileId) });
  const goneId = engine.state.files.find(({ name }) => name === 'Pipe clamp insulated.rfa')?.fileId ?? '';
  await page.goto(engine.url + hash.replace('GONE', encodeURIComponent(goneId)));
  return { ...opened, goneId };
}

describe('a file that is gone', () => {
  test('is restored from its details with one press', async () => {
    const { page, engine, goneId } = await openWithGone(0, '#/library?file=GONE');
    const details = page.getByRole('region', { name: 'Details of the file' });
    await details.getByText('Removed from this folder.').waitFor();
    await details.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('It comes back, under another name where something else stands in its place.').waitFor();
    expect(callsOf(engine, 'files.restore').map(({ input }) => input)).toEqual([{ fileIds: [goneId] }]);
  });

  test('is said to be meant to be gone, and its details close', async () => {
    const { page, engine, goneId } = await openWithGone(0, '#/library?file=GONE');
    const details = page.getByRole('region', { name: 'Details of the file' });
    await details.getByRole('button', { name: 'Hide the file' }).click();
    await page.getByText('It is hidden until the service has a newer version.').waitFor();
    await details.waitFor({ state: 'detached' });
    expect(callsOf(engine, 'files.confirmRemoval').map(({ input }) => input)).toEqual([{ fileIds: [goneId] }]);
  });

  test('is listed again once that is undone', async () => {
    const { page, engine, goneId } = await openWithGone(0, '#/library?show=removedHere&file=GONE');
    const details = page.getByRole('region', { name: 'Details of the file' });
    await details.getByRole('button', { name: 'Hide the file' }).click();
    await page.getByText('There is nothing to restore here.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: it is listed as removed here.').waitFor();
    expect(callsOf(engine, 'files.undoConfirmRemoval').map(({ input }) => input)).toEqual([{ fileId: goneId }]);
    await page.getByText('There is nothing to restore here.').waitFor({ state: 'detached' });
  });

  test('stays in sight when saying so fails', async () => {
    const { page, engine } = await openWithGone(0, '#/library?file=GONE');
    engine.state.failing.set('files.confirmRemoval', { code: 'not-connected' });
    const details = page.getByRole('region', { name: 'Details of the file' });
    const meant = details.getByRole('button', { name: 'Hide the file' });
    await meant.click();
    await page.getByRole('status', { name: 'Notices' }).getByText(english.errors.happened('not-connected')).waitFor();
    expect(callsOf(engine, 'files.confirmRemoval')).toHaveLength(1);
    await expect.poll(() => meant.isEnabled()).toBe(true);
  });

  test('is restored with all others after one question that says how many', async () => {
    const { page, engine } = await openWithGone(3, '#/library?show=removedHere');
    await page.getByRole('button', { name: 'Restore all 4' }).click();
    await page.getByRole('alert').getByText('Restore all 4 files?').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(callsOf(engine, 'files.restore')).toEqual([]);
    await page.getByRole('button', { name: 'Restore all 4' }).click();
    await page.getByRole('button', { name: 'Restore 4 files' }).click();
    await page.getByText('4 files come back, under other names where something else stands in their places.').waitFor();
    expect(callsOf(engine, 'files.restore').map(({ input }) => input)).toEqual([{}]);
    await page.getByText('There is nothing to restore here.').waitFor();
  });
});

test('a library has as many files at the side as in its list, and Settings say how many of them were removed', async () => {
  const { page, engine } = await openWindow('everyday', '#/library?library=revit');
  const [library] = engine.state.status.libraries;
  const all = page.getByRole('button', { name: /^All \d+/ });
  await page.getByRole('option').first().waitFor();
  const count = /\d+/.exec(await all.innerText())?.[0];
  await page
    .getByRole('complementary')
    .getByRole('link', { name: new RegExp(`${library?.name}.*, ${count}$`) })
    .waitFor();
  await page.goto(`${engine.url}#/settings?section=libraries`);
  await page.getByText(new RegExp(`${Number(count) - 1} files · 1 removed here`)).waitFor();
});
