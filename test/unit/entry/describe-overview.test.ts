import { describe, expect, it } from 'vitest';
import { addUp, describeOverview, exitCodeOfOverview } from '../../../electron/entry/commands/describe-overview.ts';
import type { StatusOverview } from '../../../shared/rpc/status-answer.ts';

type Library = StatusOverview['libraries'][number];

const nowMs = Date.UTC(2026, 4, 4, 12);
const restingQueue = { waiting: 0, running: 0 };
const fresh: Library = {
  name: 'pumps',
  root: '/pumps',
  programs: ['Revit 2025', 'AutoCAD 2025'],
  running: true,
  files: { upToDate: 3, draft: 2 },
  toCome: { count: 0, forPerson: 0 },
  forPerson: [],
  savedLate: [],
  failedWork: [],
  lastScanAtMs: nowMs - 60_000,
};
const paused: NonNullable<Library['paused']> = {
  reason: { code: 'libraryPaused', library: 'pumps', error: { code: 'library-missing' } },
  next: { code: 'folderLookedAtAgain' },
  actions: ['check-folder'],
};

const failedRelease = { operation: 'release', title: 'pump.rfa', path: 'pump.rfa' } as const;
const savedLate = { path: 'pump.rfa', copy: '/pumps/.cadlibrary/backup/2026-05-04T11-00-00-000Z/pump.rfa' };

const overviewOf = (library: Partial<Library>, queue: Partial<StatusOverview['queue']> = {}): StatusOverview => ({
  libraries: [{ ...fresh, ...library }],
  services: [],
  queue: { ...restingQueue, ...queue },
  begunAnew: [],
  settingsProblems: [],
});

describe('the status of all libraries', () => {
  it.each([
    ['compared lately and in step', overviewOf({}), 0],
    ['nothing is running', overviewOf({ running: false, unconfirmed: 'notRunning' }), 3],
    ['the service cannot be reached', overviewOf({ unconfirmed: 'offline' }), 3],
    ['there is no library', { ...overviewOf({}), libraries: [] }, 3],
    ['a file waits', overviewOf({ files: { upToDate: 3, waiting: 1 } }), 3],
    ['a file was removed here', overviewOf({ files: { upToDate: 3, removedHere: 1 } }), 0],
    ['a file of which the library has none yet waits', overviewOf({ toCome: { count: 1, forPerson: 0 } }), 3],
    ['the release of a file that is gone waits', overviewOf({}, { waiting: 1 }), 3],
    ['it runs', overviewOf({}, { running: 1 }), 3],
    ['a file is sent', overviewOf({ files: { upToDate: 3, uploading: 1 } }), 3],
    ['something that has no file here needs a person', overviewOf({ failedWork: [failedRelease] }), 2],
    ['a file of which there is none yet needs a person', overviewOf({ toCome: { count: 2, forPerson: 1 } }), 2],
    ['a file is of another program', overviewOf({ files: { upToDate: 3, otherProgram: 1 } }), 2],
    ['the library is paused', overviewOf({ paused, unconfirmed: 'notComparedYet' }), 2],
    ['a program saved into a file after it was replaced', overviewOf({ savedLate: [savedLate] }), 2],
    ['no service is connected', overviewOf({ unconfirmed: 'notConnected' }), 2],
    ['the sign-in is refused', overviewOf({ unconfirmed: 'refused' }), 2],
    ['the state was damaged and begun again', { ...overviewOf({}), begunAnew: [{ code: 'state-begun-anew' }] }, 2],
  ] satisfies [string, StatusOverview, number][])('exit code: %s', (_case, overview, exitCode) => {
    expect(exitCodeOfOverview(overview)).toBe(exitCode);
  });

  it('one library that is not in step is enough among several', () => {
    expect(exitCodeOfOverview(addUp([overviewOf({}), overviewOf({ unconfirmed: 'notRunning' })]))).toBe(3);
    expect(addUp([overviewOf({}, { waiting: 2 }), overviewOf({}, { waiting: 3 })]).queue.waiting).toBe(5);
  });

  it('says of a save into a replaced file where it is and what can be done with it', () => {
    const told = describeOverview(overviewOf({ savedLate: [savedLate] }), nowMs);
    expect(told).toContain(savedLate.copy);
    expect(told).toContain('restore-backup');
    expect(told).toContain('leave-backup');
  });

  it('says the pause before the counts, in the words of a file', () => {
    const [first, second] = describeOverview(overviewOf({ paused, unconfirmed: 'notComparedYet' }), nowMs).split('\n');
    expect(first).toContain('pumps is paused: the library folder is missing.');
    expect(second).toContain('pumps (/pumps), Revit 2025 and AutoCAD 2025: 3');
    expect(second).toContain('as it was before; the folder was last scanned ');
  });

  it('says the pause once, and not again of each file that needs a person', () => {
    const forPerson = ['a', 'b', 'c'].map((name) => ({
      path: `/pumps/${name}.rfa`,
      state: 'unassigned' as const,
      explanation: paused,
    }));
    const told = describeOverview(overviewOf({ paused, unconfirmed: 'notComparedYet', forPerson }), nowMs);
    expect(told.split('library folder is missing')).toHaveLength(2);
    expect(told).toContain('  a.rfa: without a class.\n  b.rfa: without a class.\n');
  });

  it('says that nothing runs and of when the counts are, and calls nothing up to date then', () => {
    const left = overviewOf({ running: false, unconfirmed: 'notRunning', files: { unconfirmed: 3, draft: 2 } });
    const words = describeOverview(left, nowMs);
    expect(words).toContain('3 up to date when last compared, 2 as drafts when last compared');
    expect(words).toContain('as the last run left it, ');
    expect(words).toContain('nothing is running');
    expect(describeOverview(overviewOf({ ...left.libraries[0], lastScanAtMs: undefined }), nowMs)).toContain(
      'never scanned to the end',
    );
  });

  it('names what is of no file that is there and needs a person, besides the transfers', () => {
    const overview = overviewOf({ toCome: { count: 2, forPerson: 0 }, failedWork: [failedRelease] }, { waiting: 2 });
    const words = describeOverview(overview, nowMs);
    expect(words).toContain('2 up to date as drafts; 2 to be fetched\n  pump.rfa: its release could not be sent');
    expect(words).toContain('Transfers: 2 queued, 0 running');
  });

  it('counts no transfers while nothing runs: what is to be done is queued by the next run', () => {
    const files = { upToDate: 3, waiting: 2 };
    const words = describeOverview(overviewOf({ running: false, unconfirmed: 'notRunning', files }), nowMs);
    expect(words).toContain('2 waiting');
    expect(words).not.toContain('Transfers');
  });

  it('says how many need a person besides those that are named', () => {
    const words = describeOverview(overviewOf({ files: { needsYou: 300, unassigned: 2, upToDate: 3 } }), nowMs);
    expect(words).toContain('  … and 302 more: “cadsync status "/pumps"” names them.');
    expect(describeOverview(overviewOf({}), nowMs)).not.toContain('more');
  });

  it('says nothing of doubt where all was compared lately', () => {
    expect(describeOverview(overviewOf({}), nowMs)).toBe(
      'pumps (/pumps), Revit 2025 and AutoCAD 2025: 3 up to date, 2 up to date as drafts\nTransfers: 0 queued, 0 running',
    );
  });
});

it('says how the way to the service is, and how far its limit is used up', () => {
  const nowMs = new Date(2026, 4, 20, 13, 0).getTime();
  const [used, files] = [38, 412];
  const budget = { limit: 60, used, files, resetAtMs: nowMs, lengthMs: 60_000, leftMs: 14 * 60_000 };
  const error = { code: 'too-many-requests' } as const;
  const connection = { state: 'limited', error, nextTryAtMs: nowMs + 65 * 60_000 } as const;
  const told = describeOverview({ ...overviewOf({}), services: [{ connection, budget }] }, nowMs).split('\n');
  expect(told.slice(0, 3)).toEqual([
    'Limited until 14:05: the service answers no more requests before; then it continues by itself.',
    '  The service asked for fewer requests. Nothing is lost.',
    '38 of 60 requests this minute; your lookup goes first; 412 files, about 14 minutes',
  ]);
});
