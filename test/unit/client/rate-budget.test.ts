import { describe, expect, it } from 'vitest';
import {
  budgetAfterAnswer,
  budgetAfterSend,
  unknownBudget,
  waitBefore,
  type RateBudget,
} from '../../../electron/client/rate-budget.ts';

const now = 1_800_000_000_000;
const headersOf = (limit: number, remaining: number, resetInSeconds: number) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(now / 1000 + resetInSeconds),
});
const after = (budget: RateBudget, limit: number, remaining: number, resetInSeconds: number) =>
  budgetAfterAnswer(budget, { headers: headersOf(limit, remaining, resetInSeconds) }, now);

describe('the rate budget', () => {
  it('lets everything go while no limit is known', () => {
    expect(waitBefore(unknownBudget, 'background', now)).toBe(0);
    expect(budgetAfterSend(unknownBudget, now)).toBe(unknownBudget);
  });

  it('counts calls on their way, so that many at once do not go over the limit', () => {
    let budget = after(unknownBudget, 60, 2, 10);
    budget = budgetAfterSend(budgetAfterSend(budget, now), now);
    expect(waitBefore(budget, 'person', now)).toBe(10_000);
  });

  it('is not raised by an answer that was overtaken', () => {
    const budget = after(after(unknownBudget, 60, 0, 10), 60, 5, 10);
    expect(waitBefore(budget, 'person', now)).toBe(10_000);
  });

  it('takes the number of a new window', () => {
    const budget = after(after(unknownBudget, 60, 0, 10), 60, 59, 70);
    expect(waitBefore(budget, 'background', now)).toBe(0);
  });

  it.each([
    [60, 7, 0],
    [60, 6, 10_000],
    [5, 2, 0],
    [5, 1, 10_000],
    [1, 1, 0],
  ])('with %i in a window and %i left makes background work wait %i ms', (limit, remaining, wait) => {
    expect(waitBefore(after(unknownBudget, limit, remaining, 10), 'background', now)).toBe(wait);
    expect(waitBefore(after(unknownBudget, limit, remaining, 10), 'person', now)).toBe(0);
  });

  it('takes the next window for a full one and no more, until an answer tells', () => {
    let budget = after(unknownBudget, 3, 0, 10);
    const later = now + 10_000;
    for (let sent = 0; sent < 3; sent++) {
      expect(waitBefore(budget, 'person', later)).toBe(0);
      budget = budgetAfterSend(budget, later);
    }
    expect(waitBefore(budget, 'person', later)).toBe(60_000);
  });

  it('goes by the clock of the service, for this machine’s may be wrong', () => {
    const headers = { ...headersOf(60, 0, 3600 + 10), date: new Date(now + 3_600_000).toUTCString() };
    expect(waitBefore(budgetAfterAnswer(unknownBudget, { headers }, now), 'person', now)).toBe(10_000);
  });

  it('takes a small number as seconds from now', () => {
    const headers = { ...headersOf(60, 0, 0), 'x-ratelimit-reset': '7' };
    expect(waitBefore(budgetAfterAnswer(unknownBudget, { headers }, now), 'person', now)).toBe(7_000);
  });

  it('keeps everybody back for as long as the service asked', () => {
    const budget = budgetAfterAnswer(unknownBudget, { headers: {}, retryAfterMs: 5_000 }, now);
    expect(waitBefore(budget, 'person', now)).toBe(5_000);
    expect(waitBefore(budget, 'person', now + 5_000)).toBe(0);
  });

  it('reads nothing from headers that hold no numbers', () => {
    const headers = { 'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '-1', 'x-ratelimit-reset': 'soon' };
    expect(waitBefore(budgetAfterAnswer(unknownBudget, { headers }, now), 'background', now)).toBe(0);
  });
});
