import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { Reachability } from '../../../../shared/errors/reachability.ts';
import { createAnswer, type Answer } from '../../../../renderer/state/answer.svelte.ts';
import { readOnReturn } from '../../../../renderer/state/service-return.ts';
import type { Session } from '../../../../renderer/state/session.svelte.ts';

type Listed = { readonly asOfMs?: number; readonly isPartial?: true; readonly error?: { code: 'service-unreachable' } };

let isFailing: boolean;
let told: Listed | Listed[];
let questions: number;
let answer: Answer<Listed | Listed[]>;
let standing: (state: Reachability, kind?: 'status' | 'snapshot') => void;

const read = () =>
  answer.ask(async () => {
    questions += 1;
    if (isFailing) throw new AppError('service-unreachable');
    return told;
  });

beforeEach(() => {
  let listener: (news: { kind: string }) => void = () => undefined;
  const session = {
    connected: true,
    status: { connection: { state: 'serviceDown' as Reachability } },
    subscribe: (listen: typeof listener) => {
      listener = listen;
      return () => (listener = () => undefined);
    },
  };
  standing = (state, kind = 'status') => {
    session.status = { connection: { state } };
    listener({ kind });
  };
  [isFailing, told, questions] = [false, {}, 0];
  answer = createAnswer(session as unknown as Session);
  readOnReturn(session as unknown as Session, answer, read);
});

describe('an answer that was given while the service was away', () => {
  const olds: [string, Listed | Listed[]][] = [
    ['is of earlier', { asOfMs: 1 }],
    ['is only what waits for the service', { isPartial: true }],
    ['is in part of earlier', [{}, { asOfMs: 1 }]],
    ['failed in part', [{}, { error: { code: 'service-unreachable' } }]],
  ];
  it.each(olds)('is asked for again once it is back, where it %s', async (_what, old) => {
    told = old;
    await read();
    told = {};
    standing('online');
    expect(questions).toBe(2);
  });

  it('is asked for again where it failed, also when the return was told by a snapshot', async () => {
    isFailing = true;
    await read();
    expect(answer.error).toBeDefined();
    isFailing = false;
    standing('online', 'snapshot');
    await Promise.resolve();
    expect(questions).toBe(2);
  });

  it('is asked for again with every return, and not with other news', async () => {
    told = { asOfMs: 1 };
    await read();
    for (const state of ['online', 'online', 'serviceDown', 'online'] as const) standing(state);
    expect(questions).toBe(3);
  });

  it('stays where all of it is of now, or nothing was asked', async () => {
    standing('online');
    standing('serviceDown');
    told = [{}, {}];
    await read();
    standing('online');
    expect(questions).toBe(1);
  });
});
