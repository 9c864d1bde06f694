import { isContractProcedure } from '@orpc/contract';
import fc from 'fast-check';
import { z } from 'zod';
import { windowContract } from '../../shared/rpc/contract.ts';
import { brokenJson, hostileJson, hostileText } from './hostile-values.ts';
import { valuesOf } from './schema-values.ts';
import { textFrame } from './window-frames.ts';

interface WindowCall {
  readonly path: string;
  readonly input: z.core.$ZodType;
}

const calls = callsIn(windowContract);

function callsIn(part: unknown, path = ''): WindowCall[] {
  if (isContractProcedure(part)) {
    const input: unknown = part['~orpc'].inputSchema;
    return [{ path, input: input instanceof z.ZodType ? input : z.unknown() }];
  }
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, child]) => callsIn(child, `${path}/${name}`));
}

const ids: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('1', '2', '3') },
  { weight: 1, arbitrary: hostileJson },
);

/** Inputs the contract declares, or nearly, and such as nobody should send. */
const knownCalls = fc.oneof(
  ...calls.map(({ path, input }) =>
    fc
      .oneof({ weight: 3, arbitrary: valuesOf(input, new Map()) }, { weight: 1, arbitrary: hostileJson })
      .map((json) => ({ path, json })),
  ),
);

/** What the serializer of the RPC library reads: types, and the places they are for. */
const metas = fc.option(
  fc.array(
    fc.array(fc.oneof(fc.nat(9), fc.constantFrom('__proto__', 'constructor', 'limit'), hostileText), { maxLength: 4 }),
    {
      maxLength: 3,
    },
  ),
  { freq: 4, nil: undefined },
);

const rightMessages = fc
  .tuple(ids, knownCalls, metas)
  .map(([i, { path, json }, meta]) => JSON.stringify({ i, p: { u: path, b: { json, meta } } }));

const oddMessages = fc
  .record(
    {
      i: ids,
      t: fc.oneof(fc.constantFrom(1, 3, 4), hostileJson),
      p: fc.oneof(
        fc.record(
          {
            u: fc.oneof(
              knownCalls.map(({ path }) => path),
              hostileText,
            ),
            b: hostileJson,
            h: fc.oneof(fc.constant({ 'content-type': 'text/event-stream' }), hostileJson),
            m: fc.oneof(fc.constantFrom('GET', 'POST'), hostileJson),
            e: fc.constantFrom('message', 'error', 'done'),
            d: hostileJson,
          },
          { requiredKeys: [] },
        ),
        hostileJson,
      ),
    },
    { requiredKeys: [] },
  )
  .map((message) => JSON.stringify(message));

/** Texts in right frames: calls with hostile inputs, messages no window sends, and what is no JSON. */
export const hostileMessages: fc.Arbitrary<Buffer> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: rightMessages },
      { weight: 2, arbitrary: oddMessages },
      { weight: 1, arbitrary: brokenJson },
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((messages) => Buffer.concat(messages.map((message) => textFrame(message))));
