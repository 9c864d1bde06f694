import type { WaitingWrite } from '../../../shared/rpc/waiting-writes.ts';
import type {
  ActivityCount,
  ActivityRecord,
  QueueEntryRecord,
  VersionRecord,
} from '../../../shared/rpc/activity-records.ts';
import { exampleNow } from './file-rows.ts';

const minute = 60_000;
const day = 86_400_000;

export function exampleQueue(): QueueEntryRecord[] {
  const rows: Omit<QueueEntryRecord, 'entryId' | 'libraryId' | 'key'>[] = [
    {
      operation: 'upload',
      title: 'Radiator symbol plan view, long name that is cut.dwg',
      state: 'running',
      progress: 0.62,
      attempts: 1,
    },
    { operation: 'upload', title: 'Heat pump outdoor unit 8 kW.rfa', state: 'running', progress: 0.07, attempts: 1 },
    { operation: 'download', title: 'Downlight 200 emergency.rfa', state: 'running', progress: 0.28, attempts: 1 },
    { operation: 'upload', title: 'Ball valve three way.ipt', state: 'waiting', attempts: 0 },
    {
      operation: 'upload',
      title: 'Heat pump outdoor unit 12 kW.rfa',
      state: 'retrying',
      attempts: 3,
      nextTryAtMs: Date.now() + 42_000,
      error: { code: 'service-timeout' },
    },
    {
      operation: 'release',
      title: 'Shower drain corner.rfa',
      state: 'waiting',
      attempts: 0,
      comment: 'Corner outlet moved 20 mm, new grille',
    },
    {
      operation: 'upload',
      title: 'Panel radiator generic.ifc',
      state: 'needsAttention',
      attempts: 1,
      error: { code: 'license-code-rejected' },
    },
    {
      operation: 'upload',
      title: 'Fire damper round 250.rfa',
      state: 'needsAttention',
      attempts: 1,
      error: { code: 'body-too-large', detail: 'The file has 2.4 GB, the service accepts 2 GB.' },
    },
    {
      operation: 'release',
      title: 'Valve exhaust 125.3dm',
      state: 'needsAttention',
      attempts: 1,
      error: { code: 'newer-draft-on-service' },
      comment: 'Second size',
    },
  ];
  return rows.map((row, place) => ({ ...row, entryId: place + 1, libraryId: 'revit', key: `example/${place}` }));
}

/** What was written while the service was away: one that it refused, and what waits. */
export function exampleWrites(): WaitingWrite[] {
  const madeAtMs = exampleNow - 25 * minute;
  return [
    {
      writeId: 3,
      operation: 'storeMetadata',
      madeBy: 'addIn',
      title: 'Circulation pump DN 40.rfa',
      madeAtMs,
      error: { code: 'base-version-outdated', detail: 'The newest version is 2.3.' },
      isStuck: true,
      dependents: 1,
    },
    {
      writeId: 4,
      operation: 'release',
      madeBy: 'addIn',
      title: 'Circulation pump DN 40',
      madeAtMs,
      isStuck: true,
      dependents: 0,
    },
    {
      writeId: 5,
      operation: 'storeFilter',
      madeBy: 'person',
      title: 'Panel radiators of the second floor',
      madeAtMs: madeAtMs + minute,
      isStuck: false,
      dependents: 0,
    },
  ];
}

export function exampleActivity(): ActivityRecord[] {
  const rows: Omit<ActivityRecord, 'activityId' | 'atMs'>[] = [
    { kind: 'uploaded', title: 'Panel radiator type 22.rfa', version: '2.4' },
    { kind: 'failed', title: 'Fire damper round 250.rfa', error: { code: 'body-too-large' } },
    { kind: 'conflictFound', title: 'Pump set twin head.rfa', version: '4.4' },
    {
      kind: 'released',
      title: 'Design radiator vertical.rfa',
      version: '3.0',
      comment: 'New sheet of the maker, all heights',
    },
    { kind: 'downloaded', title: 'Swirl diffuser 600.rfa', version: '4.0' },
    { kind: 'connected', title: 'Content service' },
    { kind: 'disconnected', title: 'Content service', error: { code: 'service-unreachable' } },
    { kind: 'relinked', title: 'Slot diffuser 2 slots.rfa', version: '4.0' },
    { kind: 'adopted', title: 'Cable tray 300 perforated.rfa', version: '3.0' },
    { kind: 'removedHere', title: 'Pipe clamp insulated.rfa', version: '2.0' },
    { kind: 'foundChanged', title: 'Air valve round 125.rfa', version: '2.0' },
    { kind: 'foundUnreadable', title: 'Ceiling speaker.rfa', version: '1.0' },
    { kind: 'libraryPaused', title: 'AutoCAD symbols', error: { code: 'library-missing' } },
    { kind: 'resumedByPerson', title: 'AutoCAD symbols' },
    { kind: 'pausedByPerson', title: 'AutoCAD symbols' },
    { kind: 'removedHere', title: 'Revit 2025', count: 240 },
    { kind: 'libraryAdded', title: 'Revit 2025' },
  ];
  return rows.map((row, place) => ({
    // Names of files end with their kinds, those of libraries do not.
    ...(/\.\w+$/.test(row.title) ? { libraryId: 'revit' } : {}),
    ...row,
    activityId: rows.length - place,
    atMs: exampleNow - (place < 5 ? place * 17 * minute : (place - 4) * day),
  }));
}

/** Two busy weeks with quiet weekends; what happened before them was cleared away. */
export function exampleCounts(fromMs: readonly number[]): (ActivityCount | undefined)[] {
  const saved = [0, 12, 34, 8, 0, 0, 41, 56, 23, 18, 61, 0, 0, 27];
  const published = [0, 0, 4, 1, 0, 0, 3, 12, 0, 2, 9, 0, 0, 5];
  const failed = [0, 0, 0, 2, 0, 0, 0, 0, 6, 0, 0, 0, 0, 1];
  return fromMs.map((_begin, place) => {
    const day = place + saved.length - fromMs.length;
    if (day < 1) return undefined;
    return { saved: saved[day] ?? 0, published: published[day] ?? 0, failed: failed[day] ?? 0 };
  });
}

/** A history that ends with the version of the file. */
export function exampleVersions(current: string | undefined): VersionRecord[] {
  if (current === undefined) return [];
  const [major = 0, minor = 0] = current.split('.').map(Number);
  const comments = [
    'Connection moved 5 mm, depth 102 mm',
    'Width as type parameter',
    undefined,
    'New sheet of the maker, all heights',
  ];
  const versions: string[] = [];
  for (let draft = minor; draft > 0; draft -= 1) versions.push(`${major}.${draft}`);
  for (let release = major; release > 0; release -= 1) versions.push(`${release}.0`, `${release - 1}.1`);
  return versions.map((version, place) => {
    const comment = version === '1.0' ? 'First issue' : comments[place % comments.length];
    return {
      version,
      released: version.endsWith('.0'),
      ...(comment === undefined ? {} : { comment }),
      changedAtMs: exampleNow - (place === 0 ? 3 * minute : place * 9 * day),
      sizeBytes: 4_100_000 - place * 130_000,
      program: 'Revit 2025',
      ...(place === 1 && versions.length > 4 ? { sameAs: versions[4] } : {}),
      isLocal: place === 0,
    };
  });
}
