import { describe, expect, it } from 'vitest';
import { releaseDraft } from '../../../../electron/engine/transfer/release.ts';
import type { RemoteCaller } from '../../../../shared/api/caller.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { parseContentKey } from '../../../../shared/model/content-key.ts';
import { keyOf } from '../../../fakes/engine/world.ts';

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
    ...{ service, key: key.value, known: [], onSending: () => undefined },
    intent: { operation: 'release', comment: 'First issue' },
    signal: new AbortController().signal,
  });
  expect(made.version).toEqual({ major: 1, minor: 0 });
  expect(asked[1]).toMatchObject(['release', { query: { languageCode: '', majorVersion: '0', minorVersion: '2' } }]);
});

describe('a release that the service answers without saying what it made', () => {
  const draft = { major: 0, minor: 2 };
  const release = { major: 1, minor: 0, changeDate: '2026-05-20T10:00:00Z' };

  /** A service that answers nothing to a release. @param lists what it lists, one time after the other */
  async function releaseAt(...lists: readonly (readonly object[])[]) {
    const answers = [...lists];
    const marks: (number | undefined)[] = [];
    const service = {
      call: async (operation: string) => {
        const versions = operation === 'release' ? [] : answers.shift();
        if (!versions) throw new AppError('right-missing', { receivedStatus: 403 });
        return { versions };
      },
    } as unknown as RemoteCaller;
    const key = parseContentKey(keyOf('EC000001'));
    if (!key.ok) throw new Error('The key is none.');
    const made = await releaseDraft({
      ...{ service, key: key.value, known: [], onSending: (fromMajor) => marks.push(fromMajor) },
      intent: { operation: 'release', comment: 'First issue' },
      signal: new AbortController().signal,
    }).catch((error: AppError) => error.code);
    return { made, marks, unasked: answers.length };
  }

  it('is the one that the service lists since', async () => {
    const { made, unasked } = await releaseAt([draft], [release, draft]);
    expect(made).toMatchObject({ version: { major: 1, minor: 0 }, changedMs: Date.parse(release.changeDate) });
    expect(unasked).toBe(0);
  });

  it('was not made where the service lists none, so that the next try looks for it again', async () => {
    expect(await releaseAt([draft], [draft], [draft])).toEqual({ made: 'answer-incomplete', marks: [0], unasked: 1 });
  });

  it('may have been made where the service lists nothing any more', async () => {
    expect(await releaseAt([draft])).toMatchObject({ made: 'right-missing', marks: [0] });
  });
});
