import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPage } from './kept-pages.ts';
import { callsOf, openWindow } from './open-window.ts';

const project = '#/validation?project=P-7';
const inputOf = (call: { readonly input: unknown } | undefined) => call?.input;

async function lookUp(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'GTINs, one per line' }).fill('8712423012349\n8712423012356');
  await page.getByRole('button', { name: 'Look up 2' }).click();
  await page.getByText('2 of 2 found').or(page.getByText('1 of 2 found')).waitFor();
}

describe('the view Validation', () => {
  test('shows the requests of a project, and reads the report of one', async () => {
    const { page } = await openWindow('everyday', '#/validation');
    await page.getByText('No project chosen').waitFor();
    await page.getByRole('textbox', { name: 'Project id' }).fill('P-7');
    await page.keyboard.press('Enter');
    const list = page.getByRole('list', { name: 'Requests of the project' });
    await list.getByRole('link', { name: /Everything after the change of supplier/ }).click();
    await page.getByRole('heading', { name: 'Everything after the change of supplier' }).waitFor();
    await page.getByText('values are right').waitFor();
    await page.getByText('only in the product data').waitFor();
    expect(page.url()).toContain('ticket=639000000000030000');
  });

  test('shows each of several requests that were made under one ticket number', async () => {
    const { page, engine } = await openWindow('everyday');
    const ticketNumber = '639000000000030000';
    const asked = { projectId: 'P-7', ticketNumber, productCount: 1 };
    engine.state.requests = [
      ...engine.state.requests,
      { ...asked, state: 'waiting', description: 'Asked while away', selectionBlobId: 'first' },
      { ...asked, state: 'refused', description: 'Refused since', selectionBlobId: 'second' },
    ];
    await page.goto(`${engine.url}${project}`);
    for (const name of ['Everything after the change of supplier', 'Asked while away', 'Refused since']) {
      await page.getByRole('main').getByRole('link', { name }).click();
      await page.getByRole('heading', { name }).waitFor();
      await expect.poll(() => page.locator('main [aria-current]').innerText()).toContain(name);
    }
  });

  test('does not say how many products are in a file that was sent', async () => {
    const { page, engine } = await openWindow('everyday');
    const asked = { projectId: 'P-7', ticketNumber: '1', selectionBlobId: 'file' };
    engine.state.requests = [{ ...asked, state: 'requested', description: 'A whole catalogue', productCount: 0 }];
    await page.goto(`${engine.url}${project}&ticket=1`);
    await page.getByRole('heading', { name: 'A whole catalogue' }).waitFor();
    await page.getByRole('button', { name: 'Save what was sent' }).waitFor();
    await expect.poll(() => page.getByText('0 products').count()).toBe(0);
  });

  test('shows a report that is no list of products as text', async () => {
    const { page } = await openWindow('everyday', `${project}&ticket=639000000000020000`);
    await page.getByText('The file of the project could not be read.').waitFor();
  });

  test('shows nothing of one project under another, wherever the way there began', async () => {
    const { page, engine } = await openWindow('everyday', project);
    const requests = page.getByRole('main').getByRole('link', { name: /Radiators of the second floor/ });
    await requests.waitFor();
    const id = page.getByRole('textbox', { name: 'Project id' });
    await id.fill('P-8');
    await page.getByRole('button', { name: 'Show requests' }).click();
    await page.getByText('No requests in this project').waitFor();
    const answer = Promise.withResolvers<void>();
    engine.state.held.set('validation.list', answer.promise);
    await page.goBack();
    await page.getByRole('status').getByText('Loading …').waitFor();
    await expect.poll(() => page.getByText('No requests in this project').count()).toBe(0);
    await expect.poll(() => id.inputValue()).toBe('P-7');
    answer.resolve();
    await requests.waitFor();
  });

  test('shows the project again that was shown before, but not in the place of one that is being entered', async () => {
    const { page } = await openWindow('everyday', project);
    const requests = page.getByRole('main').getByRole('link', { name: /Radiators of the second floor/ });
    const id = page.getByRole('textbox', { name: 'Project id' });
    const leaveAndComeBack = async (): Promise<void> => {
      await page.evaluate("location.hash = '#/activity'");
      await id.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Validation' }).click();
    };
    await requests.waitFor();
    await leaveAndComeBack();
    await requests.waitFor();
    await id.fill('P-8');
    await leaveAndComeBack();
    await page.getByText('No project chosen').waitFor();
    expect(await id.inputValue()).toBe('P-8');
  });

  test('says that nothing validates what the service inside the app keeps, and waits for no end of it', async () => {
    const { page, engine } = await openWindow('everyday', project);
    const watching = page.getByText('Looked up again every half minute');
    await watching.waitFor();
    engine.state.status = {
      ...engine.state.status,
      connection: { ...engine.state.status.connection, kind: 'embedded' },
    };
    engine.publish({ kind: 'status', status: engine.state.status });
    await page.getByText('no validator reads them').waitFor();
    expect(await watching.count()).toBe(0);
  });

  test('leaves another project as it is being entered when the app was away', async () => {
    const { page, engine } = await openWindow('everyday', project);
    const id = page.getByRole('textbox', { name: 'Project id' });
    await page
      .getByRole('main')
      .getByRole('link', { name: /Radiators of the second floor/ })
      .waitFor();
    await id.fill('P-8');
    engine.dropConnections();
    await expect.poll(() => callsOf(engine, 'validation.list').length).toBeGreaterThan(1);
    expect(await id.inputValue()).toBe('P-8');
  });

  test('requests a validation of what was looked up, and deletes it after asking', async () => {
    const { page, engine } = await openWindow('everyday', '#/products');
    await lookUp(page);
    await page.getByRole('link', { name: 'Validation' }).click();
    await page.getByRole('textbox', { name: 'Project id' }).fill('P-7');
    await page.getByRole('button', { name: 'New request' }).click();
    const form = page.getByRole('form', { name: 'New validation request' });
    await form.getByText('you looked up').waitFor();
    await form.getByRole('textbox', { name: 'Description' }).fill('Second floor');
    await form.getByRole('button', { name: 'Request validation' }).click();
    await page.getByRole('heading', { name: 'Second floor' }).waitFor();
    expect(inputOf(callsOf(engine, 'validation.add')[0])).toMatchObject({
      projectId: 'P-7',
      description: 'Second floor',
      subject: { kind: 'products', productIds: [4711] },
    });
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    expect(callsOf(engine, 'validation.delete')).toEqual([]);
    await page.getByRole('button', { name: 'Delete request' }).click();
    await page.getByText('Deleted ticket 639000000000050000').waitFor();
    await page.getByRole('heading', { name: 'Second floor' }).waitFor({ state: 'detached' });
  });

  test('names what is missing or wrong in a product', async () => {
    const { page } = await openWindow('everyday', '#/validation?part=check');
    await page.getByRole('textbox', { name: 'GTINs, one per line' }).fill('8712423012349');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    const article = page.getByRole('article').first();
    await article.getByText('16 of 18 features have a value').waitFor();
    await article.getByRole('row', { name: /Weight.*no value/ }).waitFor();
    await article.getByRole('row', { name: /Depth.*another unit, cm instead of mm/ }).waitFor();
  });

  test('checks at once what was looked up where a person comes for that', async () => {
    const { page, engine } = await openWindow('everyday', '#/products');
    await page.getByRole('textbox', { name: 'GTINs, one per line' }).fill('8712423012349\n8712423012400');
    await page.getByRole('button', { name: 'Look up 2' }).click();
    await page.getByRole('button', { name: 'Check values' }).click();
    await page.getByRole('article').first().getByText('16 of 18 features have a value').waitFor();
    const queries = [4711, 4712].map((productId) => ({ by: 'id', productId }));
    const asked = () => callsOf(engine, 'validation.check').map(inputOf);
    expect(asked()).toMatchObject([{ queries }]);
    await page.evaluate("location.hash = '#/products'");
    await page.goBack();
    await page.getByRole('button', { name: 'Check the 2 you looked up' }).waitFor();
    expect(asked()).toHaveLength(1);
  });

  test('tells the age of what it shows while the service is away, and that the rest needs it', async () => {
    const { page } = await openWindow('trouble', `${project}&ticket=639000000000030000`);
    await page.getByText(/^as of /).waitFor();
    await page.getByText('This needs the service, which cannot be reached now.').waitFor();
    await page.getByRole('link', { name: /Radiators of the second floor/ }).waitFor();
  });
});

describe('the view Exports and filters', () => {
  test('saves what was looked up as a selection, switches a feature off, and exports it with progress', async () => {
    const { page, engine } = await openWindow('everyday', '#/products');
    await lookUp(page);
    await page.getByRole('link', { name: 'Exports and filters' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Plant room');
    await page.getByRole('button', { name: 'Save as selection' }).click();
    await page.getByRole('heading', { name: 'Plant room' }).waitFor();
    await page.getByRole('checkbox', { name: /^Weight/ }).uncheck();
    await expect.poll(() => engine.state.selections.at(-1)?.disabledFields).toEqual(['EF000167']);

    const sheet = page.getByRole('article');
    await sheet.getByRole('combobox', { name: 'CAD program' }).fill('Revit');
    await sheet.getByRole('button', { name: 'Export ZIP' }).click();
    await sheet.getByText('Enter a program and its version').waitFor();
    expect(callsOf(engine, 'saving.start')).toEqual([]);
    await sheet.getByRole('combobox', { name: 'CAD program' }).fill('Revit 2025');
    await sheet.getByRole('button', { name: 'Export ZIP' }).click();
    await expect
      .poll(() => inputOf(callsOf(engine, 'saving.start')[0]))
      .toMatchObject({
        kind: 'filterZip',
        filterId: '47',
        disabledFields: ['EF000167'],
        program: { name: 'Revit', version: '2025' },
      });
    const notices = page.getByRole('status', { name: 'Notices' });
    await notices.getByText('18 MB received').or(notices.getByText('18.4 MB received')).waitFor();
    // It goes on in every view.
    await page.getByRole('link', { name: 'Activity' }).click();
    engine.publish({
      kind: 'saving',
      saving: {
        state: 'saved',
        errandId: 1,
        fileName: 'selection 47.zip',
        path: '/home/ann/selection 47.zip',
        sizeBytes: 3_000,
      },
    });
    await notices.getByText('/home/ann/selection 47.zip').waitFor();
    await notices.getByRole('button', { name: 'Show in folder' }).click();
    await expect.poll(() => callsOf(engine, 'saving.reveal')).toHaveLength(1);
  });

  test('cancels an export, and says that nothing was kept', async () => {
    const { page } = await openWindow('everyday', '#/exports?filter=12');
    await page.getByRole('article').getByRole('button', { name: 'Export ZIP' }).click();
    const notices = page.getByRole('status', { name: 'Notices' });
    await notices.getByRole('button', { name: 'Cancel' }).click();
    await notices.getByText('Cancelled. Nothing of selection 12.zip was kept.').waitFor();
  });

  test('takes a selection from the list, and puts it back', async () => {
    const { page, engine } = await openWindow('everyday', '#/exports?filter=12');
    await page.getByRole('button', { name: 'Remove from list' }).click();
    await page.getByText('No selection chosen').waitFor();
    const listed = page.getByRole('link', { name: /Radiators, second floor/ });
    await listed.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('status', { name: 'Notices' }).getByText('is in the list again').waitFor();
    await listed.waitFor();
    expect(engine.state.selections.map(({ filterId }) => filterId).sort()).toEqual(['12', '31']);
  });

  test('goes on showing a selection that could not be taken from the list', async () => {
    const { page, engine } = await openWindow('everyday', '#/exports?filter=12');
    engine.state.failing.set('selections.forget', { code: 'disk-full' });
    await page.getByRole('button', { name: 'Remove from list' }).click();
    await page.getByText('The disk is full.').waitFor();
    await page.getByRole('heading', { name: 'Radiators, second floor' }).waitFor();
    expect(page.url()).toContain('filter=12');
  });

  test('keeps a filter by its number only where the service has it', async () => {
    const { page, engine } = await openWindow('everyday', '#/exports');
    await page.getByText('By filter number').click();
    const form = page.getByRole('form', { name: 'By filter number' });
    await form.getByRole('textbox', { name: 'Filter number' }).fill('404');
    await form.getByRole('textbox', { name: 'Name' }).fill('Nothing');
    await form.getByRole('button', { name: 'Add filter' }).click();
    await page.getByText('The service did not find what was requested.').waitFor();
    expect(callsOf(engine, 'selections.add')).toEqual([]);
  });

  test('says under which name a filter is in the list already that is added by its number', async () => {
    const { page, engine } = await openWindow('everyday', '#/exports');
    await page.getByText('By filter number').click();
    const form = page.getByRole('form', { name: 'By filter number' });
    await form.getByRole('textbox', { name: 'Filter number' }).fill('12');
    await form.getByRole('textbox', { name: 'Name' }).fill('Mine');
    await form.getByRole('button', { name: 'Add filter' }).click();
    await page.getByText('The filter was in the list already, as “Radiators, second floor”').waitFor();
    await page.getByRole('heading', { name: 'Radiators, second floor' }).waitFor();
    expect(engine.state.selections.map(({ name }) => name)).not.toContain('Mine');
  });

  test('shows what another page makes of a selection, and leaves alone what that set', async () => {
    const { page, engine } = await openWindow('everyday', '#/exports?filter=12');
    const other = await openPage();
    onTestFinished(() => other.context().close());
    await other.goto(`${engine.url}#/exports?filter=12`);
    await other.getByRole('heading', { name: 'Radiators, second floor' }).waitFor();
    const name = (on: Page) => on.getByRole('article').getByRole('textbox', { name: 'Name', exact: true });
    await name(other).fill('Radiators, attic');
    await page.getByRole('checkbox').first().click();
    await expect.poll(() => other.getByRole('checkbox').first().isChecked()).toBe(false);
    await other.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: 'Radiators, attic' }).waitFor();
    await expect.poll(() => name(page).inputValue()).toBe('Radiators, attic');
    expect(await page.getByRole('checkbox').first().isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Remove from list' }).click();
    await other.getByText('This selection is not saved on this computer.').waitFor();
    expect(await other.getByRole('link', { name: /Radiators/ }).count()).toBe(0);
  });

  test('lists the standards and adds one', async () => {
    const { page, engine } = await openWindow('everyday', '#/exports');
    await page.getByText('File naming standards').click();
    await page.getByText('NL-BIM file names').waitFor();
    await page.getByRole('textbox', { name: 'New standard' }).fill('House style');
    await page.keyboard.press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'House style' }).waitFor();
    expect(inputOf(callsOf(engine, 'standards.add')[0])).toEqual({ name: 'House style' });
  });
});

test('a look-up that takes long says so, and not that none was made', async () => {
  const { page, engine } = await openWindow('everyday', '#/products');
  const answer = Promise.withResolvers<void>();
  engine.state.held.set('products.lookup', answer.promise);
  await page.getByRole('textbox', { name: 'GTINs, one per line' }).fill('8712423012349');
  const none = page.getByText('No product looked up yet');
  await none.waitFor();
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
  await page.getByRole('status').getByText('Loading').waitFor();
  expect(await none.count()).toBe(0);
  answer.resolve();
  await page.getByRole('switch', { name: 'BIM-ready' }).waitFor();
});

describe('the sheet of a product', () => {
  test('has the states of the files that fit in one column, which ends where the list does', async () => {
    const { page } = await openWindow('everyday', '#/products?gtin=8712423012349');
    await page.getByRole('heading', { name: 'CAD files that fit' }).waitFor();
    const places = (selector: string): Promise<{ left: number; right: number }[]> =>
      page.evaluate(`[...document.querySelectorAll('${selector}')].map((one) => {
        const { left, right } = one.getBoundingClientRect();
        return { left, right };
      })`);
    const [list] = await places('ul:has(> li .badge)');
    const badges = await places('ul:has(> li .badge) .badge');
    expect(badges.length).toBeGreaterThan(3);
    expect(new Set(badges.map(({ left }) => left)).size).toBe(1);
    expect(Math.max(...badges.map(({ right }) => right))).toBeCloseTo(list?.right ?? 0, 0);
  });

  test('sets it BIM-ready and not, and asks for it again', async () => {
    const { page, engine } = await openWindow('everyday', '#/products?gtin=8712423012349');
    const ready = page.getByRole('switch', { name: 'BIM-ready' });
    await ready.click();
    await page.getByText('The product is not BIM-ready any more').waitFor();
    await expect.poll(() => ready.getAttribute('aria-checked')).toBe('false');
    expect(inputOf(callsOf(engine, 'bimReady.set')[0])).toEqual({
      productIds: [4711],
      isReady: false,
      // What it is called where it waits.
      title: 'Panel radiator type 22, 600 × 1000, with side connections and top grille (PR22-600-1000)',
    });
  });

  test('leaves the keyboard on the BIM-ready switch, and takes one press at a time', async () => {
    const { page, engine } = await openWindow('everyday', '#/products?gtin=8712423012349');
    const ready = page.getByRole('switch', { name: 'BIM-ready' });
    const isSet = Promise.withResolvers<void>();
    engine.state.held.set('bimReady.set', isSet.promise);
    await ready.press('Space');
    await expect.poll(() => ready.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Space');
    isSet.resolve();
    await expect.poll(() => ready.getAttribute('aria-checked')).toBe('false');
    await page.keyboard.press('Space');
    await expect.poll(() => ready.getAttribute('aria-checked')).toBe('true');
    expect(callsOf(engine, 'bimReady.set')).toHaveLength(2);
  });

  test('shows what the service has for its classes, adds a file to a library, and saves an attachment', async () => {
    const { page, engine } = await openWindow('everyday', '#/products?gtin=8712423012349');
    await page.getByRole('button', { name: 'Show what the service has' }).click();
    await page.getByText('AutoCAD 2025 · Symbol · 1.2').waitFor();

    await page.getByRole('button', { name: 'Add to library: Panel radiator type 22.rfa' }).click();
    await page.getByText('On its way to Revit 2025').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Panel radiator type 22.rfa is no longer added to Revit 2025').waitFor();
    await page.getByRole('button', { name: 'Add to library: Panel radiator type 22.rfa' }).waitFor();
    const wanted = { libraryId: 'revit', key: 'Revit/2025/EC011524/3/MC000123/2/Template' };
    expect(inputOf(callsOf(engine, 'libraries.want')[0])).toEqual(wanted);
    expect(inputOf(callsOf(engine, 'libraries.unwant')[0])).toEqual(wanted);

    await page.getByRole('textbox', { name: 'Name or id' }).fill('drawing.pdf');
    await page.getByRole('button', { name: 'Save attachment' }).click();
    await expect.poll(() => callsOf(engine, 'saving.start').length).toBe(1);
    expect(inputOf(callsOf(engine, 'saving.start')[0])).toEqual({
      kind: 'attachment',
      key: 'Revit/2025/EC011524/3/MC000123/2/Template',
      attachment: 'drawing.pdf',
    });
  });
});
