import { beforeEach, describe, expect, it } from 'vitest';
import type { FileFilter } from '../../../../shared/rpc/file-records.ts';
import { createFilePages, type FilePages, type FileQuery } from '../../../../renderer/state/file-pages.svelte.ts';
import type { Session } from '../../../../renderer/state/session.svelte.ts';

type Totals = Partial<Record<FileFilter, number>>;
const counts = { all: 43, needsYou: 0 };
const of = (filter: FileFilter, libraryId?: string): FileQuery => ({ libraryId, filter, search: '', sort: undefined });

let totals: Totals;
let pages: FilePages;

/** Answers with what `totals` has, and fails where it has nothing. */
async function list({ filter }: FileQuery) {
  const total = totals[filter];
  if (total === undefined) throw new Error('There is no answer.');
  return { total, counts, groups: [], rows: [] };
}

/** What is under way has been answered. */
const answered = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(async () => {
  totals = { needsYou: 0, all: 43 };
  const session = { connected: true, client: { files: { list } }, subscribe: () => () => undefined };
  pages = createFilePages(session as unknown as Session, of('needsYou'));
  await answered();
  expect(pages.total).toBe(0);
});

describe('a list of files that is asked for after an empty one', () => {
  it('is not said to be empty before it is known', async () => {
    pages.ask(of('all'));
    expect(pages.total).toBeUndefined();
    await answered();
    expect(pages.total).toBe(43);
  });

  it('is not said to be empty where it cannot be read', async () => {
    totals = {};
    pages.ask(of('all'));
    await answered();
    expect([pages.total, pages.error?.code]).toEqual([undefined, 'unexpected-failure']);
  });

  it('keeps what is counted of its library, and nothing that is of another one', () => {
    pages.ask(of('all'));
    expect(pages.counts).toEqual(counts);
    pages.ask(of('all', 'another'));
    expect(pages.counts).toEqual({});
  });
});
