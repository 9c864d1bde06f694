import { describe, expect, it } from 'vitest';
import {
  budgetAfterAnswer,
  budgetAfterSend,
  budgetAfterSilence,
  budgetFrom,
  keptOf,
  requestsSpentOf,
  unknownBudget,
  waitBefore,
  type AnswerHeaders,
  type RateBudget,
} from '../../../electron/client/rate-budget.ts';
import type { CallPriority } from '../../../shared/api/caller.ts';

const nowMs = 1_800_000_000_000;
/** The steady clock begins somewhere else than the computer's. */
const start = 5_000;
const headersOf = (limit: number, remaining: number, resetInSeconds: number) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(nowMs / 1000 + resetInSeconds),
});
const learn = (budget: RateBudget, headers: AnswerHeaders, retryAfterMs?: number, atMs = start) =>
  budgetAfterAnswer(budget, atMs, { headers, retryAfterMs }, { nowMs: nowMs + atMs - start, steadyMs: atMs });
const after = (budget: RateBudget, limit: number, remaining: number, resetInSeconds: number) =>
  learn(budget, headersOf(limit, remaining, resetInSeconds));
const waitOf = (budget: RateBudget, priority: CallPriority, atMs = start) => waitBefore(budget, priority, atMs).ms;

describe('the rate budget', () => {
  it('lets everything go while no limit is known', () => {
    expect(waitOf(unknownBudget, 'poll')).toBe(0);
    expect(waitOf(budgetAfterSend(unknownBudget, start), 'poll')).toBe(0);
  });

  it('counts calls on their way, so that many at once do not go over the limit', () => {
    const sent = budgetAfterSend(budgetAfterSend(after(unknownBudget, 60, 2, 10), start), start);
    expect(waitBefore(sent, 'person', start).isForAnswers).toBe(true);
    expect(waitOf(after(sent, 60, 0, 10), 'person')).toBe(10_000);
  });

  it('takes those on their way off what a new window gives, for the service may count them there', () => {
    let budget = after(unknownBudget, 3, 3, 10);
    for (let sent = 0; sent < 3; sent++) budget = budgetAfterSend(budget, start + 9_000);
    expect(waitOf(budget, 'person', start + 10_000)).toBeGreaterThan(0);
  });

  it('counts a call without an answer as used, and one that is long under way too', () => {
    const sent = budgetAfterSend(after(unknownBudget, 60, 1, 60), start);
    expect(waitOf(budgetAfterSilence(sent, start, start), 'person')).toBe(60_000);
    expect(waitOf(sent, 'person', start + 11_000)).toBe(49_000);
  });

  it('is not raised by an answer that was overtaken', () => {
    expect(waitOf(after(after(unknownBudget, 60, 0, 10), 60, 5, 10), 'person')).toBe(10_000);
  });

  it('is not raised by an answer that was overtaken and came seconds late', () => {
    const known = after(unknownBudget, 60, 0, 30);
    const late = budgetAfterAnswer(
      known,
      start,
      { headers: headersOf(60, 25, 30) },
      { nowMs, steadyMs: start + 4_000 },
    );
    expect(waitOf(late, 'person', start + 4_000)).toBeGreaterThan(0);
  });

  it('takes an answer of the window before, which came seconds late, for what it is', () => {
    const rolled = budgetAfterSend(after(unknownBudget, 60, 1, 10), start + 10_000);
    const at = start + 14_000;
    const late = budgetAfterAnswer(rolled, start, { headers: headersOf(60, 0, 10) }, { nowMs, steadyMs: at });
    expect(waitOf(late, 'person', at)).toBe(0);
    // What the window has left is told by its own answers alone; one is still under way.
    const told = learn(late, headersOf(60, 2, 70), undefined, at);
    expect(requestsSpentOf(told, { nowMs: nowMs + at - start, steadyMs: at })).toMatchObject({ used: 59 });
  });

  it('is not lowered by an answer of the window before', () => {
    const rolled = budgetAfterSend(after(unknownBudget, 60, 1, 10), start + 10_000);
    expect(waitOf(learn(rolled, headersOf(60, 0, 10), undefined, start + 10_100), 'person', start + 10_100)).toBe(0);
  });

  it('takes the number of a new window', () => {
    expect(waitOf(after(after(unknownBudget, 60, 0, 10), 60, 59, 70), 'poll')).toBe(0);
  });

  it('keeps the minute and the day apart, of which the service tells the tighter one', () => {
    const hour = 3_600;
    const both = after(after(unknownBudget, 60, 20, 10), 10_000, 0, 5 * hour);
    expect(waitOf(both, 'person')).toBe(5 * hour * 1_000);
    // The minute begins anew, and the day is used up all the same.
    expect(waitOf(both, 'person', start + 10_000)).toBe(5 * hour * 1_000 - 10_000);
  });

  it.each([
    [60, 7, 0],
    [60, 6, 10_000],
    [5, 2, 0],
    [5, 1, 10_000],
    [1, 1, 0],
  ])('with %i in a window and %i left makes background work wait %i ms', (limit, remaining, wait) => {
    expect(waitOf(after(unknownBudget, limit, remaining, 10), 'upload')).toBe(wait);
    expect(waitOf(after(unknownBudget, limit, remaining, 10), 'person')).toBe(0);
  });

  it('takes the next window for a full one and no more, until an answer tells', () => {
    let budget = after(unknownBudget, 3, 0, 10);
    const later = start + 10_000;
    for (let sent = 0; sent < 3; sent++) {
      expect(waitOf(budget, 'person', later)).toBe(0);
      budget = budgetAfterSend(budget, later);
    }
    expect(waitOf(budget, 'person', later)).toBeGreaterThan(0);
  });

  it('goes by the clock of the service, for this machine’s may be wrong', () => {
    const headers = { ...headersOf(60, 0, 3600 + 10), date: new Date(nowMs + 3_600_000).toUTCString() };
    expect(waitOf(learn(unknownBudget, headers), 'person')).toBe(10_000);
  });

  it('takes a small number as seconds from now', () => {
    const headers = { ...headersOf(60, 0, 0), 'x-ratelimit-reset': '7' };
    expect(waitOf(learn(unknownBudget, headers), 'person')).toBe(7_000);
  });

  it('keeps everybody back for as long as the service asked', () => {
    const budget = learn(unknownBudget, {}, 5_000);
    expect(waitOf(budget, 'person')).toBe(5_000);
    expect(waitOf(budget, 'person', start + 5_000)).toBe(0);
  });

  it('reads nothing from headers that hold no numbers', () => {
    const headers = { 'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '-1', 'x-ratelimit-reset': 'soon' };
    expect(waitOf(learn(unknownBudget, headers), 'poll')).toBe(0);
  });

  it('tells how far the tightest window is used up, by the computer’s clock', () => {
    const budget = budgetAfterSend(after(after(unknownBudget, 10_000, 9_000, 3_600), 60, 23, 30), start);
    expect(requestsSpentOf(budget, { nowMs, steadyMs: start })).toEqual({
      limit: 60,
      used: 38,
      resetAtMs: nowMs + 30_000,
      lengthMs: 60_000,
    });
    expect(requestsSpentOf(unknownBudget, { nowMs, steadyMs: start })).toBeUndefined();
  });
});

describe('the rate budget over a restart', () => {
  const budget = budgetAfterSend(after(unknownBudget, 60, 1, 40), start);
  const kept = keptOf(budget, { nowMs, steadyMs: start });

  it('is what it was, with what was on its way counted as used', () => {
    const restored = budgetFrom(kept, { nowMs: nowMs + 10_000, steadyMs: 77 });
    expect(waitOf(restored, 'person', 77)).toBe(30_000);
  });

  it('begins anew where the window has passed meanwhile', () => {
    const restored = budgetFrom(kept, { nowMs: nowMs + 86_400_000, steadyMs: 77 });
    expect(waitOf(restored, 'upload', 77)).toBe(0);
  });

  it('makes nobody wait longer than before where the clock was set back meanwhile', () => {
    const restored = budgetFrom(kept, { nowMs: nowMs - 86_400_000, steadyMs: 77 });
    expect(waitOf(restored, 'person', 77)).toBe(40_000);
  });
});
