import { expect, it } from 'vitest';
import { releaseDraft } from '../../../../electron/engine/transfer/release.ts';
import type { RemoteCaller } from '../../../../shared/api/caller.ts';
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
