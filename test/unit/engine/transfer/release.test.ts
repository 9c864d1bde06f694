import { describe, expect, it } from 'vitest';
import type { ReleaseIntent } from '../../../../electron/engine/queue/intent.ts';
import { releaseDraft } from '../../../../electron/engine/transfer/release.ts';
import type { RemoteCaller } from '../../../../shared/api/caller.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { parseContentKey } from '../../../../shared/model/content-key.ts';
import { keyOf } from '../../../fakes/engine/world.ts';

const nothing = (): void => undefined;

it('releases the newest draft of its language, also where the service lists all languages', async () => {
  const asked: unknown[] = [];
  const own = { major: 0, minor: 2, languagecode: '' };
  const dutch = { major: 3, minor: 4, languagecode: 'nl' };
  const service = {
    call: async (operation: string, input: unknown) => {
      asked.push([operation, input]);
      return { versions: operation === 'release' ? [dutch, { ...own, major: 1, minor: 0 }, own] : [dutch, own] };
    },
  } as unknown as RemoteCaller;
  const key = parseContentKey(keyOf('EC000001'));
  if (!key.ok) throw new Error('The key is none.');
  const made = await releaseDraft({
    ...{ service, key: key.value, known: [], onSending: nothing, onTurnedAway: nothing, onAccepted: nothing },
    intent: { operation: 'release', comment: 'First issue' },
    signal: new AbortController().signal,
  });
  expect(made.version).toEqual({ major: 1, minor: 0 });
  expect(asked[1]).toMatchObject(['release', { query: { languageCode: '', majorVersion: '0', minorVersion: '2' } }]);
});

describe('a release that the service answers without saying what it made', () => {
  const draft = { major: 0, minor: 2 };
  const release = { major: 1, minor: 0, changeDate: '2026-05-20T10:00:00Z' };

  /** @param answer what a release is answered with. @param lists what is listed, one time after the other */
  async function releaseAt(
    lists: readonly (readonly object[])[],
    answer = (): readonly object[] => [],
    before: Partial<ReleaseIntent> = {},
  ) {
    const answers = [...lists];
    const noted: string[] = [];
    let sent = 0;
    const service = {
      call: async (operation: string) => {
        if (operation === 'release') sent += 1;
        const versions = operation === 'release' ? answer() : answers.shift();
        if (!versions) throw new AppError('right-missing', { receivedStatus: 403 });
        return { versions };
      },
    } as unknown as RemoteCaller;
    const key = parseContentKey(keyOf('EC000001'));
    if (!key.ok) throw new Error('The key is none.');
    const made = await releaseDraft({
      ...{ service, key: key.value, known: [] },
      onSending: (fromMajor) => noted.push(`sent ${fromMajor}`),
      onTurnedAway: () => noted.push('as before'),
      onAccepted: (fromMajor) => noted.push(`accepted ${fromMajor}`),
      intent: { operation: 'release', comment: 'First issue', ...before },
      signal: new AbortController().signal,
    }).catch((error: AppError) => error.code);
    return { made, noted, sent };
  }

  it('is the one that the service lists since', async () => {
    const { made } = await releaseAt([[draft], [release, draft]]);
    expect(made).toMatchObject({ version: { major: 1, minor: 0 }, changedMs: Date.parse(release.changeDate) });
  });

  it('was taken where the service lists none, or refuses its list', async () => {
    const expected = { made: 'release-not-listed', noted: ['sent 0', 'accepted 0'], sent: 1 };
    expect(await releaseAt([[draft], [draft]])).toEqual(expected);
    expect(await releaseAt([[draft]])).toEqual(expected);
  });

  it.each([
    ['was taken where its answer cannot be read', 'unreadable-answer', 200, 'accepted 0'],
    ['may have been taken where a network answers with a page to sign in', 'network-sign-in-needed', 200, 'sent 0'],
    ['may have been taken where no answer comes', 'service-timeout', undefined, 'sent 0'],
    ['was not made where the service refuses it', 'right-missing', 403, 'sent undefined'],
    ['was not made by a try that the service did not look at', 'too-many-requests', 429, 'as before'],
    ['was not made by a try without a license code', 'license-code-missing', undefined, 'as before'],
    ['was not made by a try with a token that the service does not take', 'invalid-token', 401, 'as before'],
  ] as const)('%s', async (_, code, receivedStatus, noted) => {
    const fail = (): never => {
      throw new AppError(code, receivedStatus === undefined ? {} : { receivedStatus });
    };
    expect((await releaseAt([[draft]], fail)).noted).toEqual(['sent 0', noted]);
  });

  const taken = { sentFromMajor: 0, acceptedMs: 5_000 };

  it.each([
    ['the draft', [draft]],
    ['nothing', []],
  ])('is not sent again once it was taken, also where the service lists %s', async (_, list) => {
    expect(await releaseAt([list], () => [], taken)).toEqual({ made: 'release-not-listed', noted: [], sent: 0 });
  });

  it('is found however late the service lists it', async () => {
    const { made, sent } = await releaseAt([[release, draft]], () => [], taken);
    expect([made, sent]).toEqual([expect.objectContaining({ version: { major: 1, minor: 0 } }), 0]);
  });
});
