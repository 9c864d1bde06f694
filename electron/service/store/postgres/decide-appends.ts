import { compareVersions, isRelease } from '../../../../shared/model/version.ts';
import type { VersionRecords, VersionToAppend } from '../store.ts';
import { keyColumns } from '../version-rows.ts';
import { programOf, programText, type ProgramName } from './program-rows.ts';
import { keptKey, keyHash, type Standing } from './standing-histories.ts';
import { guidOf } from './tenant.ts';

/** How things stand while the programs of all versions are locked. */
export interface StandingRows {
  /** The time that the last change of each program is listed under. */
  readonly listedBefore: ReadonlyMap<string, number>;
  readonly standing: ReadonlyMap<string, Standing>;
  readonly knownBlobs: ReadonlySet<string>;
}

/** What becomes of appends, and the rows that make it so; histories without an id are new. */
export interface Decision {
  readonly outcomes: readonly Awaited<ReturnType<VersionRecords['append']>>[];
  readonly histories: readonly Standing[];
  readonly versions: readonly { readonly key_hash: string }[];
  readonly programs: readonly ProgramName[];
}

/** Decides appends one after the other, each as a whole, in the order in which they were asked for. Pure. */
export function decideAppends(asked: readonly (readonly VersionToAppend[])[], standing: StandingRows): Decision {
  const histories = new Map<string, Standing>();
  const versions: VersionToAppend[] = [];
  const outcomes = asked.map((append) => {
    const moved = new Map<string, Standing>();
    for (const version of append) {
      const hash = keyHash(version);
      const before = moved.get(hash) ?? histories.get(hash) ?? standing.standing.get(hash);
      if (!follows(version, before)) return 'outdated';
      if (!standing.knownBlobs.has(guidOf(version.blobId) ?? '')) return 'unknown-blob';
      moved.set(hash, move(version, before, listedAt(version, standing)));
    }
    for (const [hash, history] of moved) histories.set(hash, history);
    versions.push(...append);
    return 'appended';
  });
  return {
    outcomes,
    histories: [...histories.values()],
    versions: versions.map(versionRow),
    programs: programRows(versions, standing),
  };
}

function follows({ after }: VersionToAppend, before: Standing | undefined): boolean {
  if (after === undefined || before === undefined) return after === before;
  return compareVersions(after, { major: before.newest_major, minor: before.newest_minor }) === 0;
}

/**
 * The time a change is listed under: its own, or, where the clock of another process was ahead, the first one behind
 * everything that can be read already. Whoever has read up to some time finds what comes later behind it. A copy brings
 * the times of the place that it copies.
 */
function listedAt(version: VersionToAppend, { listedBefore }: StandingRows): number {
  if (version.listedAt !== undefined) return version.listedAt;
  return Math.max(version.changedAt, (listedBefore.get(programText(programOf(version))) ?? -1) + 1);
}

function move(version: VersionToAppend, before: Standing | undefined, at: number): Standing {
  const { major, minor } = version.version;
  const values = keptKey(version);
  return {
    ...before,
    ...Object.fromEntries(keyColumns.map((column, index) => [column, values[index]])),
    key_hash: keyHash(version),
    newest_major: major,
    newest_minor: minor,
    newest_listed_at: at,
    release_major: isRelease(version.version) ? major : (before?.release_major ?? null),
    release_listed_at: isRelease(version.version) ? at : (before?.release_listed_at ?? null),
  };
}

function versionRow(version: VersionToAppend) {
  return {
    key_hash: keyHash(version),
    ...version.version,
    changed_at: version.changedAt,
    comments: version.comments,
    blob_id: version.blobId,
    record: JSON.stringify(version.record),
  };
}

function programRows(versions: readonly VersionToAppend[], standing: StandingRows) {
  const rows = new Map<string, ProgramName & { readonly listed_at: number; readonly has_files: boolean }>();
  for (const version of versions) {
    const name = programText(programOf(version));
    const row = rows.get(name);
    rows.set(name, {
      ...programOf(version),
      listed_at: Math.max(row?.listed_at ?? standing.listedBefore.get(name) ?? -1, listedAt(version, standing)),
      has_files: (row?.has_files ?? false) || version.attachmentName === '',
    });
  }
  return [...rows.values()];
}
