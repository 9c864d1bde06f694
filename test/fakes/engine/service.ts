import type {
  AnswerUnlessSeen,
  CallOptions,
  OutgoingFile,
  SeenAnswer,
  RemoteCaller,
} from '../../../shared/api/caller.ts';
import type { Contract, OperationId } from '../../../shared/api/contract.ts';
import type { JsonAnswerOf } from '../../../shared/api/operation.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { FakeClock } from './clock.ts';
import { createFakeVersions } from './versions.ts';

/** How a request fails. What happens on the service before is part of it. */
export type Failure =
  | 'lostRequest'
  | 'lostAnswer'
  | 'timeout'
  | 'unauthorized'
  | 'signInFailed'
  | 'secretMissing'
  | 'internalError'
  | 'unavailable'
  | 'rightMissing'
  | 'notFound'
  | 'baseOutdated'
  | 'noNetwork'
  | 'portalPage'
  | 'sleep'
  | 'truncatedBody'
  | 'wrongBytes'
  | { readonly retryAfterMs: number };

/** More requests than this within one moment are a circle that no timer would ever end. */
const mostCallsAtOnce = 5_000;

interface PlannedFailure {
  readonly operation: OperationId | 'any';
  readonly failure: Failure;
  /** So many requests of the operation are answered first. */
  after: number;
  times: number;
}

interface Hold {
  readonly operation: OperationId;
  readonly arrived: () => void;
  readonly released: Promise<void>;
}

const errors = {
  lostRequest: () => new AppError('service-unreachable'),
  lostAnswer: () => new AppError('service-unreachable'),
  timeout: () => new AppError('service-timeout'),
  unauthorized: () => new AppError('invalid-token', { receivedStatus: 401 }),
  signInFailed: () => new AppError('sign-in-failed'),
  secretMissing: () => new AppError('client-secret-missing'),
  unavailable: () => new AppError('service-unavailable', { receivedStatus: 503 }),
  rightMissing: () => new AppError('right-missing', { receivedStatus: 403 }),
  notFound: () => new AppError('not-found', { receivedStatus: 404 }),
  baseOutdated: () => new AppError('base-version-outdated', { receivedStatus: 400 }),
  noNetwork: () => new AppError('no-network'),
  portalPage: () => new AppError('network-sign-in-needed', { receivedStatus: 200 }),
  sleep: () => new AppError('interrupted-by-sleep'),
  internalError: () => new AppError('internal-error', { receivedStatus: 500 }),
} as const;

/** A service in memory, as the engine's caller sees it: the rules of the versions, and failures when a test wants them. */
export function createFakeService(clock: FakeClock) {
  const versions = createFakeVersions(() => clock.now());
  const failures = new Set<PlannedFailure>();
  const holds = new Set<Hold>();
  const calls: { readonly id: OperationId; readonly atMs: number; readonly input: unknown }[] = [];
  const lists: { readonly wasSent: boolean }[] = [];
  const afterwards = new Map<OperationId, () => Promise<void>>();
  let away = false;
  let licenseAccepted = true;
  let knowsTags = true;
  let takesFiles = false;

  /** Runs an operation with whatever a test planned for it. */
  async function serve<T>(id: OperationId, input: unknown, options: CallOptions | undefined, act: () => T): Promise<T> {
    calls.push({ id, atMs: clock.now(), input });
    if ((calls.at(-mostCallsAtOnce)?.atMs ?? -1) === clock.now()) throw new Error('The service is asked without end.');
    const hold = [...holds].find(({ operation }) => operation === id);
    if (hold) {
      holds.delete(hold);
      hold.arrived();
      await Promise.race([hold.released, aborted(options?.signal)]);
    }
    if (options?.signal?.aborted) throw new AppError('cancelled');
    if (away) throw new AppError('service-unreachable');
    const failure = takeFailure(id);
    if (typeof failure === 'object') {
      throw new AppError('too-many-requests', { receivedStatus: 429, retryAfterMs: failure.retryAfterMs });
    }
    if (failure !== undefined && failure in errors && failure !== 'lostAnswer') {
      throw errors[failure as keyof typeof errors]();
    }
    const guarded = id === 'storeFile' || id === 'storeMetadata' || id === 'release';
    if (guarded && !licenseAccepted) throw new AppError('license-code-rejected', { receivedStatus: 400 });
    const answer = act();
    options?.onServiceTime?.(clock.now());
    const afterward = afterwards.get(id);
    if (afterwards.delete(id)) await afterward?.();
    if (failure === 'lostAnswer') throw errors.lostAnswer();
    return spoil(answer, failure);
  }

  function takeFailure(id: OperationId): Failure | undefined {
    for (const planned of failures) {
      if (planned.operation !== 'any' && planned.operation !== id) continue;
      if (planned.after > 0) {
        planned.after -= 1;
        continue;
      }
      planned.times -= 1;
      if (planned.times <= 0) failures.delete(planned);
      return planned.failure;
    }
    return undefined;
  }

  const port: RemoteCaller = {
    asks: 'service',
    get takesFileWithMetadata() {
      return takesFiles;
    },
    get givesFilesTogether() {
      return takesFiles;
    },
    // The answers are made by the rules that the contract's schemas describe.
    async call(id, input, options) {
      const bytes = input.file && (await readWhole(input.file));
      const answer = () =>
        versions.answer(id, bytes ? { ...input, params: { blobId: versions.storeBlob(bytes) } } : input);
      return (await serve(id, input, options, answer)) as JsonAnswerOf<Contract[typeof id]>;
    },
    async callUnlessSeen(id, input, seen, options) {
      const answer = (await port.call(id, input, options)) as JsonAnswerOf<Contract[typeof id]>;
      const read = unlessSeen(answer, seen, knowsTags);
      lists.push({ wasSent: !('wasSent' in read) || read.wasSent });
      return read;
    },
    async upload(id, input, file, options) {
      const bytes = await readWhole(file);
      return serve(id, input, options, () => versions.storeBlob(bytes));
    },
    download: (id, input, options) => serve(id, input, options, () => versions.open(input, options)),
  };

  return {
    port,
    versions,
    calls,
    /** Of each answer that may have been seen, whether it was sent. */
    lists,
    callsOf: (id: OperationId): number => calls.filter((call) => call.id === id).length,

    /** Plans a failure for the next `times` requests of an operation, once it answered `after` of them. */
    fail(operation: OperationId | 'any', failure: Failure, times = 1, after = 0): void {
      failures.add({ operation, failure, times, after });
    },

    /** Plans no failure any more. */
    mend: (): void => failures.clear(),

    /** Has the next request of an operation stay without an answer until it is let go. */
    hold(operation: OperationId): { readonly arrived: Promise<void>; readonly letGo: () => void } {
      const arrived = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      holds.add({ operation, arrived: arrived.resolve, released: released.promise });
      return { arrived: arrived.promise, letGo: released.resolve };
    },

    /** Has something happen once, when the service has done what it was asked and the answer is not there yet. */
    afterServing: (operation: OperationId, act: () => Promise<void>): unknown => afterwards.set(operation, act),

    /** Has the service carry the next such request out and keep its answer back until it is let go. */
    holdAnswer(operation: OperationId): { readonly arrived: Promise<void>; readonly letGo: () => void } {
      const arrived = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      afterwards.set(operation, () => {
        arrived.resolve();
        return released.promise;
      });
      return { arrived: arrived.promise, letGo: released.resolve };
    },

    /** Whether the service knows the state of an answer by its tag; if not, it sends every answer. */
    setKnowsTags: (value: boolean): unknown => (knowsTags = value),
    /** Whether metadata may bring a file along, both ways. */
    setTakesFiles: (value: boolean): unknown => (takesFiles = value),
    setAway: (value: boolean): unknown => (away = value),
    isAway: (): boolean => away,
    setLicenseAccepted: (value: boolean): unknown => (licenseAccepted = value),
  };
}

export type FakeService = ReturnType<typeof createFakeService>;

async function readWhole(file: OutgoingFile): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.open()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()));
}

/** What the client makes of an answer that may have been seen. */
function unlessSeen<T>(answer: T, before: SeenAnswer | undefined, knowsTags: boolean): AnswerUnlessSeen<T> {
  const digest = JSON.stringify(answer);
  const seen = { tag: knowsTags ? digest : undefined, digest, refusesTags: false };
  return before?.digest === digest ? { seen, answer: undefined, wasSent: !knowsTags } : { seen, answer };
}

/** Bytes that break off, or are not the announced ones. */
function spoil<T>(answer: T, failure: Failure | undefined): T {
  if (failure !== 'truncatedBody' && failure !== 'wrongBytes') return answer;
  if (typeof answer !== 'object' || answer === null || !('bytes' in answer)) return answer;
  const whole = answer.bytes as AsyncIterable<Uint8Array>;
  async function* spoiled(): AsyncGenerator<Uint8Array> {
    for await (const chunk of whole) {
      if (failure === 'wrongBytes') yield chunk.map((byte) => byte ^ 1);
      else yield chunk.subarray(0, Math.floor(chunk.length / 2));
    }
    if (failure === 'truncatedBody') throw new AppError('answer-incomplete', { receivedStatus: 200 });
  }
  return { ...answer, bytes: spoiled() };
}
