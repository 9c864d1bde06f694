import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it, test } from 'vitest';
import { buildProgram } from '../../../electron/entry/cadsync.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const documents = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'], { cwd: root }).map((path) =>
  path.replaceAll('\\', '/'),
);
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

test.each(documents)('every link of %s to a file of this repository leads to one', (path) => {
  const targets = [...textOf(path).matchAll(/\]\((?!\w+:|#)([^)#]+)/g)].map(([, target = '']) => target);
  expect(targets.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([]);
});

describe('the table of commands', () => {
  const rows = ['docs/command-line.md', 'docs/service.md']
    .flatMap((path) => textOf(path).split('\n'))
    .filter((line) => line.startsWith('| `'))
    .map((row) => new Set([...row.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(' '))));
  const named = ({ commands }: Command, above: readonly string[] = []): string[] =>
    commands.flatMap((command) => {
      const words = [...above, command.name()];
      return command.commands.length > 0 ? named(command, words) : [words.join(' ')];
    });

  it.each(named(buildProgram(() => undefined)))('has %s', (name) => {
    expect(rows.some((row) => name.split(' ').every((word) => row.has(word)))).toBe(true);
  });
});

describe('the glossary', () => {
  const words = [...textOf('docs/glossary.md').matchAll(/^\| ([^|]+?) +\|/gm)]
    .map(([, word = '']) => word)
    .filter((word) => word !== 'word' && !word.startsWith('-'));

  it('is alphabetic and says each word once', () => {
    expect(words.length).toBeGreaterThan(40);
    expect(words).toEqual([...new Set(words)].toSorted((a, b) => a.localeCompare(b, 'en')));
  });
});

describe('the decisions', () => {
  const pages = documents.filter((path) => /^docs\/decisions\/\d/.test(path));

  it.each(pages)('%s says context, decision and consequences in under 40 lines', (path) => {
    const text = textOf(path);
    const parts = [...text.matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, part]) => part);
    expect(parts).toEqual(['Context', 'Decision', 'Consequences']);
    expect(text.split('\n').length).toBeLessThan(40);
  });

  it('are all listed, by their titles', () => {
    const list = textOf('docs/decisions/README.md');
    const entries = pages.map((path) => `- [${textOf(path).slice(2).split('\n', 1)[0]}](${path.split('/').at(-1)})`);
    expect(entries.filter((entry) => !list.includes(entry))).toEqual([]);
  });
});
