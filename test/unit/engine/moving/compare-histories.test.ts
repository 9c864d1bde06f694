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
  expect(compareHistories(history('0.1 a, 0.2 b, 1.0 b, 1.1 a'), history(there))).toBe(expected);
});

it('bytes that a service does not tell are not taken for any', () => {
  const untold: KnownVersion[] = [{ version: { major: 0, minor: 1 }, sha256: undefined }];
  expect(compareHistories(history('0.1 a'), untold)).toBe('otherThere');
});
