import { describe, expect, onTestFinished, test } from 'vitest';
import { openService, type OpenedService } from '../../electron/service/open-service.ts';
import type { AddInCredentials, AddInState } from '../../shared/rpc/add-in-records.ts';
import type { WaitingWrite } from '../../shared/rpc/waiting-writes.ts';
import { ownPort } from '../own-port.ts';
import { startCadsync, type RunningProcess } from './processes.ts';
import { runCommand } from './run-command.ts';
import { serviceAt, serviceSecrets } from './service-process.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { untilAnswered } from './until-answered.ts';

const key = 'Revit/2020/EC010001/1/MC000001/1';

/** A service that is stopped and started again with what it had. */
async function openHome() {
  const dataDir = temporaryFolder();
  const serve = (port: number): Promise<OpenedService> =>
    openService({
      dataDir,
      port,
      credentials: { clientId: serviceSecrets.CADSYNC_CLIENT_ID, clientSecret: serviceSecrets.CADSYNC_CLIENT_SECRET },
      licenseCodes: [serviceSecrets.CADSYNC_LICENSE_CODE],
    });
  let service: OpenedService | undefined = await serve(await ownPort());
  const { address } = service;
  const stop = async (): Promise<void> => {
    await service?.close();
    service = undefined;
  };
  onTestFinished(stop);
  return {
    address,
    environment: serviceAt(address).environment,
    stop,
    start: async (): Promise<void> => void (service = await serve(Number(new URL(address).port))),
  };
}

async function watch(folder: string, state: string, environment: NodeJS.ProcessEnv): Promise<RunningProcess> {
  const program = ['--application', 'Revit', '--application-version', '2020', '--yes'];
  const running = startCadsync(['sync', folder, '--watch', '--state', state, ...program], environment);
  onTestFinished(async () => {
    running.kill();
    await running.ended;
  });
  await untilAnswered(state, running);
  return running;
}

interface Told {
  readonly state: AddInState;
  readonly credentials?: AddInCredentials;
  readonly writes: readonly WaitingWrite[];
}

async function addIns(state: string, ...args: string[]): Promise<Told> {
  const { output } = await runCommand(['addins', ...args, '--state', state, '--json']);
  return JSON.parse(output) as Told;
}

/** The client of 2020, as `wire-format.md` tells what it sends: token, lower-case paths, PascalCase records, version −1. */
async function clientOf2020(address: string, { clientId, clientSecret, licenseCode }: AddInCredentials) {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const signedIn = await fetch(`${address}/OAuth/Token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const ask = async (
    method: string,
    path: string,
    body?: string | object,
    contentType = 'application/json; charset=utf-8',
  ) => {
    const answer = await fetch(`${address}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path.replace(licenseCode, '***')}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  return {
    async publish(content: string): Promise<string> {
      const part = 'Content-Disposition: form-data; name=fileToUpload';
      const text = `--b\r\n${part}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nfileToUpload\r\n`;
      const form = `${text}--b\r\n${part}; filename=pump.rfa\r\n\r\n${content}\r\n--b--\r\n`;
      const blob = await (await ask('POST', `files/${licenseCode}`, form, 'multipart/form-data; boundary="b"')).text();
      const record = {
        Application: { Name: 'Revit', Version: '2020' },
        BaseFilename: 'pump',
        ChangeDate: '0001-01-01T00:00:00',
        Etim: { ClassCode: 'EC010001', ClassCodeVersion: '1', ModelCode: 'MC000001', ModelCodeVersion: '1' },
        FileExtension: 'rfa',
        StandardFilenames: [],
        LanguageCode: 'nl',
        Tags: null,
        Type: 'Template',
        Version: null,
      };
      await ask('POST', `metadata/${blob}/${licenseCode}`, [record]);
      return blob;
    },
    release: (comments: string) =>
      ask('PUT', `versions/Release/${key}/Template/${licenseCode}?languageCode=nl`, { Comments: comments }),
    versions: async () =>
      (await (await ask('GET', `versions/${key}/Template?languageCode=nl`)).json()) as {
        current?: { major: number };
        versions: { major: number; minor: number }[];
      },
    download: async (major: number): Promise<string> =>
      (await ask('GET', `files/${key}/Template?languageCode=nl&majorVersion=${major}&minorVersion=0`)).text(),
  };
}

const numbers = ({ versions }: { versions: { major: number; minor: number }[] }): string[] =>
  versions.map(({ major, minor }) => `${major}.${minor}`);

describe('the client of 2020 at the loopback address', () => {
  test('works online and offline, and everything arrives once and in order, also after a kill', async () => {
    const home = await openHome();
    const [folder, state] = [temporaryFolder(), temporaryFolder()];
    const first = await watch(folder, state, home.environment);
    const port = await ownPort();
    const address = `http://127.0.0.1:${port}`;
    const on = await addIns(state, 'on', '--port', `${port}`);
    expect(on.state).toMatchObject({ on: true, address });
    if (!on.credentials) throw new Error('No credentials were told.');
    expect((await addIns(state, 'where')).credentials).toBeUndefined();
    const cad = await clientOf2020(address, on.credentials);
    await cad.publish('online');
    await cad.release('online');
    expect(numbers(await cad.versions())).toEqual(['1.0', '0.1']);

    await home.stop();
    await cad.publish('offline, first');
    await cad.publish('offline, second');
    await cad.release('offline');
    const meanwhile = await cad.versions();
    expect(meanwhile.current?.major).toBe(2);
    expect(numbers(meanwhile)).toEqual(['2.0', '1.2', '1.1', '1.0', '0.1']);
    expect(await cad.download(2)).toBe('offline, second');
    expect((await addIns(state, 'where')).writes.length).toBe(5);

    first.kill('SIGKILL');
    await first.ended;
    const atRest = await addIns(state, 'where');
    expect(atRest.writes.map(({ operation }) => operation)).toEqual([
      ...['storeFile', 'storeMetadata', 'storeFile', 'storeMetadata'],
      'release',
    ]);
    await home.start();
    await watch(folder, state, home.environment);
    await expect.poll(async () => (await addIns(state, 'where')).writes, { timeout: 30_000 }).toEqual([]);
    const direct = await clientOf2020(home.address, {
      clientId: serviceSecrets.CADSYNC_CLIENT_ID,
      clientSecret: serviceSecrets.CADSYNC_CLIENT_SECRET,
      licenseCode: serviceSecrets.CADSYNC_LICENSE_CODE,
    });
    expect(numbers(await direct.versions())).toEqual(['2.0', '1.2', '1.1', '1.0', '0.1']);
    expect(await direct.download(2)).toBe('offline, second');
  });

  test('a port that is taken is told, and another one can be set', async () => {
    const home = await openHome();
    const [folder, state] = [temporaryFolder(), temporaryFolder()];
    await watch(folder, state, home.environment);
    const taken = new URL(home.address).port;
    const refused = await addIns(state, 'on', '--port', taken);
    expect(refused.state).toMatchObject({ on: true, error: { code: 'port-in-use' } });
    const free = await ownPort();
    const address = `http://127.0.0.1:${free}`;
    expect((await addIns(state, 'on', '--port', `${free}`)).state).toMatchObject({ address });
    const off = await addIns(state, 'off');
    expect(off.state.address).toBeUndefined();
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  });
});

// Where there is a keychain it takes them.
test.runIf(process.platform === 'linux')('credentials that would end with the command are not shown', async () => {
  const home = await openHome();
  const [folder, state] = [temporaryFolder(), temporaryFolder()];
  const running = await watch(folder, state, home.environment);
  running.kill();
  await running.ended;
  const on = await addIns(state, 'on', '--port', `${await ownPort()}`);
  expect(on).toMatchObject({ state: { on: true }, areUnkept: true });
  expect(on.credentials).toBeUndefined();
  const { exitCode, output } = await runCommand(['addins', 'renew', '--state', state]);
  expect(exitCode).toBe(2);
  expect(output).toContain('Run "cadsync addins renew" while the app or "cadsync sync --watch" runs.');
});

test('credentials that are made while add-ins are off are shown, and the sync that runs answers with them', async () => {
  const home = await openHome();
  const [folder, state] = [temporaryFolder(), temporaryFolder()];
  await watch(folder, state, home.environment);
  const made = await addIns(state, 'renew');
  expect(made).toMatchObject({ state: { on: false }, areUnkept: false });
  if (!made.credentials) throw new Error('No credentials were told.');
  const port = await ownPort();
  expect((await addIns(state, 'on', '--port', `${port}`)).credentials).toBeUndefined();
  const cad = await clientOf2020(`http://127.0.0.1:${port}`, made.credentials);
  expect(numbers(await cad.versions())).toEqual([]);
});
