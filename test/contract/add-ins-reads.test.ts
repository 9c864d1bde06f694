import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Told, Versions } from './add-in-requests.ts';
import { withAddInSite } from './with-add-in-site.ts';
import { expectProblem } from './answer-checks.ts';
import { criterion, validationRequest } from './right-requests.ts';
import type { SeedKey } from './seed.ts';
import { send } from './send.ts';

/** What add-ins read around the moments at which the service goes away and comes back. */

const { opened, jsonOf, textOf, newKey, publish, behind } = withAddInSite();

const numbersIn = ({ versions }: Versions): string[] => versions.map(({ major, minor }) => `${major}.${minor}`);

describe('The versions of a file', () => {
  it.each(['at once', 'after they waited'])(
    'that were stored %s are listed once the service is away, also where nobody asked for them',
    async (when) => {
      const key = newKey();
      await publish(key, 'first');
      await jsonOf<Versions>('listVersions', { params: key });
      if (when === 'after they waited') opened.site.cut();
      await publish(key, 'second');
      await publish(key, 'third');
      await opened.site.mend();
      opened.site.cut();
      expect(numbersIn(await jsonOf('listVersions', { params: key }))).toEqual(['0.3', '0.2', '0.1']);
      await publish(key, 'fourth');
      expect(numbersIn(await jsonOf('listVersions', { params: key }))).toEqual(['0.4', '0.3', '0.2', '0.1']);
    },
  );

  const expectOnce = async (key: SeedKey): Promise<void> => {
    const { versions } = await jsonOf<Versions>('listVersions', { params: key });
    expect(versions.map(({ major, minor, waiting }) => [major, minor, waiting])).toEqual([[0, 1, undefined]]);
    const allDrafts = { ...criterion({ ...opened.seeded, key }), Options: { MajorVersion: 0, MinorVersion: -1 } };
    const found = await jsonOf<(Told & { type: string })[]>('findMetadata', { json: [allDrafts] });
    expect(found.filter(({ type }) => type === key.type).map(({ waiting }) => waiting)).toEqual([undefined]);
  };

  it('that go out while they are asked for are listed once, and do not wait', async () => {
    const key = newKey();
    opened.site.cut();
    await publish(key, 'mine');
    const [asked, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    opened.site.line.before = (id) => {
      if (id === 'storeFile') return asked.promise;
      if (id !== 'listVersions') return;
      asked.resolve();
      return sent.promise;
    };
    void opened.site.mend().then(sent.resolve, sent.reject);
    await expectOnce(key);
  });

  it('that were stored, of which only this computer does not know yet, are listed once, and do not wait', async () => {
    const key = newKey();
    opened.site.cut();
    await publish(key, 'mine');
    const [stored, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    opened.site.line.changes = async (id, answer) => {
      if (id !== 'storeMetadata') return answer;
      stored.resolve();
      await told.promise;
      return answer;
    };
    const mended = opened.site.mend();
    await stored.promise;
    try {
      await expectOnce(key);
    } finally {
      told.resolve();
      await mended;
    }
  });
});

describe('A validation request that waits', () => {
  const projectId = randomUUID();
  const place = { projectId, ticketNumber: 'T-1' };

  const make = () =>
    textOf('storeValidationRequest', {
      json: { ...validationRequest(opened.seeded, 'none'), ProjectId: projectId, TicketNumber: 'T-1' },
    });

  it.each([
    ['was refused', new AppError('unknown-blob', { receivedStatus: 400 }), { status: 400, type: 'unknown-blob' }],
    ['the service failed at', new AppError('service-failed'), { status: 503, type: 'service-behind-away' }],
  ])('and %s cannot be deleted as if there were none', async (_, error, told) => {
    opened.site.cut();
    await make();
    opened.site.refuseNext('storeValidationRequest', error);
    await opened.site.mend();
    const answer = await send(opened.site.target, 'deleteValidationRequests', { params: place });
    await expectProblem(answer, { ...told, secrets: [] });
    expect(await jsonOf<object[]>('getValidationRequests', { params: place })).toHaveLength(1);
  });

  it('is made before it is deleted, where that can be', async () => {
    opened.site.cut();
    await make();
    opened.site.line.isCut = false;
    await opened.site.restart();
    expect(await textOf('deleteValidationRequests', { params: place })).toBe('true');
    expect(opened.site.outbox.all()).toEqual([]);
    expect((await behind('getValidationRequests', { params: place })).status).toBe(404);
  });
});

it('A standard that there is not is none while the service is away, whatever it is called', async () => {
  await textOf('getStandards', { params: { id: 'all' } });
  opened.site.cut();
  for (const waiting of [false, true]) {
    if (waiting) await textOf('storeStandard', { json: { standardName: 'Waits' } });
    const answer = await send(opened.site.target, 'getStandards', { params: { id: 'constructor' } });
    expect(answer.status).toBe(503);
  }
});
