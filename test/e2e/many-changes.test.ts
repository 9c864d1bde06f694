import { describe, expect, test } from 'vitest';
import { callsOf, openWindow } from './open-window.ts';

describe('the question about many files', () => {
  test('that was answered of some of them before is said to be answered of the others', async () => {
    const { page, engine } = await openWindow('manyChanges');
    engine.state.answeredBefore = 60;
    await page.getByRole('button', { name: 'Restore them' }).press('Enter');
    const said = 'They come back from the service. That goes for 3 of 63 files.';
    await page.getByText(said).waitFor();
  });

  test('is answered with the keyboard, and what was left can be taken later', async () => {
    const { page, engine } = await openWindow('manyChanges');
    const gone = page.getByRole('region', { name: '63 of 420 files are gone from Revit 2025.' });
    await gone.getByRole('button', { name: 'Restore them' }).focus();
    await page.keyboard.press('Enter');
    await gone.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Leave them for now' }).press('Enter');
    await page.getByText('51 files in AutoCAD symbols and everything else stay older').first().waitFor();
    await page.getByRole('button', { name: 'Replace them' }).press('Enter');
    await expect
      .poll(() => callsOf(engine, 'libraries.answerChanges').map((call) => call.input))
      .toEqual([
        { libraryId: 'revit', kind: 'removal', lastChangeId: 63, answer: 'keep' },
        { libraryId: 'other', kind: 'overwrite', lastChangeId: 51, answer: 'keep' },
        { libraryId: 'other', kind: 'overwrite', lastChangeId: 51, answer: 'goOn' },
      ]);
  });
});
