import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stateFinding } from '../../../electron/doctor/check-state.ts';
import type { Check } from '../../../electron/doctor/checks.ts';
import { examine } from '../../../electron/doctor/run-checks.ts';
import type { Subject } from '../../../electron/doctor/subject.ts';
import { findUnwritableState } from '../../../electron/platform/state-files.ts';
import type { CheckName, Finding } from '../../../shared/rpc/diagnosis.ts';
import { temporaryFolder } from '../imports/product-files.ts';
import { fine, found, giveToken, listen, serving } from './answering.ts';
import { examinedState, serviceAt, subjectWith } from './subjects.ts';

const checkOf = (name: CheckName, look: Check['look'], limitMs = 1_000): Check => ({
  name,
  of: 'computer',
  limitMs,
  look,
});

describe('a diagnosis', () => {
  it('tells of a check that fails, one that throws at once and one that hangs, and goes on with the others', async () => {
    const { checks } = await examine(subjectWith(), [
      checkOf('room', () => Promise.reject(new Error('no'))),
      checkOf('proxy', () => {
        throw new Error('at once');
      }),
      checkOf('clock', () => new Promise(() => undefined), 20),
      checkOf('engine', () => ({ finding: { code: 'engineRests' } })),
    ]);
    expect(checks.map(({ finding, outcome }) => [finding.code, outcome])).toEqual([
      ['checkFailed', 'problem'],
      ['checkFailed', 'problem'],
      ['checkHung', 'problem'],
      ['engineRests', 'ok'],
    ]);
  });

  it('has all checks of the computer and those of each library, and no check fails by itself', async () => {
    const roots = [temporaryFolder(), temporaryFolder()];
    const diagnosis = await examine(subjectWith({ state: examinedState(roots) }));
    expect(diagnosis.checks.filter(({ library }) => library === undefined)).toHaveLength(11);
    for (const number of [1, 2])
      expect(diagnosis.checks.filter(({ library }) => library === number).map(({ check }) => check)).toEqual([
        ...['folder', 'marker', 'rights', 'drive', 'links', 'watching', 'libraryRoom'],
      ]);
    expect(diagnosis.checks.filter(({ finding }) => /^check/.test(finding.code))).toEqual([]);
  });

  it('goes on where the state cannot be read', async () => {
    const subject = subjectWith({ readState: () => Promise.reject(new Error('broken')) });
    writeFileSync(join(subject.stateDir, 'state.db'), 'x');
    expect(found(await examine(subject), 'state')).toEqual({ code: 'checkFailed' });
    expect(found(await examine(subject), 'versions')).toMatchObject({ code: 'versions', app: '1.2.3' });
  });
});

describe('what is found of the service', () => {
  const diagnose = async (answer: RequestListener, token?: RequestListener, more: Partial<Subject> = {}) => {
    const address = await listen(serving(answer, token));
    return examine(subjectWith({ service: async () => serviceAt(address), ...more }));
  };
  it('is that it answers, signs in and agrees on the time', async () => {
    const diagnosis = await diagnose(fine);
    expect(found(diagnosis, 'reach')).toMatchObject({ code: 'reached' });
    expect(found(diagnosis, 'signIn')).toMatchObject({ code: 'signedIn' });
    expect(found(diagnosis, 'limits')).toEqual({ code: 'limitsNone' });
    expect(found(diagnosis, 'clock')).toMatchObject({ code: 'clockRight' });
  });

  it('is how many requests it still allows', async () => {
    const headers = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '38', 'X-RateLimit-Reset': '30' };
    const diagnosis = await diagnose((_, response) => response.writeHead(200, headers).end('[]'));
    expect(found(diagnosis, 'limits')).toMatchObject({ code: 'limitsSeen', limit: 60, remaining: 38 });
    const limited = await diagnose((_, response) => response.writeHead(429, { 'Retry-After': '20' }).end());
    expect(found(limited, 'limits')).toEqual({ code: 'limitReached', waitMs: 20_000 });
  });

  it.each<[string, Finding['code'], RequestListener, RequestListener?]>([
    ['a client it refuses', 'signInRefused', fine, (_, response) => response.writeHead(401).end('{}')],
    ['a call it refuses', 'accessRefused', (_, response) => response.writeHead(403).end()],
    ['a sign-in page in its place', 'answerStrange', (_, response) => response.end('<html>Welcome</html>')],
  ])('is %s', async (_, code, answer, token) => {
    expect(found(await diagnose(answer, token), 'signIn')).toMatchObject({ code });
  });

  it('is a secret that is missing, and nothing is sent that holds one', async () => {
    const asked: (string | undefined)[] = [];
    const address = await listen(
      serving(fine, (request, response) => {
        asked.push(request.url);
        giveToken(request, response);
      }),
    );
    const secrets = { clientSecret: async () => undefined, licenseCode: async () => undefined };
    const diagnosis = await examine(subjectWith({ service: async () => ({ ...serviceAt(address), secrets }) }));
    expect(found(diagnosis, 'signIn')).toEqual({ code: 'secretMissing' });
    expect(asked).toEqual([]);
  });

  it('is that something else answers at the address of the data service', async () => {
    const contentAddress = await listen(serving(fine));
    const shop: RequestListener = (_, response) =>
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('<html>Welcome to our shop</html>');
    const diagnoseData = async (answer: RequestListener) => {
      const dataAddress = await listen(answer);
      const service = async () => ({ ...serviceAt(contentAddress), dataAddress });
      const { checks } = await examine(subjectWith({ service }));
      return { dataAddress, signIn: checks.find(({ check }) => check === 'signIn') };
    };
    const { dataAddress, signIn } = await diagnoseData(shop);
    expect(signIn).toMatchObject({
      outcome: 'problem',
      finding: { code: 'dataStrange', status: 404 },
      about: dataAddress,
    });
    const asked: (string | undefined)[] = [];
    const data: RequestListener = ({ url, headers }, response) => {
      if (url === '/api/v1/Data') asked.push(headers.authorization);
      response.end('{"searchUrl":"https://search.test"}');
    };
    expect((await diagnoseData(data)).signIn?.finding.code).toBe('signedIn');
    expect(asked).toEqual(['Bearer abcdef']);
    const forbids: RequestListener = (_, response) => response.writeHead(403).end('{}');
    expect((await diagnoseData(forbids)).signIn?.finding).toEqual({ code: 'accessRefused', status: 403 });
    const has: RequestListener = (_, response) => response.writeHead(404).end('{"status":404}');
    expect((await diagnoseData(has)).signIn?.finding.code).toBe('signedIn');
  });

  it('is that nobody listens there', async () => {
    const diagnosis = await examine(subjectWith({ service: async () => serviceAt('http://127.0.0.1:1') }));
    expect(found(diagnosis, 'reach')).toMatchObject({ code: 'unreachable', how: 'refused' });
    expect(found(diagnosis, 'signIn')).toMatchObject({ code: 'signInUnanswered' });
    expect(found(diagnosis, 'clock')).toEqual({ code: 'clockUnknown' });
  });

  it.each([
    [-120_000, 'clockOff'],
    [120_000, 'clockOff'],
    [900_000, 'clockFarOff'],
  ])('is that the clock is off by %d ms', async (aheadMs, code) => {
    const date = (): string => new Date(Date.now() - aheadMs).toUTCString();
    const address = await listen((_, response) => response.writeHead(200, { Date: date() }).end());
    const diagnosis = await examine(subjectWith({ service: async () => serviceAt(address) }));
    const finding = found(diagnosis, 'clock');
    expect(finding).toMatchObject({ code });
    expect(Math.abs((finding as { offMs: number }).offMs - aheadMs)).toBeLessThan(3_000);
  });

  it('is where the embedded one answers', async () => {
    const address = await listen(serving(fine));
    const embedded = { service: async () => serviceAt(address), embeddedAddress: () => address };
    expect(found(await examine(subjectWith(embedded)), 'embedded')).toEqual({
      code: 'embeddedAnswers',
      port: Number(new URL(address).port),
    });
  });
});

describe('what is found of the computer', () => {
  it('is where the secrets are, or that the keychain is of no use', async () => {
    const secretsAre = (secrets: Awaited<ReturnType<Subject['secrets']>>) =>
      subjectWith({ secrets: async () => secrets });
    const kept = { clientSecret: 'keychain', licenseCode: 'none' } as const;
    expect(found(await examine(secretsAre({ state: 'works', ...kept })), 'keychain')).toMatchObject(kept);
    expect(found(await examine(secretsAre({ state: 'locked', ...kept })), 'keychain')).toEqual({
      code: 'keychainOfNoUse',
      state: 'locked',
    });
    const given = { state: 'noKeyring', clientSecret: 'environment', licenseCode: 'none' } as const;
    expect(found(await examine(secretsAre(given)), 'keychain')).toEqual({
      code: 'secretsGiven',
      clientSecret: true,
      licenseCode: false,
    });
  });

  it.each<[Finding['code'], Parameters<typeof examinedState>[1]]>([
    ['stateWhole', {}],
    ['stateDamaged', { isWhole: false }],
    ['stateNewer', { schema: 99 }],
    ['stateBegunAnew', { wasBegunAnew: true }],
    ['stateSettingsUnread', { hasUnreadSettings: true }],
    ['stateUncleanEnd', { uncleanEndMs: Date.now() - 1_000 }],
    ['stateWhole', { uncleanEndMs: 1 }],
  ])('is of the state: %s', async (code, more) => {
    const subject = subjectWith({ state: examinedState([], more) });
    writeFileSync(join(subject.stateDir, 'state.db'), 'x');
    expect(found(await examine(subject), 'state')).toMatchObject({ code });
  });
});

describe('a state that is not there', () => {
  it.each([
    ['nothing was synced with', 'stateNone', 'rests', undefined],
    ['is gone while nothing runs', 'stateGone', 'rests', 'state.lock'],
    ['is gone while an engine runs', 'stateGone', 'runs', undefined],
  ] as const)('%s: %s', async (_, code, engine, left) => {
    const subject = subjectWith({ engine });
    if (left !== undefined) writeFileSync(join(subject.stateDir, left), '');
    expect(found(await examine(subject), 'state')).toEqual({ code });
  });
});

describe('a state that cannot be written', () => {
  const refuses =
    (code: string, name = 'state.lock') =>
    (stateDir: string) =>
      findUnwritableState(stateDir, (path) => {
        if (String(path).endsWith(name)) throw Object.assign(new Error('refused'), { code });
      });

  it.each(['state.lock', 'state.lock-wal', 'state.db-wal'])(
    'is a problem although its database is whole, and names what is read-only: %s',
    async (name) => {
      const subject = subjectWith({ state: examinedState([]) });
      const refused = join(subject.stateDir, name);
      writeFileSync(join(subject.stateDir, 'state.db'), 'x');
      writeFileSync(refused, '');
      const finding = stateFinding(subject, subject.readState, refuses('EROFS', name));
      expect(await finding).toEqual({ finding: { code: 'stateOutOfReach' }, about: refused });
    },
  );

  it('is not called gone where its folder cannot be looked into, and nobody says whether the app runs', async () => {
    const subject = subjectWith({ engine: 'unseen' });
    const finding = stateFinding(subject, subject.readState, refuses('EROFS', subject.stateDir));
    expect(await finding).toEqual({ finding: { code: 'stateOutOfReach' }, about: subject.stateDir });
    expect(found(await examine(subject), 'engine')).toEqual({ code: 'checkFailed' });
  });

  it('is none where only the modes of this user’s own files say so, or where there is no lock yet', () => {
    const { stateDir } = subjectWith();
    writeFileSync(join(stateDir, 'state.lock'), '');
    expect(refuses('EACCES')(stateDir)).toBeUndefined();
    expect(refuses('ENOENT')(stateDir)).toBeUndefined();
  });
});

describe('what is found of a library', () => {
  const diagnose = (root: string) => examine(subjectWith({ state: examinedState([root]) }));

  it('is its marker, or that it is gone or that of another library', async () => {
    const root = temporaryFolder();
    expect(found(await diagnose(root), 'marker')).toEqual({ code: 'markerNone', wasWritten: true });
    mkdirSync(join(root, '.cadlibrary'));
    const marker = (text: string): void => writeFileSync(join(root, '.cadlibrary', 'library.json'), text);
    marker('{"libraryId":"marker 0"}');
    expect(found(await diagnose(root), 'marker')).toEqual({ code: 'markerFits' });
    marker('{"libraryId":"other"}');
    expect(found(await diagnose(root), 'marker')).toEqual({ code: 'markerOther' });
    marker('not JSON');
    expect(found(await diagnose(root), 'marker')).toEqual({ code: 'markerUnreadable' });
  });

  it('is a folder that is gone, and nothing more of it', async () => {
    const diagnosis = await diagnose(join(temporaryFolder(), 'gone'));
    expect(found(diagnosis, 'folder')).toEqual({ code: 'folderGone' });
    expect(diagnosis.checks.filter(({ library }) => library === 1)).toHaveLength(1);
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('is a folder without rights', async () => {
    const root = temporaryFolder();
    chmodSync(root, 0o500);
    expect(found(await diagnose(root), 'rights')).toEqual({ code: 'readOnly', mustWrite: true });
    chmodSync(root, 0);
    expect(found(await diagnose(root), 'folder')).toEqual({ code: 'folderUnreadable' });
    chmodSync(root, 0o700);
  });

  it('is how many links are in the way, and how many folders are to be watched', async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'a', 'b'), { recursive: true });
    symlinkSync(root, join(root, 'a', 'b', 'round'), 'junction');
    const diagnosis = await diagnose(root);
    expect(found(diagnosis, 'links')).toEqual({ code: 'linksInTheWay', count: 1 });
    if (process.platform === 'linux') expect(found(diagnosis, 'watching')).toMatchObject({ folders: 3 });
  });
});
