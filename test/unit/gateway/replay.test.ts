import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openOutbox } from '../../../electron/gateway/outbox/outbox.ts';
import { versionTokenOf } from '../../../electron/gateway/outbox/provisional-ids.ts';
import { createReplay, type WriteEvent } from '../../../electron/gateway/outbox/replay.ts';
import type { WriteRecord } from '../../../electron/gateway/outbox/write.ts';
import { asReadFailure } from '../../../electron/client/payload.ts';
import type {
  CallId,
  CallInput,
  CallOptions,
  OutgoingFile,
  RemoteCaller,
  ViewCaller,
} from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { cutOffOf } from '../../../shared/errors/reachability.ts';
import { parseVersion } from '../../../shared/model/version.ts';
import { recordOf } from '../../fakes/engine/world.ts';
import { temporaryFolder } from '../imports/product-files.ts';

const cancelledBy = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new AppError('cancelled'))));

/** What waits for a service that answers when a test says so. */
function openWaiting(names: readonly string[]) {
  const folder = join(temporaryFolder(), 'add-ins');
  const outbox = openOutbox(folder);
  onTestFinished(() => outbox.close());
  const told: WriteEvent[] = [];
  const sent: unknown[] = [];
  const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const failures: AppError[] = [];
  const time = { nowMs: 0, due: { atMs: Infinity, callback: (): void => undefined } };
  const service = {
    async call(_: CallId, { body }: CallInput<'storeStandard'>, options?: CallOptions) {
      sent.push(body);
      arrived.resolve();
      await Promise.race([answered.promise, cancelledBy(options?.signal)]);
      const failure = failures.shift();
      if (failure) throw failure;
      return { id: body };
    },
    async upload(_: CallId, __: unknown, { fileName, open }: OutgoingFile) {
      try {
        for await (const piece of open()) sent.push(String(piece));
      } catch (thrown) {
        throw asReadFailure(thrown);
      }
      return fileName;
    },
  } as unknown as RemoteCaller & ViewCaller;
  const reach = {
    mayTry: () => true,
    nextTryMs: () => Infinity,
    noteSuccess: () => undefined,
    noteFailure: ({ code }: AppError) => cutOffOf(code) !== undefined,
  };
  const connected = { serviceId: 'one' };
  const replay = createReplay({
    ...{ outbox, reach },
    connected: () => ({ serviceId: connected.serviceId, views: service, remote: service }),
    clock: {
      steadyMs: () => time.nowMs,
      after(delayMs, callback) {
        time.due = { atMs: time.nowMs + delayMs, callback };
        return () => undefined;
      },
    },
    tell: (event) => told.push(event),
  });
  const add = (name: string, serviceId = 'one'): number => {
    const record = {
      ...{ input: { params: {}, body: name }, answer: {}, needs: [], subjects: [`standard ${name}`], title: name },
      ...{ madeBy: 'person' as const, madeMs: 1 },
    };
    return outbox.add({ serviceId, operation: 'storeStandard', wasTried: false, record });
  };
  const writeIds = names.map((name) => add(name));
  return {
    folder,
    outbox,
    replay,
    connected,
    /** Lets time pass until something is to be done by itself. @returns when that is */
    async untilDue() {
      const { atMs, callback } = time.due;
      time.nowMs = atMs;
      callback();
      await replay.run();
      return atMs;
    },
    sent,
    failures,
    told,
    add,
    writeIds,
    arrived: arrived.promise,
    answer: answered.resolve,
  };
}

it('what was given up before its turn is not sent, also where an earlier write was on its way by then', async () => {
  const { outbox, replay, sent, told, writeIds, arrived, answer } = openWaiting(['Office', 'Site', 'House', 'Yard']);
  const [, site = 0, house = 0] = writeIds;
  await outbox.discard(house);
  const running = replay.run();
  await arrived;
  await outbox.discard(site);
  answer();
  await running;
  expect(sent).toEqual(['Office', 'Yard']);
  expect(told.map((event) => (event.kind === 'queued' ? event.kind : [event.kind, event.write.title]))).toEqual([
    ['sent', 'Office'],
    ['sent', 'Yard'],
  ]);
  expect(outbox.all()).toEqual([]);
});

it('what is added at the very moment at which a run ends is sent too', async () => {
  const { outbox, replay, add, answer } = openWaiting([]);
  answer();
  const left: number[] = [];
  for (let moments = 0; moments < 12; moments++) {
    void replay.run();
    for (let passed = 0; passed < moments; passed++) await Promise.resolve();
    add(`after ${moments}`);
    await replay.run();
    left.push(outbox.all().length);
  }
  expect(left).toEqual(left.map(() => 0));
});

it('what the service took and answered in words of its own is sent once, left to a person, and holds nothing up', async () => {
  const { outbox, replay, sent, failures, answer } = openWaiting(['Office', 'Site']);
  failures.push(new AppError('unreadable-answer', { receivedStatus: 201 }));
  answer();
  await replay.run();
  await replay.run();
  expect(sent).toEqual(['Office', 'Site']);
  expect(outbox.all().map(({ title, error }) => [title, error?.code])).toEqual([['Office', 'unreadable-answer']]);
});

it('what was answered by something that does not speak as a service goes on waiting', async () => {
  const { outbox, replay, sent, failures, answer } = openWaiting(['Office', 'Site']);
  failures.push(new AppError('unreadable-answer', { receivedStatus: 302 }));
  answer();
  await replay.run();
  expect(sent).toEqual(['Office']);
  await replay.run();
  expect(sent).toEqual(['Office', 'Office', 'Site']);
  expect(outbox.all()).toEqual([]);
});

it('what a busy service did not read goes on waiting, however often that is so, and holds up nothing else', async () => {
  const { outbox, replay, sent, failures, told, answer } = openWaiting(['Office', 'Site']);
  const busy = (): AppError => new AppError('service-busy', { receivedStatus: 503, retryAfterMs: 5_000 });
  failures.push(busy());
  answer();
  await replay.tryNow();
  expect(outbox.all().map(({ title }) => title)).toEqual(['Office']);
  for (let time = 0; time < 3; time++) {
    failures.push(busy());
    await replay.tryNow();
  }
  expect(outbox.all().map(({ failures: counted, error }) => [counted, error])).toEqual([[0, undefined]]);
  await replay.tryNow();
  expect(sent).toEqual(['Office', 'Site', ...Array.from({ length: 4 }, () => 'Office')]);
  expect(told.map(({ kind }) => kind)).toEqual(['sent', 'sent']);
  expect(outbox.all()).toEqual([]);
});

it('what is asked for while something is left unread goes at once', async () => {
  const { outbox, replay, sent, failures, add, answer } = openWaiting(['Office']);
  failures.push(new AppError('service-busy', { receivedStatus: 503, retryAfterMs: 5_000 }));
  answer();
  await replay.run();
  add('Site');
  await replay.run();
  expect(sent).toEqual(['Office', 'Site']);
  expect(outbox.all().map(({ title }) => title)).toEqual(['Office']);
});

it.each([5_000, 300_000])(
  'what a busy service did not read goes after the %i ms that it asked for',
  async (askedMs) => {
    const { outbox, replay, sent, failures, answer, untilDue } = openWaiting(['Office']);
    failures.push(new AppError('service-busy', { receivedStatus: 503, retryAfterMs: askedMs }));
    answer();
    await replay.run();
    expect(await untilDue()).toBe(askedMs);
    expect(sent).toEqual(['Office', 'Office']);
    expect(outbox.all()).toEqual([]);
  },
);

it('what a busy service did not read, and named no time, goes after waits that grow', async () => {
  const { outbox, replay, failures, answer, untilDue } = openWaiting(['Office']);
  const tries = 12;
  failures.push(...Array.from({ length: tries }, () => new AppError('service-busy', { receivedStatus: 503 })));
  answer();
  await replay.run();
  const random = vi.spyOn(Math, 'random').mockReturnValue(1);
  onTestFinished(() => random.mockRestore());
  const dueMs: number[] = [];
  for (let time = 0; time < tries; time++) dueMs.push(await untilDue());
  const waits = dueMs.map((atMs, index) => atMs - (dueMs[index - 1] ?? 0));
  expect(waits.slice(1, 4)).toEqual([4_000, 8_000, 16_000]);
  expect(waits.at(-1)).toBe(300_000);
  expect(outbox.all()).toEqual([]);
});

it.each([
  [undefined, 60_000],
  [5_000, 60_000],
  [300_000, 300_000],
])('a service that failed and asked for %s ms is asked again after %i', async (retryAfterMs, dueMs) => {
  const { outbox, replay, sent, failures, answer, untilDue } = openWaiting(['Office', 'Site']);
  failures.push(new AppError('service-failed', { receivedStatus: 500, retryAfterMs }));
  answer();
  await replay.run();
  expect(sent).toEqual(['Office']);
  expect(await untilDue()).toBe(dueMs);
  expect(outbox.all()).toEqual([]);
});

it('a service that asked to be left alone for long keeps nothing waiting for another one', async () => {
  const { replay, sent, failures, add, answer, connected } = openWaiting(['Office']);
  answer();
  failures.push(new AppError('service-failed', { receivedStatus: 500, retryAfterMs: 86_400_000 }));
  await replay.run();
  add('Other', 'two');
  connected.serviceId = 'two';
  await replay.run();
  expect(sent).toEqual(['Office', 'Other']);
  failures.push(new AppError('service-failed', { receivedStatus: 500 }));
  add('One more', 'two');
  await replay.run();
  connected.serviceId = 'one';
  await replay.run();
  expect(sent).toEqual(['Office', 'Other', 'One more']);
});

it('what was interrupted by the sleep of the computer goes on waiting, however often that is so', async () => {
  const { outbox, replay, sent, failures, told, answer } = openWaiting(['Office']);
  failures.push(...Array.from({ length: 3 }, () => new AppError('interrupted-by-sleep')));
  answer();
  for (let time = 0; time < 4; time++) await replay.tryNow();
  expect(sent).toHaveLength(4);
  expect(told.map(({ kind }) => kind)).toEqual(['sent']);
  expect(outbox.all()).toEqual([]);
});

it('what is being sent to a service that does not answer ends with the run, and is looked for before it goes again', async () => {
  const { outbox, replay, sent, told, arrived } = openWaiting(['Office', 'Site']);
  const order: string[] = [];
  const running = replay.run().then(() => order.push('ended'));
  await arrived;
  // Whoever closes the outbox next relies on that nobody writes to it any more.
  await replay.close().then(() => order.push('closed'));
  await running;
  expect(order).toEqual(['ended', 'closed']);
  expect(sent).toEqual(['Office']);
  expect(outbox.all().map(({ title, wasTried, error }) => [title, wasTried, error])).toEqual([
    ['Office', true, undefined],
    ['Site', false, undefined],
  ]);
  expect(told).toEqual([]);
});

it.each(['noteTried', 'finish'] as const)(
  'a write that this computer cannot note for a moment (%s) is not called refused, and is done after that',
  async (name) => {
    const { outbox, replay, told, answer } = openWaiting(['Office']);
    const note = outbox[name];
    let fails = true;
    Object.assign(outbox, {
      [name](...asked: Parameters<typeof outbox.finish>) {
        if (!fails) return note(...asked);
        fails = false;
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      },
    });
    answer();
    await replay.run();
    expect(outbox.all().map(({ error }) => error)).toEqual([undefined]);
    await replay.tryNow();
    expect(outbox.all()).toEqual([]);
    expect(told.map(({ kind }) => kind)).toEqual(['sent']);
  },
);

/** A file that waits, before all that is added later. @returns where its bytes are */
async function addFile({ folder, outbox }: Pick<ReturnType<typeof openWaiting>, 'folder' | 'outbox'>): Promise<string> {
  const kept = await outbox.bytes.keep({
    sizeBytes: 4,
    async *open() {
      yield Buffer.from('pump');
    },
  });
  const record = {
    ...{ input: { params: {} }, answer: 'id', needs: [], subjects: ['file pump'], title: 'pump.rfa' },
    ...{ file: { ...kept, fileName: 'pump.rfa' }, madeBy: 'addIn' as const, madeMs: 1 },
  };
  outbox.add({ serviceId: 'one', operation: 'storeFile', wasTried: false, record });
  return join(folder, 'bytes', kept.bytesId);
}

it('bytes that this computer cannot read are refused by nobody, hold nothing up, and go out once it can', async () => {
  const waiting = openWaiting([]);
  const { outbox, replay, told, sent, add, answer } = waiting;
  const path = await addFile(waiting);
  add('Office');
  answer();
  renameSync(path, `${path}.away`);
  // What no system reads as a file.
  mkdirSync(path);
  for (let time = 0; time < 4; time++) await replay.tryNow();
  expect(outbox.all().map(({ title, failures, error }) => [title, failures, error])).toEqual([
    ['pump.rfa', 0, undefined],
  ]);
  expect(sent).toEqual(['Office']);
  rmSync(path, { recursive: true });
  renameSync(`${path}.away`, path);
  await replay.tryNow();
  expect(sent).toEqual(['Office', 'pump']);
  expect(told.map(({ kind }) => kind)).toEqual(['sent', 'sent']);
  expect(outbox.all()).toEqual([]);
});

it('bytes that are gone are left to a person after some tries', async () => {
  const waiting = openWaiting([]);
  rmSync(await addFile(waiting));
  for (let time = 0; time < 3; time++) await waiting.replay.tryNow();
  expect(waiting.outbox.all().map(({ error }) => error?.code)).toEqual(['file-unreadable']);
});

const product = recordOf('EC000001');
const blobId = '0f6c2f0e-0000-4000-8000-000000000001';
const draft = { input: { params: { blobId }, body: [product] }, answer: [product] };

/** What an add-in asked for, of a service that answers each operation as a test says. */
function openWrites(answers: Readonly<Record<string, () => unknown>>) {
  const outbox = openOutbox(join(temporaryFolder(), 'add-ins'));
  onTestFinished(() => outbox.close());
  const told: WriteEvent[] = [];
  const asked: string[] = [];
  const service = {
    call: async (id: CallId) => {
      asked.push(id);
      return answers[id]?.();
    },
  } as unknown as RemoteCaller & ViewCaller;
  const replay = createReplay({
    outbox,
    reach: {
      ...{ mayTry: () => true, nextTryMs: () => Infinity, noteSuccess: () => undefined },
      noteFailure: ({ code }) => cutOffOf(code) !== undefined,
    },
    connected: () => ({ serviceId: 'one', views: service, remote: service }),
    clock: { steadyMs: () => 0, after: () => () => undefined },
    tell: (event) => told.push(event),
  });
  const add = (
    operation: 'storeMetadata',
    write: Pick<WriteRecord, 'input' | 'answer'> & Partial<Pick<WriteRecord, 'file'>>,
    { wasTried = false, needs = [] }: { wasTried?: boolean; needs?: readonly string[] } = {},
  ): number => {
    const about = { needs, subjects: ['pump'], title: operation, madeBy: 'addIn' as const, madeMs: 1 };
    return outbox.add({ serviceId: 'one', operation, wasTried, record: { ...write, ...about } });
  };
  const outcomes = () =>
    told.map((event) =>
      [event.kind, event.kind === 'refused' ? event.error.code : undefined].filter(Boolean).join(' '),
    );
  return { outbox, replay, add, asked, outcomes };
}

const notFound = (): never => {
  throw new AppError('not-found', { receivedStatus: 404 });
};
const listing = (...versions: readonly string[]) => ({ versions: versions.map((text) => parseVersion(text)) });

it('a draft that was tried is sent again where the service says with 404 that it has none, and lists no version', async () => {
  const { replay, add, asked, outcomes } = openWrites({
    findCurrentMetadata: notFound,
    listVersions: () => listing(),
    storeMetadata: () => [product],
  });
  add('storeMetadata', draft, { wasTried: true });
  await replay.run();
  expect(asked).toEqual(['findCurrentMetadata', 'listVersions', 'storeMetadata']);
  expect(outcomes()).toEqual(['sent']);
});

it('a draft that was tried is not sent again where its bytes are there, however the service writes their hash', async () => {
  const sha256 = 'ab'.repeat(32);
  const stored = { ...product, blobId: '0f6c2f0e-0000-4000-8000-000000000002', sha256: sha256.toUpperCase() };
  const { replay, add, asked, outcomes } = openWrites({ findCurrentMetadata: () => [stored] });
  const file = { bytesId: 'none', fileName: 'pump.rfa', sizeBytes: 4, sha256 };
  add('storeMetadata', { ...draft, file }, { wasTried: true });
  await replay.run();
  expect([asked, outcomes()]).toEqual([['findCurrentMetadata'], ['sent']]);
});

it('a draft that was tried is not sent again while a list of what the service has is not found, and goes once it is', async () => {
  let find: () => unknown = notFound;
  const { outbox, replay, add, asked, outcomes } = openWrites({
    findCurrentMetadata: () => find(),
    listVersions: () => listing('0.1'),
    storeMetadata: () => [product],
  });
  add('storeMetadata', draft, { wasTried: true });
  await replay.tryNow();
  expect(asked).not.toContain('storeMetadata');
  expect([outcomes(), outbox.all().map(({ error }) => error)]).toEqual([[], [undefined]]);
  find = () => [];
  await replay.tryNow();
  expect(outcomes()).toEqual(['sent']);
});

it.each(['not-found', 'request-rejected', 'unreadable-answer'] as const)(
  'a draft that the service took is not told as refused where its list after that is (%s), and is not sent again',
  async (code) => {
    let list = (): unknown => {
      throw new AppError(code, { receivedStatus: code === 'unreadable-answer' ? 200 : 404 });
    };
    const { outbox, replay, add, asked, outcomes } = openWrites({
      storeMetadata: () => [],
      listVersions: () => list(),
      findCurrentMetadata: () => [{ ...product, majorVersion: 0, minorVersion: 1, blobId }],
    });
    const writeId = add('storeMetadata', draft);
    const token = versionTokenOf(writeId, 'pump');
    add('storeMetadata', draft, { needs: [token] });
    await replay.tryNow();
    expect([outcomes(), outbox.all().map(({ error }) => error)]).toEqual([[], [undefined, undefined]]);
    list = () => listing('0.1');
    await replay.tryNow();
    expect(outcomes()).toEqual(['sent', 'sent']);
    expect(asked.filter((id) => id === 'storeMetadata')).toHaveLength(2);
  },
);

it('what waits goes on waiting, and nobody who asks is failed, where it cannot be told what is connected', async () => {
  const { replay, sent, answer, connected } = openWaiting(['Office']);
  answer();
  const usual = Object.getOwnPropertyDescriptor(connected, 'serviceId') ?? {};
  Object.defineProperty(connected, 'serviceId', {
    configurable: true,
    get: () => {
      throw new Error('The connection is being changed.');
    },
  });
  await replay.run();
  expect(sent).toEqual([]);
  Object.defineProperty(connected, 'serviceId', usual);
  await replay.run();
  expect(sent).toEqual(['Office']);
});
