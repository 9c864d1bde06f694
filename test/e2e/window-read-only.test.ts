import { expect, test } from 'vitest';
import { callsOf, openWindow } from './open-window.ts';

test('a file that cannot be replaced while it is read-only says so in its details, with one button to try again', async () => {
  const { page, engine } = await openWindow('everyday', '#/library');
  const file = engine.state.files.find(({ state }) => state === 'upToDate');
  if (!file) throw new Error('The example has no file in step.');
  engine.state.files = engine.state.files.map((one) =>
    one === file ? { ...one, state: 'needsYou', error: { code: 'file-read-only' } } : one,
  );
  engine.publish({ kind: 'files', fileIds: [file.fileId] });
  await page.goto(`${engine.url}#/library?file=${encodeURIComponent(file.fileId)}`);
  const details = page.getByRole('region', { name: 'Details of the file' });
  await details.getByText('The newer version could not be fetched').waitFor();
  await details.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => callsOf(engine, 'queue.retry').length).toBe(1);
});
