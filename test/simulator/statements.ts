import { libraryRecordOf } from '../../electron/engine/application/library-record.ts';
import type { Engine } from '../../electron/engine/engine.ts';
import { exitCodeOfOverview } from '../../electron/entry/commands/describe-overview.ts';
import type { ContentKeyText } from '../../shared/model/content-key.ts';
import { compareVersions, formatVersion, isRelease } from '../../shared/model/version.ts';
import type { FileFilter, FileRecord, FileState } from '../../shared/rpc/file-records.ts';
import { standingOfState } from '../../shared/rpc/standings.ts';
import { sha256Of } from '../fakes/engine/disk.ts';
import type { QueueEntry } from '../../electron/engine/queue/queue-entry.ts';
import type { Ledger } from './ledger.ts';
import { needsService, onService } from './reasons.ts';
import type { Site } from './site.ts';
import { Violation } from './violation.ts';
import { queuedOf } from '../fakes/engine/queued-of.ts';

const isInFilter: Readonly<Record<FileFilter, (row: FileRecord) => boolean>> = {
  all: () => true,
  drafts: ({ isPublishable }) => isPublishable,
  needsYou: ({ state }) => standingOfState[state] === 'needsYou' && state !== 'unassigned',
  unassigned: ({ state }) => state === 'unassigned',
  removedHere: ({ state }) => state === 'removedHere',
};

/**
 * honest-status: whoever counts files, names them or sums them up says the same of them as the list, and calls nothing in
 * step or safe that the connected service does not have.
 * @throws Violation
 */
export function checkStatements(site: Site, rows: readonly FileRecord[], ledger: Ledger): void {
  const engine = site.engine();
  const runner = engine?.runners()[0];
  if (!engine || !runner) return;
  const { libraryId, root } = runner.context.library;
  const same = (what: string, said: unknown, listed: unknown): void => {
    const [one, other] = [JSON.stringify(said), JSON.stringify(listed)];
    if (one !== other) throw new Violation('honest-status', `${what} of ${site.name} says ${one}, the list ${other}`);
  };
  const filters = Object.keys(isInFilter) as FileFilter[];
  const counts = engine.fileList.counts(libraryId);
  for (const filter of filters) {
    const pathsIn = rows.filter(isInFilter[filter]).map(({ path }) => path);
    same(`the count of ${filter}`, counts[filter], pathsIn.length);
    const query = { languageCode: 'en', filter, search: '', offset: 0, limit: 500 } as const;
    same(
      `the filter ${filter}`,
      engine.fileList.list(query).rows.map(({ path }) => path),
      pathsIn,
    );
  }
  const tally = tallyOf(rows);
  same('the count of states', sorted(engine.fileList.states(libraryId)), sorted(tally));
  const record = libraryRecordOf(engine, runner);
  same('the count of files', record.fileCount, rows.filter(({ state }) => state !== 'removedHere').length);
  same('the count of what is unread', record.settlingCount, tally.get('settling') ?? 0);
  same('the count of what is missing', record.missingCount, tally.get('missing') ?? 0);
  const needing = rows.filter((row) => isInFilter.needsYou(row) || isInFilter.unassigned(row));
  const overview = engine.statusReader.overview();
  const named = overview.libraries[0]?.forPerson.map(({ path }) => path.slice(root.length + 1)) ?? [];
  same(
    'the names of what needs a person',
    [...named].sort(),
    needing
      .map(({ path }) => path)
      .sort()
      .slice(0, 100),
  );
  const exitCode = exitCodeOfOverview(overview);
  same('the exit code', exitCode, exitCodeFor(site, engine, rows));
  checkRecord(site, record.state, exitCode, rows);
  checkSafe(site, engine, rows, ledger);
  checkNotFetched(site, engine, record.notFetchedCount, ledger);
  checkParked(site, engine, rows);
  checkReleases(site, engine, rows);
}

/** What was asked of another service waits for that one, and is in nobody's way here. */
const isOfHere = (site: Site, { serviceId }: QueueEntry): boolean =>
  serviceId === undefined || serviceId === site.connectedTo;

/** What waits for a person in the queue does so in the list, unless there is more that a person has to decide first. */
function checkParked(site: Site, engine: Engine, rows: readonly FileRecord[]): void {
  const parked = queuedOf(engine).filter(
    (entry) => entry.state === 'needsAttention' && entry.error && isOfHere(site, entry),
  );
  for (const { key, error } of parked) {
    const files = engine.runners()[0]?.context.files;
    const row = rows.find((one) => one.key === key && files?.get(one.path)?.goneSinceMs === undefined);
    if (row && needsService.has(row.state) && row.state !== 'conflict')
      throw new Violation(
        'honest-status',
        `${row.path} of ${site.name} is ${row.state}, and parked with ${error?.code}`,
      );
  }
}

const mayBePublished: ReadonlySet<FileState> = new Set([
  'draft',
  'releaseLost',
  'waiting',
  'uploading',
  'notSent',
  'needsYou',
]);

const toBeSent: ReadonlySet<FileState> = new Set(['waiting', 'uploading', 'notSent']);

/**
 * What goes out as the next release is said to, of the bytes that were asked for and no others; and what can be published
 * is offered, once.
 */
function checkReleases(site: Site, engine: Engine, rows: readonly FileRecord[]): void {
  const context = engine.runners()[0]?.context;
  const files = context?.files;
  const onlyReceives = context?.settings().direction === 'downOnly';
  const queued = queuedOf(engine)
    .filter(({ intent, serviceId }) => intent.operation === 'release' && serviceId === site.connectedTo)
    .sort((a, b) => b.entryId - a.entryId);
  for (const row of rows) {
    const known = files?.get(row.path);
    const entry = queued.find(({ key, libraryId }) => key === row.key && libraryId === row.libraryId);
    const { state, isPublishable, release, toRelease } = row;
    const fail = (why: string): never => {
      throw new Violation(
        'honest-status',
        `${row.path} of ${site.name} is ${state}, ${isPublishable ? 'to be published' : 'not offered'}, ${release}: ${why}`,
      );
    };
    const goesOn = entry?.intent.operation === 'release' && entry.state !== 'needsAttention' ? entry.intent : undefined;
    const isOfThese = goesOn !== undefined && (goesOn.sha256 ?? known?.sha256) === known?.sha256;
    if (state === 'releaseQueued' && !isOfThese) fail('no release of these bytes is queued');
    if (state === 'draft' && isOfThese && known?.settled) fail('its release is queued');
    if (release === 'earlier' && (!goesOn || isOfThese)) fail('no release of earlier bytes is queued');
    if (isPublishable && (!mayBePublished.has(state) || isOfThese || !known?.settled)) fail('it cannot be published');
    if (isPublishable && onlyReceives) fail('nothing is sent from here');
    if (toRelease && !isPublishable) fail('what it would become is said of what cannot be published');
    // Somebody else's newer draft is what a release would be made of.
    const key = row.key as ContentKeyText | undefined;
    const trees = context?.trees();
    const [newest, agreed] = key === undefined ? [] : [trees?.remote(key), trees?.synced(key)];
    const isFollowed = newest && agreed ? compareVersions(newest.version, agreed.version) > 0 : false;
    if (state === 'draft' && !isPublishable && !isOfThese && !onlyReceives && !isFollowed) fail('it can be published');
    // What the service lost by going back is sent again; and what a try that just ends has sent is still on its way.
    const isThere = newest && agreed ? compareVersions(newest.version, agreed.version) === 0 : false;
    const isDraft = isThere && agreed && !isRelease(agreed.version) && agreed.sha256 === known?.sha256;
    const isSent = isPublishable && isDraft && !toBeSent.has(state);
    const sent = isSent ? formatVersion(agreed.version) : undefined;
    if (toRelease?.draft !== sent) fail(`the draft of it on the service is ${sent}, and ${toRelease?.draft} is said`);
  }
}

/** What moves right now waits to be done. */
function tallyOf(rows: readonly FileRecord[]): Map<FileState, number> {
  const tally = new Map<FileState, number>();
  for (const { state, release } of rows) {
    const isMoving = state === 'uploading' || state === 'downloading';
    const counted = !isMoving ? state : state === 'uploading' && release === 'these' ? 'releaseQueued' : 'waiting';
    tally.set(counted, (tally.get(counted) ?? 0) + 1);
  }
  return tally;
}

const sorted = (counts: Iterable<readonly [string, number]>): (readonly [string, number])[] =>
  [...counts].sort(([one], [other]) => (one < other ? -1 : 1));

/** What whoever looks at nothing but the list, the queue and the library would answer. */
function exitCodeFor(site: Site, engine: Engine, rows: readonly FileRecord[]): number {
  const runner = engine.runners()[0];
  const entries = queuedOf(engine).filter((entry) => isOfHere(site, entry));
  const files = runner?.context.files;
  const isThere = (key: string): boolean =>
    rows.some((row) => row.key === key && files?.get(row.path)?.goneSinceMs === undefined);
  // What waits for a person and is looked at again does so until it turns out that they did it. What of that is of a file
  // that is there, the list says.
  const isParked = entries.some(
    ({ key, state, isTimed }) => !isThere(key) && (state === 'needsAttention' || (state === 'running' && isTimed)),
  );
  const copies = runner?.context.backups.savedLate() ?? [];
  const needsPerson =
    runner?.facts().paused !== undefined ||
    isParked ||
    site.connectedTo === undefined ||
    runner?.context.linksProblem() !== undefined ||
    copies.length > 0 ||
    (engine.gate.state === 'signedOut' && runner?.freshness === 'refused') ||
    rows.some(({ state }) => standingOfState[state] === 'needsYou');
  if (needsPerson) return 2;
  const isInStep = runner?.freshness === 'fresh' && rows.every(isAtRest);
  const waits = entries.some(({ state, error }) => !(state === 'retrying' && error?.code === 'draft-not-sent'));
  return isInStep && !waits && !isToCome(site, engine, waits) ? 0 : 3;
}

/** Whether something is to be fetched: what a list just told of, and what is queued. @throws Violation where nothing is about to */
function isToCome(site: Site, engine: Engine, isQueued: boolean): boolean {
  const runner = engine.runners()[0];
  if (!runner || engine.explainer.toCome(runner.context.library).count === 0) return false;
  if (runner.isQuiet() && !isQueued)
    throw new Violation('honest-status', `${site.name} is said to get files, and nothing fetches them`);
  return true;
}

/** Whether nothing more is meant to happen to a file. */
const isAtRest = ({ state }: FileRecord): boolean => ['inStep', 'outside'].includes(standingOfState[state]);

/** The mark of the library says no more and no less than the exit code. */
function checkRecord(site: Site, state: string, exitCode: number, rows: readonly FileRecord[]): void {
  const isInStep = state === 'inStep';
  const isSo =
    exitCode === 0 ? isInStep || state === 'scanning' : !isInStep || (exitCode !== 2 && rows.every(isAtRest));
  const isForPerson = ['needsYou', 'unassigned', 'paused'].includes(state);
  if (!isSo || (isForPerson && exitCode !== 2))
    throw new Violation('honest-status', `the library of ${site.name} is ${state}, and the exit code ${exitCode}`);
}

/** What is not on the service is named by what asks before it is left there. */
function checkSafe(site: Site, engine: Engine, rows: readonly FileRecord[], ledger: Ledger): void {
  const context = engine.runners()[0]?.context;
  if (!context) return;
  const { files, library } = context;
  const notSafe = new Set(engine.fileList.notOnService(library.libraryId));
  for (const { path, state, key } of rows) {
    const known = files.get(path);
    if (!known || known.goneSinceMs !== undefined) continue;
    // Of what waits, and of what goes out, it may be there already, or not.
    if (notSafe.has(path) && onService.has(state))
      throw new Violation('honest-status', `${path} of ${site.name} is ${state}, and not safe`);
    if (notSafe.has(path) || key === undefined || ledger.wasBroughtBack(key as ContentKeyText)) continue;
    const isThere = site.world.service.versions
      .history(key as ContentKeyText)
      .some((version) => sha256Of(version.slice(version.indexOf(' ') + 1)) === known.sha256);
    if (!isThere)
      throw new Violation('honest-status', `${path} of ${site.name} is ${state}, and the service does not have it`);
  }
}

/** What is said to be left where it is, is there, and not here. */
function checkNotFetched(site: Site, engine: Engine, count: number, ledger: Ledger): void {
  const context = engine.runners()[0]?.context;
  if (!context) return;
  const named = engine.fileList.notFetched(context.library.libraryId, 10_000);
  if (named.length !== count)
    throw new Violation(
      'honest-status',
      `${site.name} names ${named.length} versions not fetched, and counts ${count}`,
    );
  for (const { key } of named) {
    if (context.files.ofKey(key).length > 0)
      throw new Violation('honest-status', `${key} counts as not fetched by ${site.name}, which has it`);
    if (site.world.service.versions.history(key).length === 0 && !ledger.wasBroughtBack(key))
      throw new Violation('honest-status', `${key} counts as not fetched by ${site.name}, and is nowhere`);
  }
}

/** What `status` ends with when nothing is left to do, from what stands on the disk and the service. @throws Violation */
export function checkExitCodeAtRest(site: Site, keyOfPath: (path: string) => ContentKeyText | undefined): void {
  const engine = site.engine();
  if (!engine) return;
  const { disk, service } = site.world;
  const drawings = disk.paths().filter((path) => keyOfPath(path) !== undefined);
  const isEqual = (path: string): boolean =>
    service.versions
      .history(keyOfPath(path) as ContentKeyText)
      .at(-1)
      ?.endsWith(` ${disk.text(path)}`) ?? false;
  const overview = engine.statusReader.overview();
  const exitCode = exitCodeOfOverview(overview);
  if (exitCode === 0 && !drawings.every(isEqual))
    throw new Violation(
      'honest-status',
      `${site.name} ends with 0, and ${drawings.find((path) => !isEqual(path))} differs`,
    );
  const isWhole = service.versions.keys().every((key) => drawings.some((path) => keyOfPath(path) === key));
  const [library] = overview.libraries;
  // A save that came too late is equal to nothing, and in the backup. Of a lost release, the bytes are equal.
  const isElse =
    (library?.savedLate ?? []).length > 0 ||
    site.rows().some(({ state }) => isOutside.has(state) || state === 'releaseLost');
  if (exitCode !== 0 && drawings.every(isEqual) && isWhole && !isElse)
    throw new Violation('honest-status', `${site.name} ends with ${exitCode}, and everything is equal`);
}

const isOutside: ReadonlySet<FileState> = new Set(['unassigned', 'otherProgram', 'removedHere']);
