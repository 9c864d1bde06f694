import { expect, it } from 'vitest';
import { compareHistories, type KnownVersion } from '../../../../electron/engine/moving/compare-histories.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import { parseVersion } from '../../../../shared/model/version.ts';

/** `0.1 a, 1.0 a`: versions with what stands for their bytes. */
function history(text: string): KnownVersion[] {
  return text
    .split(', ')
    .filter((part) => part !== '')
    .map((part) => {
      const [number = '', bytes = ''] = part.split(' ');
      return { version: parseVersion(number) ?? { major: 0, minor: 0 }, sha256: bytes.repeat(64) as Sha256 };
    });
}

it.each([
  ['all of it is missing where the file is not known', '', 0],
  ['what is there is counted from the oldest', '0.1 a, 0.2 b', 2],
  ['a release is not there because its draft is', '0.1 a, 0.2 b', 2],
  ['all of it is there', '0.1 a, 0.2 b, 1.0 b, 1.1 a', 4],
  ['the same bytes count under other numbers', '0.1 x, 1.0 x, 1.1 a, 1.2 b, 2.0 b', 3],
  ['bytes that come back are not taken for their later version', '0.1 a', 1],
  ['what somebody added between is left', '0.1 a, 0.2 x, 0.3 b', 2],
  ['what somebody released that is a draft here is known', '0.1 a, 1.0 a', 1],
  ['somebody is ahead, and nothing is missing', '0.1 a, 0.2 b, 1.0 b, 1.1 a, 1.2 x', 4],
  ['somebody else sent the newest version', '0.1 a, 0.2 x', 'otherThere'],
  ['somebody else has another file', '0.1 x', 'otherThere'],
])('%s', (_, there, expected) => {
  const compared = compareHistories(history('0.1 a, 0.2 b, 1.0 b, 1.1 a'), history(there));
  expect(compared).toEqual(expected === 'otherThere' ? expected : { count: expected, lacksOlder: false });
});

it.each([
  ['only the newest is there', '0.1 a, 1.0 a, 1.1 b', '0.1 b', { count: 3, lacksOlder: true }],
  ['the release is not there, and its draft is', '0.1 a, 1.0 a, 1.1 b', '0.1 a, 0.2 b', { count: 3, lacksOlder: true }],
  ['they came there in another order', '0.1 a, 0.2 b', '0.1 b, 0.2 a', { count: 2, lacksOlder: false }],
  ['the first was sent twice there', '0.1 a, 1.0 a, 1.1 b, 1.2 a', '0.1 a, 0.2 a', { count: 1, lacksOlder: false }],
])('tells whether older versions are missing that can no longer be sent: %s', (_, here, there, expected) => {
  expect(compareHistories(history(here), history(there))).toEqual(expected);
});

/** All histories of so many versions: drafts and releases (in capitals) of two files. */
function histories(length: number): string[] {
  if (length === 0) return [''];
  return histories(length - 1).flatMap((text) => ['a', 'b', 'A', 'B'].map((one) => text + one));
}

const historyOf = (text: string): KnownVersion[] =>
  [...text].map((letter, index) => {
    const isReleased = letter !== letter.toLowerCase();
    const version = isReleased ? { major: index + 1, minor: 0 } : { major: index, minor: 1 };
    return { version, sha256: letter.toLowerCase().repeat(64) as Sha256 };
  });

it('each version is there, sent or told to be missing; what was sent is found there', () => {
  const silent: string[] = [];
  for (const here of [1, 2, 3, 4].flatMap(histories)) {
    for (const there of [0, 1, 2, 3].flatMap(histories)) {
      const compared = compareHistories(historyOf(here), historyOf(there));
      if (compared === 'otherThere') continue;
      const { count, lacksOlder } = compared;
      const isTold = lacksOlder || [...here.slice(0, count)].every((letter) => there.includes(letter));
      const afterwards = compareHistories(historyOf(here), historyOf(there + here.slice(count)));
      const isFound = afterwards !== 'otherThere' && afterwards.count === here.length;
      if (!isTold || !isFound) silent.push(`${here} ${there}`);
    }
  }
  expect(silent).toEqual([]);
});

it('bytes that a service does not tell are not taken for any', () => {
  const untold: KnownVersion[] = [{ version: { major: 0, minor: 1 }, sha256: undefined }];
  expect(compareHistories(history('0.1 a'), untold)).toBe('otherThere');
});
