import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPassingService } from '../../../../electron/service/open-passing-service.ts';
import type { ServiceCaller } from '../../../../shared/api/caller.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { pumpPath } from '../start-service.ts';

const credentials = { clientId: 'add-in', clientSecret: 'add-in-secret' };

/** What an add-in is answered, and what the door reports, while the service behind answers so. */
async function openDoor(caller: Partial<ServiceCaller>) {
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-passing-'));
  const problems: unknown[] = [];
  const door = await openPassingService({
    caller: caller as ServiceCaller,
    serviceId: () => 'behind',
    passingDir: folder,
    port: 0,
    credentials,
    licenseCodes: ['LICENSE'],
    onProblem: (problem) => problems.push(problem),
  });
  onTestFinished(async () => {
    await door.close();
    await rm(folder, { recursive: true, force: true });
  });
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: credentials.clientId });
  body.set('client_secret', credentials.clientSecret);
  const signedIn = await fetch(`${door.address}/oauth/token`, { method: 'POST', body });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const ask = async (path: string, list?: readonly unknown[]) => {
    const more = list && { method: 'POST', body: JSON.stringify(list) };
    const answer = await fetch(`${door.address}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${token}` },
      ...more,
    });
    return { status: answer.status, json: await answer.json().catch(() => undefined) };
  };
  return { ask, problems };
}

const refusing = (error: AppError): Partial<ServiceCaller> => ({ call: () => Promise.reject(error) });

it.each([
  ['metadatabulk/Revit/2025/True/', undefined, []],
  ['metadatabulk', [], []],
  ['metadatacurrentbulk', [], []],
  [`versions/${pumpPath}/Template`, undefined, { versions: [] }],
  ['validationrequest/P-7/', undefined, []],
  ['validationrequests/P-7/Station/', undefined, []],
])('where the service behind has nothing, %s is an empty list and no failure', async (path, list, none) => {
  const { ask } = await openDoor(refusing(new AppError('not-found', { receivedStatus: 404 })));
  expect(await ask(path, list)).toEqual({ status: 200, json: none });
});

it.each(['validationrequest/P-7/1', 'validationrequests/P-7/Station/1', 'standard', 'structures/EC011022/MC000101'])(
  'where the service behind has nothing, %s is still a 404',
  async (path) => {
    const { ask } = await openDoor(refusing(new AppError('not-found', { receivedStatus: 404 })));
    expect(await ask(path)).toMatchObject({ status: 404, json: { type: 'not-found' } });
  },
);

describe.each(['request-rejected', 'right-missing'] as const)('what the service behind forbids as %s', (code) => {
  it.each(['standard', 'metadatabulk/Revit/2025/True/'])(
    'is told as forbidden to the account of the app, never as nothing nor as a right of who asks here: %s',
    async (path) => {
      const { ask } = await openDoor(refusing(new AppError(code, { receivedStatus: 403 })));
      expect(await ask(path)).toMatchObject({ status: 403, json: { type: 'service-behind-forbids' } });
    },
  );
});

it('a download that fails before its first byte is answered as a failure of the service behind', async () => {
  const next = () => Promise.reject(new AppError('unreadable-answer', { detail: 'There is no content.' }));
  const bytes = { [Symbol.asyncIterator]: () => ({ next }) };
  const { ask, problems } = await openDoor({ download: async () => ({ bytes, startsAt: 0 }) as never });
  const answer = await ask(`files/${pumpPath}/Template`);
  expect(answer).toMatchObject({ status: 503, json: { type: 'service-behind-away' } });
  expect(problems).toEqual([]);
});
