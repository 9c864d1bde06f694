import { describe, expect, it } from 'vitest';
import { requestBudgetOf } from '../../../electron/engine/request-budget.ts';
import { budgetInWords } from '../../../shared/words/budget-in-words.ts';
import { createFormats } from '../../../shared/words/formats.ts';

const nowMs = 1_800_000_000_000;
const spent = { limit: 60, used: 38, resetAtMs: nowMs + 20_000, lengthMs: 60_000 };
const queued =
  (upload: number, download = 0, release = 0) =>
  () => ({ upload, download, release });

describe('what is told of the limits of the service', () => {
  it('is nothing while none is known, or all that waits goes through within a minute', () => {
    expect(requestBudgetOf(undefined, queued(500), nowMs)).toBeUndefined();
    // 16 now, and 54 once the minute begins anew.
    expect(requestBudgetOf(spent, queued(35), nowMs)).toBeUndefined();
  });

  it('is how much is used, how many files wait and how long they take at two requests a file', () => {
    expect(requestBudgetOf(spent, queued(36), nowMs)).toEqual({ ...spent, files: 36, leftMs: 80_000 });
    expect(requestBudgetOf(spent, queued(400, 4, 8), nowMs)).toMatchObject({
      files: 412,
      leftMs: 20_000 + 14 * 60_000,
    });
  });

  it('takes as long as a measured run did: a hundred files at sixty a minute need three more minutes', () => {
    const begun = { ...spent, used: 0, resetAtMs: nowMs + 60_000 };
    expect(requestBudgetOf(begun, queued(100), nowMs)?.leftMs).toBe(180_000);
  });

  it('is put into words of both languages', () => {
    const budget = { ...spent, files: 412, leftMs: 14 * 60_000 };
    const en = budgetInWords(budget, 'en', createFormats('en'));
    expect([en.used, en.personFirst, en.files]).toEqual([
      '38 of 60 requests this minute',
      'your lookup goes first',
      '412 files, about 14 minutes',
    ]);
    const nl = budgetInWords({ ...budget, lengthMs: 86_400_000 }, 'nl', createFormats('nl'));
    expect([nl.used, nl.files]).toEqual(['38 van 60 verzoeken vandaag', '412 bestanden, ongeveer 14 minuten']);
  });
});
