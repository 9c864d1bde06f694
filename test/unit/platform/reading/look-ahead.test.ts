import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerQuestion } from '../../../../electron/platform/reading/answer-question.ts';
import { lookAt } from '../../../../electron/platform/reading/look-at.ts';
import { LookAhead } from '../../../../electron/platform/reading/look-ahead.ts';
import { outsideKinds } from '../../../../electron/platform/reading/questions.ts';
import { createReadingThreads } from '../../../../electron/platform/reading/reading-threads.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-ahead-')));
  for (const folder of ['a', 'a/b', 'c', '.own', '.own/kept']) mkdirSync(join(root, folder));
  for (const path of ['one.rfa', 'a/two.rfa', 'a/b/three.rfa', 'c/four.rfa', '.own/kept/five.rfa']) {
    writeFileSync(join(root, path), path);
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A look ahead that goes on only when it is told to, and that says which folders it listed itself. */
function lookAhead() {
  const listed: string[] = [];
  const turns: (() => void)[] = [];
  let nowMs = 0;
  const ahead = new LookAhead({
    list: (place) => {
      listed.push(place.path.slice(root.length + 1));
      return answerQuestion({ kind: 'list', ...place });
    },
    look: lookAt,
    nowMs: () => nowMs,
    soon: (work) => turns.push(work),
  });
  return {
    ahead,
    begin: () => ahead.begin(root, '.own'),
    turn: () => turns.shift()?.(),
    toTheEnd: () => {
      while (turns.length > 0) turns.shift()?.();
    },
    wait: (ms: number) => (nowMs += ms),
    /** The folders that were listed since this was asked last. */
    listed: () => listed.splice(0).sort(),
    ask: (folder: string) =>
      ahead
        .list({ root, path: join(root, folder) })
        ?.names.filter((name) => name !== '.own')
        .toSorted(),
  };
}

describe('folders that are listed before they are asked for', () => {
  it('are all but those that nobody asks for, and each serves once', () => {
    const looking = lookAhead();
    looking.begin();
    looking.toTheEnd();
    expect(looking.listed()).toEqual(['', 'a', 'a/b', 'c']);
    expect([looking.ask(''), looking.ask('a'), looking.ask('a/b'), looking.ask('c')]).toEqual([
      ['a', 'c', 'one.rfa'],
      ['b', 'two.rfa'],
      ['three.rfa'],
      ['four.rfa'],
    ]);
    expect(looking.listed()).toEqual([]);
    writeFileSync(join(root, 'c', 'later.rfa'), '');
    expect(looking.ask('c')).toEqual(['four.rfa', 'later.rfa']);
  });

  it('serve for a moment, and only where no name came or went since', () => {
    // A system's clock for dates may stand still for milliseconds.
    utimesSync(join(root, 'a', 'b'), 1, 1);
    const looking = lookAhead();
    looking.begin();
    looking.toTheEnd();
    looking.listed();
    looking.wait(3_000);
    expect(looking.ask('c')).toEqual(['four.rfa']);
    expect(looking.listed()).toEqual([]);
    writeFileSync(join(root, 'a', 'b', 'later.rfa'), '');
    expect(looking.ask('a/b')).toEqual(['later.rfa', 'three.rfa']);
    looking.wait(1);
    expect(looking.ask('a')).toEqual(['b', 'two.rfa']);
    expect(looking.listed()).toEqual(['a', 'a/b']);
  });

  it('are none of another folder that lies in their place by now', () => {
    const looking = lookAhead();
    looking.begin();
    looking.toTheEnd();
    renameSync(root, `${root}-before`);
    mkdirSync(join(root, 'c'), { recursive: true });
    try {
      expect([looking.ask(''), looking.ask('c')]).toEqual([['c'], []]);
    } finally {
      rmSync(`${root}-before`, { recursive: true });
    }
  });

  it('serve one walk: who begins at the root again sees everything as it is by then', () => {
    const looking = lookAhead();
    looking.begin();
    looking.toTheEnd();
    looking.ask('');
    writeFileSync(join(root, 'c', 'later.rfa'), '');
    expect(looking.ask('')).toEqual(['a', 'c', 'one.rfa']);
    expect(looking.ask('c')).toEqual(['four.rfa', 'later.rfa']);
    looking.toTheEnd();
    expect(looking.listed()).toEqual(['', '', 'a', 'a/b', 'c', 'c']);
  });

  it('are not listed twice where whoever asks is faster, who finds those below listed', () => {
    const looking = lookAhead();
    looking.begin();
    expect(looking.ask('')).toEqual(['a', 'c', 'one.rfa']);
    expect(looking.ask('a')).toEqual(['b', 'two.rfa']);
    looking.toTheEnd();
    expect(looking.listed()).toEqual(['', 'a', 'a/b', 'c']);
    expect([looking.ask('a/b'), looking.ask('c')]).toEqual([['three.rfa'], ['four.rfa']]);
    expect(looking.listed()).toEqual([]);
  });

  it('lead through no link, and what is gone meanwhile is told to whoever asks', () => {
    symlinkSync(join(root, 'a'), join(root, 'c', 'link'));
    const looking = lookAhead();
    looking.begin();
    renameSync(join(root, 'c'), join(root, 'd'));
    looking.toTheEnd();
    expect(looking.listed()).toEqual(['', 'a', 'a/b', 'c']);
    expect(looking.ask('c')).toBeUndefined();
    expect(looking.ask('d')).toEqual(['four.rfa', 'link']);
    expect(looking.listed()).toEqual(['c', 'd']);
  });

  it('wait while very many entries were not asked for', () => {
    const names = Array.from({ length: 60_000 }, (_, index) => `${index}.rfa`);
    const listed: string[] = [];
    const turns: (() => void)[] = [];
    const listing = (kind: 'file' | 'folder', all: readonly string[]) => ({
      names: all,
      garbledFrom: all.length,
      kinds: new Uint8Array(all.length).fill(outsideKinds.indexOf(kind)),
      ...{ sizesBytes: new Float64Array(), modifiedMs: new Float64Array(), changedMs: new Float64Array(), inodes: [] },
    });
    const ahead = new LookAhead({
      list({ path }) {
        listed.push(path.slice(root.length + 1));
        return path === root ? listing('folder', ['a', 'b', 'c']) : listing('file', names);
      },
      look: lookAt,
      nowMs: () => 0,
      soon: (work) => turns.push(work),
    });
    const toTheEnd = (): void => {
      while (turns.length > 0) turns.shift()?.();
    };
    ahead.begin(root, '');
    toTheEnd();
    expect(listed).toEqual(['', 'a', 'b']);
    ahead.list({ root, path: join(root, 'a') });
    toTheEnd();
    expect(listed).toEqual(['', 'a', 'b', 'c']);
  });

  it('are none where no folder is', () => {
    const looking = lookAhead();
    rmSync(root, { recursive: true });
    looking.begin();
    looking.toTheEnd();
    expect(looking.listed()).toEqual([]);
    expect(looking.ask('')).toBeUndefined();
  });
});

it('a thread that looked ahead answers as one that did not', async () => {
  const [one, other] = [createReadingThreads(), createReadingThreads()];
  one.prepare({ kind: 'ahead', root, path: root, leftOut: '.own' });
  for (const folder of [root, join(root, 'a'), join(root, 'c'), join(root, 'a', 'b'), join(root, 'gone')]) {
    const question = { kind: 'list', root, path: folder } as const;
    expect(await one.ask(question)).toEqual(await other.ask(question));
  }
});
