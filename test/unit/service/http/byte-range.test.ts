import { describe, expect, it } from 'vitest';
import { chooseRange } from '../../../../electron/service/http/byte-range.ts';

const tag = '"abc"';
const choose = (range: string | undefined, ifRange?: string, sizeBytes = 10) =>
  chooseRange({ range, ifRange }, sizeBytes, tag);

describe('the bytes a download sends', () => {
  it.each([
    ['bytes=0-', 0, 9],
    ['bytes=4-', 4, 9],
    ['bytes=4-6', 4, 6],
    ['Bytes=4-99', 4, 9],
    ['bytes=-3', 7, 9],
    ['bytes=-99', 0, 9],
  ])('are those of %s', (range, start, end) => {
    expect(choose(range)).toEqual({ kind: 'part', range: { start, end } });
  });

  it.each([undefined, 'bytes=', 'bytes=-', 'bytes=5-4', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=a-b', 'bytes=1e3-'])(
    'are all of them for %s',
    (range) => expect(choose(range)).toEqual({ kind: 'whole' }),
  );

  it.each([
    ['bytes=10-', 10],
    ['bytes=-0', 10],
    ['bytes=0-', 0],
  ])('are none for %s of %i', (range, sizeBytes) => {
    expect(choose(range, undefined, sizeBytes)).toEqual({ kind: 'unsatisfiable' });
  });

  it('are all of them when the content is not the one the caller began with', () => {
    expect(choose('bytes=4-', tag)).toMatchObject({ kind: 'part' });
    expect(choose('bytes=4-', '"other"')).toEqual({ kind: 'whole' });
    expect(choose('bytes=4-', `W/${tag}`)).toEqual({ kind: 'whole' });
    expect(choose('bytes=4-', 'Tue, 01 Jan 2026 00:00:00 GMT')).toEqual({ kind: 'whole' });
  });
});
