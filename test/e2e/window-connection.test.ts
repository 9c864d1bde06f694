import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { exampleConnection } from '../fakes/window/example-status.ts';
import { callsOf, openWindow } from './open-window.ts';

const connection = '#/settings?section=connection';
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save and test' });
const testButton = (page: Page) => page.getByRole('button', { name: 'Test the connection' });

test('the service inside the app is offered instead of another one only where there is another one', async () => {
  const { page, engine } = await openWindow('firstRun', connection);
  await page.getByRole('button', { name: 'Use it', exact: true }).waitFor();
  await page.getByText('You can connect to another service later.').waitFor();
  const other = exampleConnection('quiet');
  engine.state.status = { ...engine.state.status, connection: other };
  engine.publish({ kind: 'status', status: engine.state.status });
  await page.getByRole('button', { name: 'Use it instead' }).waitFor();
});

describe('the form of the connection', () => {
  test('takes addresses and secrets in one go and tests once they are there, and no secret is on the page then', async () => {
    const { page, engine } = await openWindow('firstRun', connection);
    await field(page, 'Content service').fill('https://content.example.test');
    await field(page, 'Client id').fill('designers');
    await expect.poll(() => testButton(page).count()).toBe(0);
    await save(page).click();
    await page.getByText('the client secret is missing').waitFor();
    expect([...callsOf(engine, 'connection.save'), ...callsOf(engine, 'connection.test')]).toEqual([]);

    await field(page, 'Client secret').fill('a-secret-0123');
    await field(page, 'License code').fill('a-license-4567');
    await save(page).click();
    await page.getByText('The service answers and accepts the client id and secret.').waitFor();
    await page.getByText('Saved in the keychain.').waitFor();
    expect(callsOf(engine, 'connection.save').map((call) => call.input)).toMatchObject([
      { secrets: { clientSecret: 'a-secret-0123', licenseCode: 'a-license-4567' }, httpAccepted: false },
    ]);
    expect(callsOf(engine, 'connection.test')).toHaveLength(1);
    await page.getByRole('group', { name: 'Client secret' }).getByText('Set').waitFor();
    await expect.poll(() => field(page, 'Client secret').count()).toBe(0);
    expect(await page.content()).not.toMatch(/a-secret-0123|a-license-4567/);
    await testButton(page).waitFor();
  });

  test('saves nothing that was entered after it was asked to save', async () => {
    const { page, engine } = await openWindow('firstRun', connection);
    const told = Promise.withResolvers<void>();
    engine.state.held.set('connection.secretsFor', told.promise);
    await field(page, 'Content service').fill('https://content.example.test');
    await field(page, 'Client id').fill('designers');
    await save(page).click();
    await page.getByText('the client secret is missing').waitFor();
    await field(page, 'Client secret').fill('a-secret-0123');
    await field(page, 'License code').fill('a-license-4567');
    told.resolve();
    await save(page).click();
    await page.getByText('The service answers and accepts the client id and secret.').waitFor();
    expect(callsOf(engine, 'connection.save')).toHaveLength(1);
  });

  test('keeps a secret that is entered while another one is saved, and says of it only that', async () => {
    const { page, engine } = await openWindow('firstRun', connection);
    await field(page, 'Content service').fill('https://content.example.test');
    await field(page, 'Client id').fill('designers');
    await field(page, 'Client secret').fill('a-secret-0123');
    await field(page, 'License code').fill('a-license-4567');
    const told = Promise.withResolvers<void>();
    engine.state.held.set('connection.save', told.promise);
    await save(page).click();
    await expect.poll(() => callsOf(engine, 'connection.save')).toHaveLength(1);
    await field(page, 'Client secret').fill('b-secret-0123');
    told.resolve();
    await page.getByRole('group', { name: 'License code' }).getByText('Set').waitFor();
    expect(await field(page, 'Client secret').inputValue()).toBe('b-secret-0123');
    expect(await page.evaluate('document.activeElement.type')).toBe('password');
    expect(callsOf(engine, 'connection.test')).toEqual([]);
    engine.state.held.clear();
    await save(page).click();
    await page.getByText('The service answers and accepts the client id and secret.').waitFor();
    expect(callsOf(engine, 'connection.save').at(-1)?.input).toMatchObject({
      secrets: { clientSecret: 'b-secret-0123' },
    });
    await page.getByRole('group', { name: 'Client secret' }).getByText('Set').waitFor();
  });

  test('asks for the secrets again when an address has another origin, and offers no test before', async () => {
    const { page, engine } = await openWindow('quiet', connection);
    await page.getByRole('group', { name: 'Client secret' }).waitFor();
    await testButton(page).waitFor();

    // The same origin, another path: nothing is asked.
    await field(page, 'Content service').fill('https://content.example.test/other/');
    await expect.poll(() => field(page, 'Client secret').count()).toBe(0);
    await field(page, 'Content service').fill('https://content.example.test/api/v1/');

    for (const name of ['Token service', 'Data service', 'Content service']) {
      const before = await field(page, name).inputValue();
      await field(page, name).fill('https://cnotent.example.test');
      await field(page, 'Client secret').waitFor();
      await field(page, 'License code').waitFor();
      await page.getByText('Another address needs its own secret.').waitFor();
      await expect.poll(() => testButton(page).count()).toBe(0);
      await field(page, name).fill(before);
      await page.getByRole('group', { name: 'Client secret' }).waitFor();
    }
    await testButton(page).waitFor();
    await field(page, 'Content service').fill('https://cnotent.example.test');
    await save(page).click();
    await page.getByText('enter the secret for this address').waitFor();
    expect(callsOf(engine, 'connection.save')).toEqual([]);
  });

  test('says how a test went only as long as the connection stands so', async () => {
    const { page, engine } = await openWindow('trouble', connection);
    const standAs = (scenario: 'everyday' | 'trouble'): void => {
      engine.state.status = { ...engine.state.status, connection: exampleConnection(scenario) };
      engine.publish({ kind: 'status', status: engine.state.status });
    };
    const section = page.getByRole('region', { name: 'Connection', exact: true });
    const failed = section.getByText('The service cannot be reached.');
    await testButton(page).click();
    await expect.poll(() => callsOf(engine, 'connection.test')).toHaveLength(1);
    await failed.waitFor();
    standAs('everyday');
    await section.getByText('Connected', { exact: true }).waitFor();
    await expect.poll(() => failed.count()).toBe(0);
    const works = page.getByText('The service answers and accepts the client id and secret.');
    await testButton(page).click();
    await works.waitFor();
    standAs('trouble');
    await failed.waitFor();
    await expect.poll(() => works.count()).toBe(0);
  });

  test('replaces one secret for the same address', async () => {
    const { page, engine } = await openWindow('quiet', connection);
    await page.getByRole('button', { name: /^Replace.*License code/ }).click();
    await field(page, 'License code').fill('a-license-4567');
    await page.keyboard.press('Enter');
    await page.getByText('Saved in the keychain.').waitFor();
    const [call] = callsOf(engine, 'connection.save');
    expect((call?.input as { secrets: object }).secrets).toEqual({ licenseCode: 'a-license-4567' });
    await page.getByRole('group', { name: 'License code' }).waitFor();
  });

  test('removes a secret at a second word, and offers no test then', async () => {
    const { page, engine } = await openWindow('quiet', connection);
    const secret = page.getByRole('group', { name: 'Client secret' });
    await secret.getByRole('button', { name: /^Remove/ }).click();
    await secret.getByRole('alert').getByRole('button', { name: 'Remove' }).click();
    await field(page, 'Client secret').waitFor();
    expect(callsOf(engine, 'connection.removeSecret').map((call) => call.input)).toEqual([
      { name: 'clientSecret', confirmed: false },
      { name: 'clientSecret', confirmed: true },
    ]);
    await expect.poll(() => testButton(page).count()).toBe(0);
  });

  test('names what waits before a secret is removed, and leaves all as it is at a no', async () => {
    const { page, engine } = await openWindow('everyday', connection);
    const secret = page.getByRole('group', { name: 'Client secret' });
    await secret.getByRole('button', { name: /^Remove/ }).click();
    const note = secret.getByRole('alert');
    await note.getByText('These 2 releases were not sent yet:').waitFor();
    await note.getByText('Shower drain corner.rfa').waitFor();
    await note.getByRole('button', { name: 'Cancel' }).click();
    await note.waitFor({ state: 'detached' });
    expect(callsOf(engine, 'connection.removeSecret').map((call) => call.input)).toEqual([
      { name: 'clientSecret', confirmed: false },
    ]);
  });

  test('leads back to the service inside the app, and names what waits for the other one first', async () => {
    const { page, engine } = await openWindow('everyday', connection);
    await field(page, 'Client id').fill('somebody else');
    await page.getByRole('button', { name: 'Use it instead' }).click();
    await page.getByText('These 2 releases were not sent yet:').waitFor();
    await page.getByRole('button', { name: 'Change the service' }).click();
    await page.getByText('The service inside this app is in use. Enter the addresses').waitFor();
    expect(callsOf(engine, 'connection.useEmbedded').map((call) => call.input)).toEqual([
      { confirmed: false },
      { confirmed: true },
    ]);
    for (const name of ['Content service', 'Client id'])
      await expect.poll(() => field(page, name).inputValue()).toBe('');
    await expect.poll(() => page.getByRole('button', { name: 'Use it instead' }).count()).toBe(0);
  });

  test('warns of an address without encryption, and takes it only at a yes that is about this address', async () => {
    const { page, engine } = await openWindow('firstRun', connection);
    await field(page, 'Content service').fill('http://content.example.test');
    await field(page, 'Client secret').fill('a-secret-0123');
    await save(page).click();
    const note = page.getByRole('alert');
    await note.getByText('The connection to this address is not encrypted:').waitFor();
    await note.getByText('http://content.example.test').waitFor();
    expect(callsOf(engine, 'connection.test')).toEqual([]);

    // Another address is another question.
    await field(page, 'Token service').fill('http://login.example.test');
    await note.waitFor({ state: 'detached' });
    await save(page).click();
    await note.getByText('http://login.example.test').waitFor();
    await note.getByRole('button', { name: 'Connect without encryption' }).click();
    await page.getByText('The service answers and accepts the client id and secret.').waitFor();
    const answers = callsOf(engine, 'connection.save').map(
      (call) => (call.input as { httpAccepted: boolean }).httpAccepted,
    );
    expect(answers).toEqual([false, false, true]);
  });

  test.each([
    ['ftp://content.example.test', 'an address begins with https:// or http://'],
    ['https://ann:secret@content.example.test', 'an address has no user name or password in it'],
    ['content.example.test', 'an address looks like https://content.example.com'],
  ])('refuses the address %s beside its field', async (address, sentence) => {
    const { page, engine } = await openWindow('firstRun', connection);
    await field(page, 'Content service').fill(address);
    await field(page, 'Client secret').fill('a-secret-0123');
    await save(page).click();
    await page.getByText(sentence).waitFor();
    expect(callsOf(engine, 'connection.save')).toEqual([]);
  });
});

describe('where secrets are', () => {
  test('the window says that the environment gives one, and takes none in its place', async () => {
    const { page, engine } = await openWindow('quiet', connection);
    engine.state.status.connection = { ...engine.state.status.connection, clientSecret: 'environment' };
    engine.publish({ kind: 'status', status: engine.state.status });
    const group = page.getByRole('group', { name: 'Client secret' });
    await group.getByText('Set by the environment').waitFor();
    await group.getByText('An environment variable gives it and wins over what is entered here.').waitFor();
    await expect.poll(() => group.getByRole('button').count()).toBe(0);
    await testButton(page).waitFor();
  });

  test.each([
    ['missingLibrary', 'The library for the system keychain is missing'],
    ['noKeyring', 'This computer has no system keychain'],
    ['locked', 'The system keychain is locked'],
    ['silent', 'The system keychain does not answer'],
    ['failed', 'The system keychain refuses to keep secrets'],
  ] as const)('the window says that the keychain is of no use: %s', async (keychain, sentence) => {
    const { page, engine } = await openWindow('quiet', connection);
    engine.state.status.connection = { ...engine.state.status.connection, keychain, licenseCode: 'memory' };
    engine.publish({ kind: 'status', status: engine.state.status });
    await page.getByText(sentence).waitFor();
    await page.getByRole('group', { name: 'License code' }).getByText('Set until the app closes').waitFor();
  });
});

test('a proxy that asks who asks is answered in Settings, and neither answer nor question stays on the page', async () => {
  const { page, engine } = await openWindow('proxySignIn', connection);
  const question = page.getByRole('form', { name: 'Sign in to the proxy' });
  await question.getByText('The proxy proxy.office.test:8080 asks who you are').waitFor();
  const signIn = question.getByRole('button', { name: 'Sign in' });
  await signIn.click();
  await question.getByText('the user name is missing').waitFor();
  await question.getByLabel('User name').fill('office:designer');
  await question.getByText('a user name has no colon in it').waitFor();
  await question.getByLabel('User name').fill('designer');
  await question.getByLabel('Password').fill('a-password-0123');
  await signIn.click();
  await page.getByText('Kept. What waits is tried now.').waitFor();
  await question.waitFor({ state: 'detached' });
  expect(callsOf(engine, 'connection.signInToProxy').map((call) => call.input)).toEqual([
    { proxy: 'proxy.office.test:8080', username: 'designer', password: 'a-password-0123' },
  ]);
  expect(await page.content()).not.toContain('a-password-0123');
});

test('what is typed for a proxy goes to that one, whichever asks meanwhile', async () => {
  const { page, engine } = await openWindow('proxySignIn', connection);
  const question = page.getByRole('form', { name: 'Sign in to the proxy' });
  const askBy = (askingProxy: string): void => {
    engine.state.status.connection = { ...engine.state.status.connection, askingProxy };
    engine.publish({ kind: 'status', status: engine.state.status });
  };
  askBy('other.office.test:8080');
  await question.getByText('The proxy other.office.test:8080 asks who you are').waitFor();
  await question.getByLabel('User name').fill('designer');
  askBy('elsewhere.test:3128');
  await question.getByLabel('Password').fill('a-password-0123');
  await question.getByText('The proxy other.office.test:8080 asks who you are').waitFor();
  await question.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Kept. What waits is tried now.').waitFor();
  expect(callsOf(engine, 'connection.signInToProxy').map((call) => call.input)).toEqual([
    { proxy: 'other.office.test:8080', username: 'designer', password: 'a-password-0123' },
  ]);
});
