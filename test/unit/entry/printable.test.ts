import { afterEach, describe, expect, it, vi } from 'vitest';
import { describeOverview } from '../../../electron/entry/commands/describe-overview.ts';
import { printFailure, printResult } from '../../../electron/entry/commands/output.ts';
import { printable, printableJson, printableLines } from '../../../electron/entry/commands/printable.ts';
import { createProgressLine } from '../../../electron/entry/commands/progress-line.ts';
import { describeSync } from '../../../electron/entry/commands/sync-summary.ts';
import { AppError } from '../../../shared/errors/app-error.ts';

/** A name that clears the screen, starts a line of its own, and turns the direction of writing. */
const hostile = 'pump\u001b[2J\u009b31m\nUp to date\r\u202egnp.rfa';
const harmless = 'pump\\x1b[2J\\x9b31m\\nUp to date\\r\\u202egnp.rfa';

const written = (stream: 'stdout' | 'stderr') => {
  let text = '';
  vi.spyOn(process[stream], 'write').mockImplementation((chunk) => ((text += String(chunk)), true));
  return () => text;
};

afterEach(() => vi.restoreAllMocks());

describe('what is printed', () => {
  it('shows by their numbers the characters that a terminal would obey, wherever they stand', () => {
    expect(printable({ files: [{ path: hostile }], count: 2, none: undefined })).toEqual({
      files: [{ path: harmless }],
      count: 2,
      none: undefined,
    });
    expect(printable('öl pumpe – “ø” 泵 😀 \\ %')).toBe('öl pumpe – “ø” 泵 😀 \\ %');
    expect(printableLines('one\ntwo\u0007')).toBe('one\ntwo\\x07');
  });

  it('as JSON holds none of them either, and says the same', () => {
    const json = printableJson({ path: hostile });
    expect(json).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    expect(JSON.parse(json)).toEqual({ path: hostile });
  });

  it('is safe as a result, in what is made of it and in what is put into it as it was', () => {
    const out = written('stdout');
    printResult(false, { path: hostile }, ({ path }) => `Put back as ${path}.\nAnd ${'\u001b'}[31m.`);
    expect(out()).toBe(`Put back as ${harmless}.\nAnd \\x1b[31m.\n`);
  });

  it('is safe as an error', () => {
    const error = written('stderr');
    printFailure(false, new AppError('unknown-item', { detail: `${hostile} is in no library.` }));
    expect(error()).toContain(`This is not known here, or no longer. ${harmless} is in no library.`);
  });

  it('is safe as progress', () => {
    let text = '';
    createProgressLine({ write: (line: string) => ((text += line), true) } as never).show(hostile, 0.5);
    expect(text).toBe(`${harmless} 50 %\n`);
  });

  it('is safe in the summary of a sync and of a status', () => {
    const counts = {
      uploaded: 0,
      downloaded: 0,
      conflicts: 0,
      unassigned: 1,
      otherProgram: 0,
      doublyClaimed: 0,
      releaseLost: 0,
      waiting: 0,
      failed: 0,
    };
    const held = { heldBack: 0, notSent: 0, olderThanService: 0, notFetched: 0 };
    const nothingElse = { ...held, questions: [], savedLate: [], failedWork: [] };
    const files = [{ path: hostile, state: 'unassigned', reason: `Shares its key with ${hostile}.` }] as const;
    const lines = describeSync({ ...counts, ...nothingElse, files }).split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toBe(`  ${harmless}: without a class. Shares its key with ${harmless}.`);
    const library = { name: hostile, root: `/${hostile}`, programs: [hostile], running: true };
    const overview = {
      libraries: [
        { ...library, files: {}, toCome: { count: 0, forPerson: 0 }, forPerson: [], savedLate: [], failedWork: [] },
      ],
      services: [],
      queue: { waiting: 0, running: 0 },
      begunAnew: [],
      settingsProblems: [],
    };
    expect(describeOverview(overview, 0).split('\n')).toEqual([
      `${harmless} (/${harmless}), ${harmless}: no files`,
      'Transfers: 0 queued, 0 running',
    ]);
  });
});
