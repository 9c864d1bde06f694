import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { decisions } from '../../../electron/gateway/decisions.ts';
import { createGateway } from '../../../electron/gateway/gateway.ts';
import { openMirror } from '../../../electron/gateway/mirror.ts';
import { createServiceMirror, type MirrorOwner } from '../../../electron/gateway/service-mirror.ts';
import type { CallId, CallInput, RemoteCaller } from '../../../shared/api/caller.ts';
import { contract, operationIds } from '../../../shared/api/contract.ts';
import { exampleAnswers, exampleBodies, exampleParameters } from '../../../shared/api/examples.ts';
import type { OperationShape } from '../../../shared/api/operation.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { temporaryFolder } from '../imports/product-files.ts';

type Answers = Partial<Record<CallId, unknown>>;

/** A service that answers as the examples of the contract do, or as a test says. */
export function createExampleService(answers: Answers = {}) {
  const asked: CallId[] = [];
  const state = {
    answers: { ...exampleAnswers, ...answers } as Record<string, unknown>,
    /** What it throws, where it does. */
    failure: undefined as AppError | undefined,
    /** Waited for before every answer. */
    before: async (): Promise<void> => undefined,
  };
  const answer = async (id: CallId): Promise<unknown> => {
    asked.push(id);
    await state.before();
    if (state.failure) throw state.failure;
    const found = state.answers[id];
    if (found === undefined) throw new AppError('not-found', { receivedStatus: 404 });
    return structuredClone(found);
  };
  const remote = {
    asks: 'service',
    call: answer,
    callUnlessSeen: async (id: CallId) => ({
      seen: { tag: '1', digest: 'd', refusesTags: false },
      answer: await answer(id),
    }),
    upload: async (id: CallId) => answer(id),
    download: async (id: CallId) => answer(id),
  } as unknown as RemoteCaller;
  return {
    remote,
    asked,
    state,
    stop: (code: ConstructorParameters<typeof AppError>[0] = 'service-unreachable') =>
      void (state.failure = new AppError(code)),
    start: () => void (state.failure = undefined),
  };
}

/** Time that passes when a test says so; a wait ends when somebody's patience is to end. */
export function createGatewayClock() {
  const waits = new Set<() => void>();
  let nowMs = Date.parse('2026-03-04T09:12:00');
  return {
    now: () => nowMs,
    sleep: (_: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        waits.add(resolve);
        signal.addEventListener('abort', () => reject(new AppError('cancelled')));
      }),
    pass: (ms: number) => void (nowMs += ms),
    endPatience: () => waits.forEach((end) => end()),
  };
}

export type GatewayClock = ReturnType<typeof createGatewayClock>;

export const usualOwner = {
  serviceId: 'https://service.example',
  account: ['https://service.example', 'client'],
  licenseCode: async () => 'LICENSE-0001',
} satisfies MirrorOwner;

interface SiteOptions {
  readonly file?: string;
  readonly owner?: MirrorOwner;
  readonly service?: ReturnType<typeof createExampleService>;
  readonly clock?: GatewayClock;
  readonly limitBytes?: number;
}

const mebibyte = 2 ** 20;

/** A gateway over an example service, with a mirror in a file. */
export function openSite({
  file = join(temporaryFolder(), 'mirror.db'),
  owner = usualOwner,
  service = createExampleService(),
  clock = createGatewayClock(),
  limitBytes = 50 * mebibyte,
}: SiteOptions = {}) {
  const mirror = openMirror(file, limitBytes);
  const serviceMirror = createServiceMirror(mirror, owner);
  const gateway = createGateway({ remote: service.remote, mirror: serviceMirror, clock });
  onTestFinished(() => mirror.close());
  /** What the gateway answers, and how old that is. */
  const ask = async <Id extends CallId>(id: Id, input: CallInput<Id> = exampleInput(id)) => {
    let asOfMs: number | undefined;
    const answer = await gateway.call(id, input, { onMirrored: (seenMs) => (asOfMs = seenMs) });
    return { answer, asOfMs };
  };
  return { file, mirror, serviceMirror, gateway, service, clock, ask };
}

export function isMirrored(id: string): id is CallId {
  return (decisions as Record<string, { readonly kind: string }>)[id]?.kind === 'mirrored';
}

export const mirroredIds: readonly CallId[] = operationIds.filter(isMirrored);

/** The question that the example answer answers. */
export function exampleInput<Id extends CallId>(id: Id): CallInput<Id> {
  const { params, query }: OperationShape = contract[id];
  const named = (shape: Readonly<Record<string, z.core.$ZodType>>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => [name, ownExample(schema) ?? exampleParameters[name]]),
    );
  const body = (exampleBodies as Record<string, unknown>)[id];
  return { params: named(params.shape), query: named(query.shape), body } as unknown as CallInput<Id>;
}

function ownExample(schema: z.core.$ZodType): unknown {
  return schema instanceof z.ZodType ? schema.meta()?.['example'] : undefined;
}
