import { expect, test } from 'vitest';
import { standingsOf } from '../../shared/rpc/standings.ts';
import { openWindow } from './open-window.ts';

test('files that were never sent are named at the foot, beside their library and in Publish', async () => {
  const { page, engine } = await openWindow('quiet', '#/publish');
  await page.getByText('Every file is published as it is.').waitFor();
  const [first, ...others] = engine.state.status.libraries;
  if (!first) throw new Error('The example has no library.');
  const standings = standingsOf([
    ['upToDate', 26],
    ['unassigned', 2],
  ]);
  engine.state.status = {
    ...engine.state.status,
    libraries: [{ ...first, standings, state: 'needsYou' }, ...others],
    counts: { ...engine.state.status.counts, unassigned: 2 },
  };
  engine.publish({ kind: 'status', status: engine.state.status });
  await page.getByText('2 files cannot be published as they stand.').waitFor();
  await expect.poll(() => page.getByText('Every file is published as it is.').count()).toBe(0);
  await page.getByRole('status').getByText('2 files have no class yet').waitFor();
  await page.getByText('they are not sent without one').waitFor();
  await expect
    .poll(() => page.getByRole('link', { name: new RegExp(`^${first.name}`) }).textContent())
    .toContain('needs you');
  await page.getByRole('button', { name: 'Show the library' }).click();
  await page.waitForURL(/#\/library/);
});
