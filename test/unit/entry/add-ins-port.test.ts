import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { addStandard, listStandards } from '../../../electron/engine/ask/small-requests.ts';
import { addValidationRequest, listValidationRequests } from '../../../electron/engine/ask/validation.ts';
import { createAddInsPort } from '../../../electron/entry/add-ins-port.ts';
import type { CallId, OutgoingFile, RemoteCaller, UploadId } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import { temporaryFolder } from '../imports/product-files.ts';

const file: OutgoingFile = {
  fileName: 'all.json',
  sizeBytes: 2,
  async *open() {
    yield Buffer.from('[]');
  },
};

/** What waits for a service that is away, or answers and takes no files. */
function openWrites() {
  let isAway = true;
  let code: ErrorCode = 'service-unreachable';
  const asked: (CallId | UploadId)[] = [];
  const answer = async (id: CallId | UploadId): Promise<never> => {
    asked.push(id);
    throw new AppError(code);
  };
  const remote = { asks: 'serviceOrMirror', call: answer, upload: answer, download: answer } as unknown as RemoteCaller;
  const reach = { mayTry: () => true, nextTryMs: () => Infinity, noteSuccess: () => undefined };
  const port = createAddInsPort(temporaryFolder(), () => undefined);
  const writes = port.open({
    connected: () => ({ serviceId: 'one', views: remote as never, remote }),
    sends: true,
    reach: { ...reach, noteFailure: () => isAway },
    tell: () => undefined,
  });
  onTestFinished(() => writes.close());
  const answerWith = (next: ErrorCode): void => {
    isAway = false;
    code = next;
  };
  return { writes, asked, answerWith };
}

it('a validation whose file the service refused waits for a person, as the file does', async () => {
  const { writes, asked, answerWith } = openWrites();
  const blobId = await writes.personal.upload('storeValidationFile', { params: {} }, file);
  const body = { projectId: 'tower', ticketNumber: '42', selectionBlobId: blobId };
  await writes.personal.call('storeValidationRequest', { params: {}, query: {}, body });
  const known = () => writes.list().map(({ title, isStuck, ticket }) => [title, isStuck, ticket?.projectId]);
  expect(known()).toEqual([
    ['all.json', false, undefined],
    ['tower · all.json', false, 'tower'],
  ]);
  expect(writes.waitingFor('one')).toEqual(['all.json', 'tower · all.json']);
  answerWith('invalid-request');
  await writes.run();
  expect(writes.waitingFor('one')).toEqual([]);
  expect(known()).toEqual([
    ['all.json', true, undefined],
    ['tower · all.json', true, 'tower'],
  ]);
  expect(asked).not.toContain('storeValidationRequest');
});

it('what waits is called what the person calls it, or by what it is about where nobody said', async () => {
  const { writes } = openWrites();
  const titles = (): readonly string[] => writes.list().map(({ title }) => title);
  const from = { openFile: async () => file, nowMs: 1 };
  const draft = { projectId: 'tower', subject: { kind: 'file', path: '/all.json' } as const };
  await addValidationRequest(writes.personal, { ...draft, projectName: 'Tower of London' }, from);
  expect(titles()).toEqual(['all.json', 'Tower of London · all.json']);
  const cadProducts = [{ name: 'Panel radiator', productCode: 'PR-22' }, { name: 'Pump' }];
  const filter = { params: {}, query: {}, body: { cadProducts } };
  await writes.personal.call('storeFilter', filter, { title: 'Plant room' });
  await writes.personal.call('storeFilter', filter);
  expect(titles().slice(2)).toEqual(['Plant room', 'Panel radiator (PR-22), Pump']);
});

it('a list of which the service never told says that it is only what waits', async () => {
  const { writes } = openWrites();
  expect(await addStandard(writes.personal, 'Office')).toMatchObject({
    standards: [{ name: 'Office' }],
    isPartial: true,
  });
  const body = { projectId: 'tower', ticketNumber: '42' };
  await writes.personal.call('storeValidationRequest', { params: {}, query: {}, body });
  expect((await listValidationRequests(writes.personal, { projectId: 'tower' })).isPartial).toBe(true);
});

it('a list of which the service says that it has nothing is whole', async () => {
  const { writes, answerWith } = openWrites();
  await addStandard(writes.personal, 'Office');
  answerWith('not-found');
  const { standards, isPartial } = await listStandards(writes.personal);
  expect([standards.length, isPartial]).toEqual([1, undefined]);
});

it('something waits where the database of what waits is gone: whoever opens it is told', () => {
  const state = temporaryFolder();
  const port = createAddInsPort(state, () => undefined);
  expect(port.hasWrites()).toBe(false);
  const reach = { mayTry: () => false, nextTryMs: () => Infinity, noteSuccess: () => undefined };
  const open = () =>
    port.open({
      ...{ connected: () => undefined, sends: false, tell: () => undefined },
      reach: { ...reach, noteFailure: () => true },
    });
  void open().close();
  const database = join(state, 'add-ins', 'outbox.db');
  renameSync(database, join(state, 'elsewhere.db'));
  expect(port.hasWrites()).toBe(true);
  expect(open).toThrow(expect.objectContaining({ code: 'writes-unreadable' }));
  renameSync(join(state, 'elsewhere.db'), database);
  void open().close();
});
