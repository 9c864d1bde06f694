import { describe, expect, it } from 'vitest';
import { refusingPages } from '../../../electron/client/web-page.ts';
import { failureOf } from './playground.ts';

/** A body that comes in these pieces, and how it fared. */
function bodyOf(...texts: string[]) {
  const seen = { asked: 0, ended: false };
  const pieces = async function* (): AsyncGenerator<Uint8Array, void, void> {
    try {
      for (const text of texts) {
        seen.asked += 1;
        yield Buffer.from(text);
      }
    } finally {
      seen.ended = true;
    }
  };
  return { seen, file: refusingPages(pieces(), 200) };
}

async function textOf(file: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const piece of file) text += String(piece);
  return text;
}

describe('a file that comes in pieces', () => {
  it.each([
    [['<', 'html>Welcome']],
    [['\n', '<!DOCTYPE html>']],
    [['<!', 'doctype', ' html>']],
    [['<?xml version="1.0"', '?><html>']],
    [['<!-- ', 'licence '.repeat(1_000), ' --', '>', '<html>']],
    [['', '<h1>', 'Sign in']],
  ])('is refused where they make a web page: %j', async (texts) => {
    const { file, seen } = bodyOf(...texts, 'x'.repeat(100));
    expect(await failureOf(textOf(file))).toMatchObject({ code: 'network-sign-in-needed', receivedStatus: 200 });
    expect(seen.ended).toBe(true);
  });

  it.each([
    [['<', '?xml version="1.0"?>', '<!-- made -->', '<iso_10303_28/>']],
    [['<', 'header/>']],
    [['<!-- a comment without an end', 'x'.repeat(100_000), '--><html>']],
    [[' ', 'ISO-10303-21;', '<html>']],
    [[]],
  ])('comes whole where they make none: %j', async (texts) => {
    expect(await textOf(bodyOf(...texts).file)).toBe(texts.join(''));
  });

  it('is waited for no longer than until it shows what it is', async () => {
    const { file, seen } = bodyOf('<', 'svg width="100" ', 'height="100"', '/>');
    expect(String((await file.next()).value)).toBe('<svg width="100" ');
    expect(seen.asked).toBe(2);
    await file.return();
    expect(seen.ended).toBe(true);
  });
});
