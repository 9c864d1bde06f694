import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { releaseCommand } from '../../../electron/entry/commands/ask-service.ts';
import { serve } from '../client/playground.ts';
import { json, plain, reset, type Reply } from '../client/scripted-service.ts';

const key = 'Revit/2025/EC011022/7/MC000101/2/Template';
const other = key.replace('Template', 'Plan');
const draft = { major: 0, minor: 1, languagecode: '' };
const release = { ...draft, major: 1, minor: 0 };
const listed = json({ versions: [draft] });

let said: string;
beforeEach(() => {
  said = '';
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((said += String(text))));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function releaseAt(keys: readonly string[], ...replies: Reply[]): Promise<number> {
  const { address } = await serve(...replies);
  vi.stubEnv('CADSYNC_BASE_URL', address);
  vi.stubEnv('CADSYNC_CLIENT_ID', 'designer');
  vi.stubEnv('CADSYNC_CLIENT_SECRET', 'client-secret-1');
  vi.stubEnv('CADSYNC_LICENSE_CODE', 'license-code-1');
  return releaseCommand(keys, 'First issue', { json: false, languageCode: '' });
}

it.each([
  ['its answer was lost', reset],
  ['the service accepted it and does not list it', json({ versions: [] })],
  ['the service failed at it', plain('', 500)],
])('a release of a key may have been made where %s', async (_, answer) => {
  expect(await releaseAt([key], listed, answer, listed)).toBe(1);
  expect(said).toMatch(`${key} may have been released: `);
});

it.each([
  ['the service refuses it', [listed, plain('', 403)]],
  ['the service does not look at it', [listed, json({}, 429, { 'Retry-After': '600' })]],
  ['the list of versions before it is refused', [plain('', 403)]],
])('a release of a key is not made where %s', async (_, replies) => {
  expect(await releaseAt([key], ...replies)).toBe(1);
  expect(said).toMatch(`${key} is not released: `);
});

it('a release of a key that was made makes none of the next one', async () => {
  expect(await releaseAt([key, other], listed, json({ versions: [release, draft] }), plain('', 403))).toBe(1);
  expect(said).toMatch(`${other} is not released: `);
});
