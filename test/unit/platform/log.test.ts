import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { logEvents, logFieldKinds, type LogEvent } from '../../../shared/log/log-events.ts';
import { createLog } from '../../../electron/platform/log.ts';
import { readLogLine } from '../../../electron/platform/log-line.ts';

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
  const stderr = { write: (line: string) => lines.push(line) };
  return { lines, log: createLog({ redact, stderr, now: () => 0, ...more }) };
}

describe('a line of the log', () => {
  it('is one line of JSON with time, level, event and its fields', () => {
    const { lines, log } = listen();
    log.write('warn', 'folders-not-read', { count: 3 });
    expect(lines).toHaveLength(1);
    expect(linesOf(lines.join(''))).toEqual([
      { time: '1970-01-01T00:00:00.000Z', level: 'warn', event: 'folders-not-read', count: 3 },
    ]);
  });

  it('tells of an error its code, its causes and the places in this program it came through, without its words', () => {
    const { lines, log } = listen();
    const cause = Object.assign(new Error('reset'), { code: 'ECONNRESET', config: { headers: 'all of them' } });
    log.write('error', 'engine-fails', {
      error: new AppError('service-unreachable', { detail: 'Mrs Bakker is gone', cause }),
    });
    expect(linesOf(lines.join(''))[0]).toMatchObject({
      error: { name: 'AppError', code: 'service-unreachable', cause: { name: 'Error', code: 'ECONNRESET' } },
    });
    expect(lines.join('')).not.toMatch(/all of them|Bakker|reset"/);
  });

  it('names the places of an error as files of this program', () => {
    const { lines, log } = listen();
    log.write('error', 'engine-fails', { error: toAppError('thrown') });
    const [line] = linesOf(lines.join(''));
    expect(JSON.stringify(line)).toMatch(/"at":\["shared\/errors\/app-error\.ts:\d+:\d+"/);
  });

  it('gives a file the same sign each time, another file another, and never its name', () => {
    const { lines, log } = listen();
    for (const file of ['a/Bakker.rfa', 'a/Bakker.rfa', 'b.rfa']) log.write('warn', 'file-not-read', { file });
    const [first, again, other] = linesOf(lines.join('')).map(({ file }) => file);
    expect(first).toMatch(/^[0-9a-f]{10}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(lines.join('')).not.toContain('Bakker');
  });

  it('holds nothing of what a caller passes but what is known beforehand, wherever it stood', () => {
    const marked = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((text) => `Zq7${text}x9Y`);
    const anything = (mark: string) =>
      fc.oneof(
        fc.constantFrom<unknown>(
          mark,
          [mark],
          { [mark]: mark },
          new Map([[mark, mark]]),
          Object.assign(new Error(mark, { cause: new Error(mark) }), { code: mark, name: mark, detail: mark }),
          Object.assign(new Error('m'), { stack: `Error: ${mark}\n    at ${mark} (/home/${mark}/electron/a.ts:1:1)` }),
          new AppError('file-unreadable', { detail: mark }),
          Object.defineProperty({}, 'code', { enumerable: true, get: () => mark }),
        ),
        fc.jsonValue(),
      );
    const passed = marked.chain((mark) =>
      fc.tuple(
        fc.constant(mark),
        fc.dictionary(fc.constantFrom(...Object.keys(logFieldKinds), mark, 'message'), anything(mark)),
        fc.constantFrom<string>(mark, ...logEvents),
      ),
    );
    fc.assert(
      fc.property(passed, ([mark, fields, event]) => {
        const { lines, log } = listen();
        log.write('error', event as LogEvent, fields);
        expect(lines).toHaveLength(1);
        expect(lines.join('')).not.toContain('Zq7');
        const again = readLogLine(lines.join(''), asItIs);
        expect(again ?? lines.join('')).not.toContain(mark);
        expect(readLogLine(JSON.stringify({ ...linesOf(lines.join(''))[0], ...fields }), asItIs) ?? '').not.toContain(
          'Zq7',
        );
      }),
    );
  });

  it('tells what this program says of an error only where it was asked to, without secrets', () => {
    const hide = (text: string): string => text.replaceAll('hunter2', '•••');
    const fields = { status: 500, code: 'bytes-lost', detail: `hunter2 is gone.${' And more.'.repeat(100)}` } as const;
    const [usual, detailed] = [listen(hide), listen(hide, { detailed: true })];
    for (const { log } of [usual, detailed]) log.write('error', 'service-failed', fields);
    expect(linesOf(usual.lines.join(''))[0]).not.toHaveProperty('detail');
    const [line = ''] = detailed.lines;
    expect(linesOf(line)).toMatchObject([{ status: 500, code: 'bytes-lost' }]);
    const told = String(linesOf(line)[0]?.['detail']);
    expect(told).toMatch(/^••• is gone\. And more\./);
    expect(told).toHaveLength(500);
    expect(readLogLine(line, hide)).not.toContain('is gone');
  });

  it('holds no secret that is a number, or looks like a sign', () => {
    const { lines, log } = listen((text) => text.replaceAll('123456789', '•••'));
    log.write('info', 'scrub-ended', { count: 123_456_789, delayMs: 5 });
    expect(linesOf(lines.join(''))).toMatchObject([{ count: 'left out', delayMs: 5 }]);
  });

  it('is read again as it was written, and a line of anybody else is not', () => {
    const { lines, log } = listen();
    const error = new AppError('disk-full', { cause: Object.assign(new Error('x'), { code: 'ENOSPC' }) });
    log.write('error', 'state-not-written', { code: 'disk-full', file: 'a.rfa', operation: 'upload', error });
    const [line = ''] = lines;
    expect(readLogLine(line, asItIs)).toBe(line);
    for (const foreign of [
      '',
      'null',
      '[1]',
      'at /home/bakker',
      '{"message":"bakker"}',
      line.replace('state', 'bakker'),
    ])
      expect(readLogLine(foreign, asItIs)).toBeUndefined();
  });
});

describe('the file of the log', () => {
  const file = (): string => join(folder, 'logs', 'engine.log');

  it('is made with its folder, grows over restarts and is its owner’s alone', () => {
    for (const count of [1, 2]) {
      const { log, lines } = listen(asItIs, { file: file() });
      log.write('info', 'scrub-ended', { count });
      log.close();
      expect(lines).toEqual([]);
    }
    expect(linesOf(readFileSync(file(), 'utf8')).map(({ count }) => count)).toEqual([1, 2]);
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o077).toBe(0);
  });

  it('holds a line as soon as it is written', () => {
    const { log } = listen(asItIs, { file: file() });
    log.write('info', 'engine-ended');
    expect(readFileSync(file(), 'utf8')).toContain('engine-ended');
    log.close();
  });

  it('is put aside when it is full, and only so many are kept', () => {
    const { log } = listen(asItIs, { file: file(), rotateAtBytes: 300, keepFiles: 2 });
    for (let number = 0; number < 20; number++) log.write('info', 'scrub-ended', { count: number });
    log.close();
    const names = readdirSync(join(folder, 'logs')).sort();
    expect(names).toEqual(['engine.log', 'engine.log.1', 'engine.log.2']);
    const counts = names
      .reverse()
      .flatMap((name) => linesOf(readFileSync(join(folder, 'logs', name), 'utf8')))
      .map(({ count }) => count);
    expect(counts).toEqual(Array.from({ length: counts.length }, (_, index) => 20 - counts.length + index));
    for (const name of names) expect(statSync(join(folder, 'logs', name)).size).toBeLessThanOrEqual(300);
  });

  it('gives its lines to the console while it cannot be written', () => {
    writeFileSync(join(folder, 'logs'), 'a file where the folder belongs');
    const { log, lines } = listen(asItIs, { file: file() });
    log.write('info', 'scrub-ended', { count: 1 });
    rmSync(join(folder, 'logs'));
    log.write('info', 'scrub-ended', { count: 2 });
    log.close();
    log.write('info', 'scrub-ended', { count: 3 });
    expect(linesOf(lines.join('')).map(({ count }) => count)).toEqual([1]);
    expect(linesOf(readFileSync(file(), 'utf8')).map(({ count }) => count)).toEqual([2]);
  });
});
