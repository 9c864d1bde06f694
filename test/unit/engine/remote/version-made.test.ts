import { describe, expect, it } from 'vitest';
import { versionMade } from '../../../../electron/engine/remote/version-made.ts';
import type { RemoteCaller } from '../../../../shared/api/caller.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import { parseContentKey } from '../../../../shared/model/content-key.ts';
import { keyOf } from '../../../fakes/engine/world.ts';

const mine = 'a'.repeat(64) as Sha256;
const theirs = 'b'.repeat(64) as Sha256;
const { signal } = new AbortController();

interface Listed {
  readonly major: number;
  readonly minor: number;
  readonly sha256?: Sha256;
}

/** A service that says nothing of what it stored. @param list gives what it lists */
function madeAt(list: () => readonly Listed[], after: Listed | undefined) {
  const service = { call: async () => ({ versions: list() }) } as unknown as RemoteCaller;
  const key = parseContentKey(keyOf('EC000001'));
  if (!key.ok) throw new Error('The key is none.');
  return versionMade(service, key.value, { stored: [], sent: { sha256: mine, after }, signal });
}

const made = (versions: readonly Listed[], after: Listed | undefined) => madeAt(() => versions, after);

const first = { major: 0, minor: 1 };
const second = { major: 0, minor: 2 };
const third = { major: 0, minor: 3 };

describe('which version a file became, where the service does not answer that', () => {
  it.each<[string, readonly Listed[], Listed | undefined, Listed]>([
    ['the only one of a new file', [first], undefined, first],
    ['the only one since the base', [first, second], first, second],
    ['the one of these bytes', [first, { ...second, sha256: theirs }, { ...third, sha256: mine }], first, third],
    [
      'the one of these bytes below a newer one',
      [
        { ...second, sha256: mine },
        { ...third, sha256: theirs },
      ],
      first,
      second,
    ],
  ])('is %s', async (_, versions, base, expected) => {
    expect((await made(versions, base)).version).toEqual({ major: expected.major, minor: expected.minor });
  });

  it.each<[string, readonly Listed[], Listed | undefined]>([
    ['nothing was added', [first], first],
    ['what was added has other bytes', [first, { ...second, sha256: theirs }], first],
    ['several were added, and no hashes are told', [first, second, third], first],
  ])('cannot be told where %s: that is looked at again', async (_, versions, base) => {
    await expect(made(versions, base)).rejects.toMatchObject({ code: 'answer-incomplete', retryable: true });
  });

  it.each([
    ['is refused: that is no refusal of the file', 'right-missing', 403, 'answer-incomplete'],
    ['fails for now', 'service-unavailable', 503, 'service-unavailable'],
  ] as const)('cannot be told where the list %s', async (_, code, receivedStatus, expected) => {
    const refuse = (): never => {
      throw new AppError(code, { receivedStatus });
    };
    await expect(madeAt(refuse, first)).rejects.toMatchObject({ code: expected, retryable: true });
  });
});
