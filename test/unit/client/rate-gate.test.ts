import { describe, expect, it } from 'vitest';
import { createRateGate, type RateGate } from '../../../electron/client/rate-gate.ts';
import type { CallPriority } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { KeptBudget } from '../../../shared/rpc/request-budget.ts';
import { createFakeClock, settle } from '../../fakes/engine/clock.ts';

const never = new AbortController().signal;

function open(memory?: { kept: KeptBudget | undefined }) {
  const fake = createFakeClock();
  const clock = {
    now: fake.now,
    steadyMs: fake.steadyMs,
    random: () => 0,
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const takeBack = fake.after(ms, resolve);
        signal.addEventListener('abort', () => {
          takeBack();
          reject(new AppError('cancelled'));
        });
      }),
  };
  const kept = memory && { read: () => memory.kept, write: (now: () => KeptBudget) => void (memory.kept = now()) };
  const gate = createRateGate(clock, kept);
  return { fake, gate };
}

const told = (limit: number, remaining: number, resetInSeconds: number) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(resetInSeconds),
});

/** Has calls ask to be let through and notes in which order they were. */
function enterAll(gate: RateGate, order: string[], ...priorities: CallPriority[]): void {
  for (const priority of priorities) void gate.enter(priority, never).then(() => order.push(priority));
}

describe('the gate before a service that limits its callers', () => {
  it('lets people go first, then what they published, uploads, downloads, and looking for changes last', async () => {
    const { fake, gate } = open();
    (await gate.enter('poll', never)).answered(told(60, 0, 30));
    const order: string[] = [];
    enterAll(gate, order, 'poll', 'download', 'upload', 'publish', 'person');
    await settle();
    expect(order).toEqual([]);
    await fake.advance(30_000);
    expect(order).toEqual(['person', 'publish', 'upload', 'download', 'poll']);
  });

  it('lets a person through at once while five hundred uploads wait', async () => {
    const { fake, gate } = open();
    (await gate.enter('upload', never)).answered(told(60, 59, 60));
    const order: string[] = [];
    enterAll(gate, order, ...Array<CallPriority>(500).fill('upload'));
    await settle();
    expect(order.length).toBe(53);
    const beganMs = fake.steadyMs();
    for (let lookup = 0; lookup < 6; lookup++) await gate.enter('person', never);
    expect(fake.steadyMs()).toBe(beganMs);
  });

  it('lets nobody wait for ever: what waited for minutes goes like an upload', async () => {
    const { fake, gate } = open();
    (await gate.enter('upload', never)).answered(told(2, 0, 60));
    const order: string[] = [];
    enterAll(gate, order, 'poll', ...Array<CallPriority>(20).fill('upload'));
    for (let minute = 1; minute <= 5; minute++) await fake.advance(60_000);
    expect(order.indexOf('poll')).toBeGreaterThan(0);
    expect(order).toContain('upload');
  });

  it('lets a person go before what has waited for minutes', async () => {
    const { fake, gate } = open();
    (await gate.enter('publish', never)).answered(told(1, 0, 60));
    const order: string[] = [];
    enterAll(gate, order, ...Array<CallPriority>(20).fill('publish'), 'poll');
    for (let minute = 1; minute <= 5; minute++) await fake.advance(60_000);
    expect(order).not.toContain('poll');
    order.length = 0;
    enterAll(gate, order, 'person');
    await fake.advance(120_000);
    expect(order[0]).toBe('person');
  });

  it('knows whether the service ever told a limit, also where it only says how many are left', async () => {
    const { fake, gate } = open();
    (await gate.enter('upload', never)).answered({});
    expect(gate.isLimiting()).toBe(false);
    (await gate.enter('upload', never)).answered({ 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '30' });
    await fake.advance(60_000);
    expect(gate.isLimiting()).toBe(true);
  });

  it('knows of a limit by a refusal that tells nothing else, and still after a restart', async () => {
    const { gate } = open();
    (await gate.enter('upload', never)).answered({}, { retryAfterMs: undefined });
    expect(gate.isLimiting()).toBe(true);
    const memory: { kept: KeptBudget | undefined } = { kept: undefined };
    (await open(memory).gate.enter('upload', never)).answered({}, { retryAfterMs: 1_000 });
    expect(open(memory).gate.isLimiting()).toBe(true);
  });

  it('wakes those who wait for answers as soon as an answer makes room', async () => {
    const { gate } = open();
    const first = await gate.enter('person', never);
    const second = await gate.enter('person', never);
    first.answered(told(60, 1, 60));
    const order: string[] = [];
    enterAll(gate, order, 'person');
    await settle();
    expect(order).toEqual([]);
    second.answered(told(60, 1, 60));
    await settle();
    expect(order).toEqual(['person']);
  });

  it('says how long it takes where nobody would wait so long, and ends with cancelled on abort', async () => {
    const { gate } = open();
    (await gate.enter('poll', never)).answered({}, { retryAfterMs: 3_600_000 });
    await expect(gate.enter('person', never)).rejects.toMatchObject({
      code: 'too-many-requests',
      retryAfterMs: 3_600_000,
    });
    const stop = new AbortController();
    const { gate: other } = open();
    (await other.enter('poll', never)).answered(told(60, 0, 60));
    const waiting = other.enter('upload', stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('waits no longer when the clock of the computer is set back', async () => {
    const { fake, gate } = open();
    (await gate.enter('upload', never)).answered(told(60, 0, 60));
    const order: string[] = [];
    enterAll(gate, order, 'upload');
    fake.set(-3 * 3_600_000);
    await fake.advance(60_000);
    expect(order).toEqual(['upload']);
  });

  it('knows after a restart in the middle of a limited minute how little is left of it', async () => {
    const memory: { kept: KeptBudget | undefined } = { kept: undefined };
    const before = open(memory);
    const first = await before.gate.enter('upload', never);
    // On their way when it ends: the service counts them.
    await before.gate.enter('upload', never);
    first.answered(told(60, 8, 40));
    const { fake, gate } = open(memory);
    const order: string[] = [];
    enterAll(gate, order, 'upload', 'upload', 'upload');
    await settle();
    expect(order).toEqual(['upload']);
    await fake.advance(40_000);
    expect(order).toEqual(['upload', 'upload', 'upload']);
  });
});
