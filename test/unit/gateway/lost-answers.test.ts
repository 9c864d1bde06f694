import { expect, it } from 'vitest';
import { findLostAnswer } from '../../../electron/gateway/outbox/lost-answers.ts';
import { parseVersion } from '../../../shared/model/version.ts';

/** Looks for a release of a version, or of the newest one, at a service that has these. */
async function findRelease(meant: string | undefined, versions: readonly string[]): Promise<unknown> {
  const remote = { call: async () => ({ versions: versions.map((text) => parseVersion(text)) }) };
  const [majorVersion, minorVersion] = meant?.split('.') ?? [];
  const release = { operation: 'release', file: undefined, after: undefined } as const;
  return findLostAnswer(remote as never, release, { params: {}, query: { majorVersion, minorVersion } });
}

it.each([
  ['of the version that was meant', '0.2', ['0.1', '0.2', '1.0']],
  ['though more was saved and released since', '0.2', ['2.0', '1.1', '1.0', '0.2']],
  ['of the newest version where none was meant', undefined, ['0.1', '1.0']],
])('a release is found to be made: %s', async (_, meant, versions) => {
  expect(await findRelease(meant, versions)).toMatchObject({ versions: { length: versions.length } });
});

it.each([
  ['while the version that was meant is the newest', '0.2', ['0.1', '0.2']],
  ['where a draft came between, which it would release too', '0.2', ['0.2', '0.3', '1.0']],
  ['where something was saved since the last release and none was meant', undefined, ['1.0', '1.1']],
  ['where there is no version', undefined, []],
])('a release is found not to be made: %s', async (_, meant, versions) => {
  expect(await findRelease(meant, versions)).toBeUndefined();
});
