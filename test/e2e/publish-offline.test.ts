import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleDrawing } from '../processes/samples.ts';
import { stoppableService } from '../processes/stoppable-service.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { addLibrary, connect, field, show } from './at-the-window.ts';
import { openWindow, startApp } from './open-app.ts';

const key = 'Revit/2025/EC010107/2/MC000777/1/Template';
const comment = 'Made on the train';

describe('publishing while the service is stopped', () => {
  test('a file that is saved then waits with its comment, and is published once the service is started again', async () => {
    const service = await stoppableService();
    const { address } = await startApp(temporaryFolder());
    const page = await openWindow(address);
    const folder = join(temporaryFolder(), 'library');
    const classes = join(folder, 'EC010107_v2', 'MC000777_v1');
    mkdirSync(classes, { recursive: true });
    await connect(page, service.baseUrl);
    await addLibrary(page, folder);

    await service.stop();
    writeFileSync(join(classes, 'Flange.step'), sampleDrawing('step/DN15_Stamped_Flange.step'));
    await show(page, '#/library');
    await page.getByRole('option', { name: /Flange/ }).click();
    const details = page.getByRole('region', { name: 'Details of the file' });
    await field(page, 'What changed').fill(comment);
    await details.getByRole('button', { name: 'Send and publish' }).click();
    await details.getByText('It goes out as the next release by itself.').waitFor();
    await details.getByText(`“${comment}”`).waitFor();
    await page
      .getByRole('option', { name: /Flange/ })
      .getByText('Release queued')
      .waitFor();
    await show(page, '#/publish');
    await page
      .getByRole('region', { name: /^Going out/ })
      .getByText('Flange.step')
      .waitFor();

    await show(page, '#/activity');
    // What is said goes by itself, and may be said as soon as the service is there.
    const isSaid = page.getByRole('status', { name: 'Notices' }).getByText('Flange.step: published as 1.0').waitFor();
    const startAgain = async () => {
      await service.startAgain();
      await page
        .getByRole('button', { name: 'Try all now' })
        .click({ timeout: 5_000 })
        .catch(() => undefined);
    };
    await Promise.all([startAgain(), isSaid]);
    await page
      .getByText('Published as 1.0', { exact: true })
      .or(page.getByRole('listitem').getByText('Published as 1.0'))
      .first()
      .waitFor();
    const history = await service.getJson(`/api/v1/Versions/${key}?LanguageCode=&MajorVersion=&MinorVersion=`);
    expect(history).toMatchObject({ versions: [{ comments: comment }, {}] });
  });
});
