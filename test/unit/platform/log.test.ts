import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/errors/app-error.ts';
import { createLog } from '../../../electron/platform/log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadsync-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const asItIs = (text: string): string => text;
const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** A log that keeps its lines in memory. */
function listen(redact = asItIs, more: Partial<Parameters<typeof createLog>[0]> = {}) {
  const lines: string[] = [];
  const stderr = { write: (line: string) => lines.push(line), always: false };
  return { lines, log: createLog({ redact, stderr, now: () => 0, ...more }) };
}

describe('a line of the log', () => {
  it('is one line of JSON with time, level, message and what it is about', () => {
    const { lines, log } = listen();
    log.write('warn', 'first\nsecond', { files: 3, path: 'a/b.rfa' });
    expect(lines).toHaveLength(1);
    expect(linesOf(lines.join(''))).toEqual([
      {
        time: '1970-01-01T00:00:00.000Z',
        level: 'warn',
        message: 'first\nsecond',
        about: { files: 3, path: 'a/b.rfa' },
      },
    ]);
  });

  it('tells of an error its code, detail and causes, and not what else hangs on it', () => {
    const { lines, log } = listen();
    const cause = Object.assign(new Error('reset'), { code: 'ECONNRESET', config: { headers: 'all of them' } });
    log.write('error', 'failed', { error: new AppError('service-unreachable', { detail: 'gone', cause }) });
    expect(linesOf(lines.join(''))[0]).toMatchObject({
      about: {
        error: { code: 'service-unreachable', detail: 'gone', cause: { code: 'ECONNRESET', message: 'reset' } },
      },
    });
    expect(lines.join('')).not.toContain('all of them');
  });

  it('can be about anything: circles, getters that throw, bytes, huge texts', () => {
    const { lines, log } = listen();
    const circle: Record<string, unknown> = {
      bytes: new Uint8Array(9),
      text: 'x'.repeat(1e6),
      big: 2n ** 70n,
      none: NaN,
    };
    circle['self'] = circle;
    Object.defineProperty(circle, 'bad', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    log.write('info', 'm', circle);
    expect(lines.join('').length).toBeLessThan(100_000);
    expect(linesOf(lines.join(''))[0]).toMatchObject({ about: { bytes: '9 bytes', bad: 'unreadable' } });
  });

  it('is left out below the level that was asked for', () => {
    const { lines, log } = listen(asItIs, { level: 'warn' });
    log.write('info', 'a');
    log.write('warn', 'b');
    log.write('error', 'c');
    expect(linesOf(lines.join('')).map(({ message }) => message)).toEqual(['b', 'c']);
  });

  it('never holds a secret, wherever it stood, and stays JSON', () => {
    const secret = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((text) => `q7"\\${text}\n~x9`),
      fc.integer({ min: 100_000_000, max: 999_999_999 }).map(String),
    );
    fc.assert(
      fc.property(secret, fc.jsonValue(), (hidden, other) => {
        const { lines, log } = listen((text) => text.replaceAll(hidden, '•••'));
        const error = new Error(`with ${hidden}`, { cause: new Error(hidden) });
        const number = Number(hidden);
        log.write('info', `m ${hidden}`, {
          [hidden]: [hidden, { deep: hidden }],
          error,
          other,
          number,
          set: new Set([hidden]),
        });
        const read = linesOf(lines.join(''));
        expect(read).toHaveLength(1);
        expect(lines.join('')).not.toContain(JSON.stringify(hidden).slice(1, -1));
      }),
    );
  });
});

describe('the file of the log', () => {
  const file = (): string => join(folder, 'logs', 'engine.log');

  it('is made with its folder, grows over restarts and is its owner’s alone', () => {
    for (const message of ['a', 'b']) {
      const { log, lines } = listen(asItIs, { file: file() });
      log.write('info', message);
      log.close();
      expect(lines).toEqual([]);
    }
    expect(linesOf(readFileSync(file(), 'utf8')).map(({ message }) => message)).toEqual(['a', 'b']);
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o077).toBe(0);
  });

  it('holds a line as soon as it is written', () => {
    const { log } = listen(asItIs, { file: file() });
    log.write('info', 'before the crash');
    expect(readFileSync(file(), 'utf8')).toContain('before the crash');
    log.close();
  });

  it('is put aside when it is full, and only so many are kept', () => {
    const { log } = listen(asItIs, { file: file(), rotateAtBytes: 300, keepFiles: 2 });
    for (let number = 0; number < 20; number++) log.write('info', `line ${number}`);
    log.close();
    const names = readdirSync(join(folder, 'logs')).sort();
    expect(names).toEqual(['engine.log', 'engine.log.1', 'engine.log.2']);
    const messages = names
      .reverse()
      .flatMap((name) => linesOf(readFileSync(join(folder, 'logs', name), 'utf8')))
      .map(({ message }) => message);
    expect(messages).toEqual(
      Array.from({ length: messages.length }, (_, index) => `line ${20 - messages.length + index}`),
    );
    for (const name of names) expect(statSync(join(folder, 'logs', name)).size).toBeLessThanOrEqual(300);
  });

  it('gives its lines to the console while it cannot be written', () => {
    writeFileSync(join(folder, 'logs'), 'a file where the folder belongs');
    const { log, lines } = listen(asItIs, { file: file() });
    log.write('info', 'a');
    rmSync(join(folder, 'logs'));
    log.write('info', 'b');
    log.close();
    log.write('info', 'after the end');
    expect(linesOf(lines.join('')).map(({ message }) => message)).toEqual(['a']);
    expect(linesOf(readFileSync(file(), 'utf8')).map(({ message }) => message)).toEqual(['b']);
  });

  it('can be written and shown at the same time', () => {
    const shown: string[] = [];
    const { log } = listen(asItIs, {
      file: file(),
      stderr: { write: (line: string) => shown.push(line), always: true },
    });
    log.write('info', 'a');
    log.close();
    expect(readFileSync(file(), 'utf8')).toBe(shown.join(''));
  });
});
