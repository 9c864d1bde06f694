import { describe, expect, test } from 'vitest';
import { honestStatus, type HonestStatus } from '../../../shared/rpc/honest-status.ts';
import type { StatusRecord } from '../../../shared/rpc/status-records.ts';
import { exampleStatus } from '../../fakes/window/example-status.ts';
import { exampleNow } from '../../fakes/window/file-rows.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { cutOffInWords } from '../../../shared/words/reachability.ts';
import { statusInWords } from '../../../shared/words/status-in-words.ts';

const quiet = exampleStatus('quiet', [], []);
const [firstLibrary] = quiet.libraries;
if (!firstLibrary) throw new Error('The example has no library.');
const oneLibrary = (change: Partial<StatusRecord['libraries'][number]>): StatusRecord => ({
  ...quiet,
  libraries: [{ ...firstLibrary, ...change }],
});
const connection = (change: Partial<StatusRecord['connection']>): StatusRecord => ({
  ...quiet,
  connection: { ...quiet.connection, ...change },
});

describe('the status at the foot of the window', () => {
  test('says "up to date" when every library is in step, the service answers, nothing waits and the scan is recent', () => {
    expect(honestStatus(quiet, exampleNow, true).kind).toBe('upToDate');
  });

  test.each<[string, StatusRecord, HonestStatus['kind']]>([
    ['the service is away', connection({ state: 'serviceDown' }), 'cutOff'],
    ['the service is being asked', connection({ state: 'connecting' }), 'connecting'],
    ['the sign-in was refused', connection({ state: 'signedOut' }), 'cutOff'],
    ['no service is set up', connection({ kind: 'none', state: 'notSetUp' }), 'notSetUp'],
    ['a library is paused', oneLibrary({ state: 'paused' }), 'paused'],
    ['a library is looked through', oneLibrary({ state: 'scanning' }), 'scanning'],
    ['a file is not whole yet', oneLibrary({ state: 'working', settlingCount: 1 }), 'settling'],
    ['a file is not there now', oneLibrary({ state: 'working', missingCount: 1 }), 'missing'],
    ['files are found by a look that goes on', oneLibrary({ state: 'scanning', settlingCount: 9 }), 'scanning'],
    ['what was read is compared', oneLibrary({ state: 'working' }), 'scanning'],
    ['the last full look was long ago', oneLibrary({ lastScanAtMs: exampleNow - 3 * 3_600_000 }), 'notCheckedLately'],
    ['there was never a full look', oneLibrary({ lastScanAtMs: undefined }), 'notCheckedLately'],
    ['the service was last heard long ago', oneLibrary({ lastPollAtMs: exampleNow - 3_600_000 }), 'notCheckedLately'],
    ['the service never answered', oneLibrary({ lastPollAtMs: undefined }), 'notCheckedLately'],
    ['the engine cannot vouch for a library', oneLibrary({ state: 'notChecked' }), 'notCheckedLately'],
    [
      'the service is being asked first',
      { ...connection({ state: 'connecting' }), libraries: [{ ...firstLibrary, state: 'offline' }] },
      'connecting',
    ],
    ['there is no library', { ...quiet, libraries: [] }, 'noLibrary'],
    ['something waits', { ...quiet, queue: { ...quiet.queue, waiting: 2, running: 1 } }, 'syncing'],
    ['what was asked of the service was refused', { ...quiet, refusedWrites: 1 }, 'needsYou'],
    [
      'nobody read yet that a damaged state was set aside',
      { ...quiet, begunAnew: { code: 'state-begun-anew' } },
      'needsYou',
    ],
    ['a copy was saved late', oneLibrary({ besideFiles: { savedLate: 1, failedWork: 0 } }), 'needsYou'],
    [
      'a release of a file that is gone failed',
      oneLibrary({ besideFiles: { savedLate: 0, failedWork: 1 } }),
      'needsYou',
    ],
    [
      'links cannot be written to a library',
      oneLibrary({ state: 'needsYou', error: { code: 'links-not-written' } }),
      'needsYou',
    ],
    ['a file has no class', { ...quiet, counts: { ...quiet.counts, unassigned: 2 } }, 'unassigned'],
    ['settings hold a file back', oneLibrary({ standings: { inStep: 1, held: 1 }, state: 'held' }), 'held'],
    ['a file needs a person', { ...quiet, counts: { ...quiet.counts, needsYou: 1 } }, 'needsYou'],
  ])('does not say "up to date" when %s', (_, status, kind) => {
    expect(honestStatus(status, exampleNow, true).kind).toBe(kind);
  });

  test('says nothing of what was true before the connection to the app was lost', () => {
    expect(honestStatus(quiet, exampleNow, false)).toEqual({ kind: 'unknown' });
  });

  test.each(['signedOut', 'captivePortal', 'proxySignIn', 'unproven', 'notTheService'] as const)(
    'says that a person is needed for %s before what else needs one',
    (state) => {
      const status = { ...connection({ state }), refusedWrites: 2 };
      expect(honestStatus(status, exampleNow, true)).toMatchObject({ kind: 'cutOff', cutOff: state });
    },
  );

  test.each(['noNetwork', 'serviceDown', 'limited'] as const)(
    'says what needs a person before %s, which ends by itself, and that besides',
    (state) => {
      const status = { ...connection({ state }), refusedWrites: 2 };
      const now = honestStatus(status, exampleNow, true);
      expect(now).toMatchObject({ kind: 'needsYou', count: 2, cutOff: { cutOff: state } });
      const by = { language: 'en', formats: createFormats('en'), nowMs: exampleNow } as const;
      const alone = statusInWords({ kind: 'needsYou', count: 2 }, by);
      expect(statusInWords(now, by).headline).toBe(alone.headline);
      expect(statusInWords(now, by).more).not.toBe(alone.more);
      expect(statusInWords(now, by).more).toBe(cutOffInWords(state, undefined, { ...by, waiting: 0 }).headline);
    },
  );

  test('counts what waits while offline', () => {
    const status = { ...connection({ state: 'serviceDown' }), queue: { waiting: 2, running: 1, needsAttention: 0 } };
    expect(honestStatus(status, exampleNow, true)).toEqual({
      kind: 'cutOff',
      cutOff: 'serviceDown',
      waiting: 3,
      nextTryAtMs: undefined,
    });
  });

  test.each<[string, StatusRecord]>([
    ['files wait to be sent', { ...quiet, queue: { waiting: 3, running: 0, needsAttention: 0 } }],
    ['a file there had not been read', quiet],
  ])('says that a person paused a library also while %s', (_, status) => {
    const settings = { ...firstLibrary.settings, isPaused: true };
    const libraries = [{ ...firstLibrary, state: 'paused' as const, settings, settlingCount: 1 }];
    const expected = { kind: 'pausedByPerson', libraryName: firstLibrary.name };
    expect(honestStatus({ ...status, libraries }, exampleNow, true)).toEqual(expected);
    const other = { ...firstLibrary, libraryId: 'other', name: 'other' };
    expect(honestStatus({ ...status, libraries: [...libraries, other] }, exampleNow, true)).toEqual(expected);
  });

  test('tells of work in other libraries before a person’s pause', () => {
    const settings = { ...firstLibrary.settings, isPaused: true };
    const libraries = [{ ...firstLibrary, state: 'paused' as const, settings }, firstLibrary];
    const queue = { waiting: 3, running: 1, needsAttention: 0 };
    expect(honestStatus({ ...quiet, libraries, queue }, exampleNow, true)).toEqual({ kind: 'syncing', toGo: 4 });
  });

  test('a paused library is said before everything that may merely be waiting', () => {
    const status = {
      ...oneLibrary({ state: 'paused' }),
      connection: { ...quiet.connection, state: 'serviceDown' as const },
    };
    expect(honestStatus(status, exampleNow, true)).toEqual({ kind: 'paused', libraryName: firstLibrary.name });
  });
});
