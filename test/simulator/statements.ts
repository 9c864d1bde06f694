import { libraryRecordOf } from '../../electron/engine/application/library-record.ts';
import type { Engine } from '../../electron/engine/engine.ts';
import { exitCodeOfOverview } from '../../electron/entry/commands/describe-overview.ts';
import type { ContentKeyText } from '../../shared/model/content-key.ts';
import type { Explanation, ReasonCode } from '../../shared/rpc/explanation.ts';
import type { FileFilter, FileRecord, FileState } from '../../shared/rpc/file-records.ts';
import { standingOf, standingOfState } from '../../shared/rpc/standings.ts';
import { sha256Of } from '../fakes/engine/disk.ts';
import type { Ledger } from './ledger.ts';
import type { Site } from './site.ts';
import { Violation } from './violation.ts';

/** What is said of one file in a list, and to whoever asks why. */
export interface Statement {
  readonly row: FileRecord;
  readonly explanation: Explanation;
}

/** Why a file can be in each state, whatever is the matter with its library as a whole. */
const reasonsOf: Readonly<Record<FileState, readonly ReasonCode[]>> = {
  upToDate: ['upToDate', 'releaseQueued', 'sending'],
  unconfirmed: ['notConfirmed', 'releaseQueued', 'sending'],
  draft: ['draft', 'notConfirmed', 'releaseQueued', 'sending'],
  settling: ['stillChanging', 'looksUnfinished', 'missingForNow'],
  waiting: [
    'afterOtherFile',
    'askedToWait',
    'beingCompared',
    'notComparedYet',
    'offline',
    'openInProgram',
    'queued',
    'retrying',
    'sending',
    'signInRefused',
  ],
  uploading: ['sending'],
  downloading: ['sending'],
  notSent: ['heldBack', 'sending'],
  notFetched: ['heldBack', 'sending'],
  openElsewhere: ['openInProgram'],
  conflict: ['conflict'],
  needsYou: ['manyChanges', 'unreadable', 'emptyFile', 'cannotTakePart', 'needsPerson', 'licenseRejected', 'sending'],
  unassigned: ['unassigned'],
  otherProgram: ['newerProgram', 'undeclaredProgram'],
  doublyClaimed: ['doublyClaimed'],
  removedHere: ['removedHere'],
};

/** Reasons that say more than the state of the file: what just moves, or what it waits for. */
const saysMore: ReadonlySet<ReasonCode> = new Set([
  'sending',
  'releaseQueued',
  'notConfirmed',
  ...reasonsOf.waiting.filter((code) => standingOf[code] !== standingOfState.waiting),
]);

/** States in which bytes that the service does not have cannot be. */
const onService: ReadonlySet<FileState> = new Set(['upToDate', 'unconfirmed', 'draft', 'notFetched']);

/** What the service has to say to: without one, no more is known of the file. */
const needsService: ReadonlySet<FileState> = new Set([
  ...onService,
  'waiting',
  'uploading',
  'downloading',
  'notSent',
  'conflict',
]);

/** honest-status: why a file is said not to be in step is what its state says. @throws Violation */
export function checkReason(site: Site, { row, explanation }: Statement): void {
  const code = explanation.reason.code;
  const fail = (why: string): never => {
    throw new Violation('honest-status', `${row.path} of ${site.name} is ${row.state}, explained as ${code}: ${why}`);
  };
  const isPaused = site.engine()?.libraries()[0]?.runner.facts().paused !== undefined;
  if (isPaused !== (code === 'libraryPaused')) fail(isPaused ? 'the library is paused' : 'the library is not paused');
  if (isPaused) return;
  if (code === 'notConnected') {
    if (site.connectedTo !== undefined || !(needsService.has(row.state) || row.state === 'needsYou'))
      fail('it is not so');
    return;
  }
  if (!reasonsOf[row.state].includes(code)) fail('that is no reason for it');
  if (standingOf[code] !== standingOfState[row.state] && !saysMore.has(code))
    fail(`${standingOf[code]} is not ${standingOfState[row.state]}`);
}

const isInFilter: Readonly<Record<FileFilter, (row: FileRecord) => boolean>> = {
  all: () => true,
  drafts: ({ state, heldBack }) => state === 'draft' || (state === 'notSent' && heldBack?.because === 'onPublish'),
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
  const found = engine?.libraries()[0];
  if (!engine || !found) return;
  const { libraryId } = found.library;
  const same = (what: string, said: unknown, listed: unknown): void => {
    const [one, other] = [JSON.stringify(said), JSON.stringify(listed)];
    if (one !== other) throw new Violation('honest-status', `${what} of ${site.name} says ${one}, the list ${other}`);
  };
  const serviceId = site.connectedTo;
  const filters = Object.keys(isInFilter) as FileFilter[];
  const counts = engine.fileList.counts(serviceId, libraryId);
  for (const filter of filters) {
    const pathsIn = rows.filter(isInFilter[filter]).map(({ path }) => path);
    same(`the count of ${filter}`, counts[filter], pathsIn.length);
    const query = { serviceId, languageCode: 'en', filter, search: '', offset: 0, limit: 500 } as const;
    same(
      `the filter ${filter}`,
      engine.fileList.list(query).rows.map(({ path }) => path),
      pathsIn,
    );
  }
  const tally = tallyOf(rows);
  same('the count of states', sorted(engine.fileList.states(serviceId, libraryId)), sorted(tally));
  const record = libraryRecordOf(engine, serviceId, found.runner);
  same('the count of files', record.fileCount, rows.filter(({ state }) => state !== 'removedHere').length);
  same('the count of what is unread', record.settlingCount, tally.get('settling') ?? 0);
  const needing = rows.filter((row) => isInFilter.needsYou(row) || isInFilter.unassigned(row));
  const overview = engine.statusReader.overview();
  const named = overview.libraries[0]?.forPerson.map(({ path }) => path.slice(found.library.root.length + 1)) ?? [];
  same(
    'the names of what needs a person',
    [...named].sort(),
    needing
      .map(({ path }) => path)
      .sort()
      .slice(0, 100),
  );
  const exitCode = exitCodeOfOverview(overview);
  same('the exit code', exitCode, exitCodeFor(engine, rows));
  checkRecord(site, record.state, exitCode, rows);
  checkSafe(site, engine, rows, ledger);
  checkNotFetched(site, engine, record.notFetchedCount, ledger);
}

/** What moves right now waits to be done. */
function tallyOf(rows: readonly FileRecord[]): Map<FileState, number> {
  const tally = new Map<FileState, number>();
  for (const { state } of rows) {
    const counted = state === 'uploading' || state === 'downloading' ? 'waiting' : state;
    tally.set(counted, (tally.get(counted) ?? 0) + 1);
  }
  return tally;
}

const sorted = (counts: Iterable<readonly [string, number]>): (readonly [string, number])[] =>
  [...counts].sort(([one], [other]) => (one < other ? -1 : 1));

/** What whoever looks at nothing but the list, the queue and the library would answer. */
function exitCodeFor(engine: Engine, rows: readonly FileRecord[]): number {
  const runner = engine.libraries()[0]?.runner;
  const entries = engine.queue.list(10_000);
  const isParked = entries.some(({ state }) => state === 'needsAttention');
  const copies = runner?.context.backups.savedLate() ?? [];
  const needsPerson =
    runner?.facts().paused !== undefined ||
    isParked ||
    copies.length > 0 ||
    (engine.gate.state === 'refused' && runner?.freshness === 'refused') ||
    rows.some(({ state }) => standingOfState[state] === 'needsYou');
  if (needsPerson) return 2;
  const isInStep = runner?.freshness === 'fresh' && rows.every(({ state }) => standingOfState[state] === 'inStep');
  const waits = entries.some(({ state, error }) => !(state === 'retrying' && error?.code === 'draft-not-sent'));
  return isInStep && !waits ? 0 : 3;
}

/** The mark of the library says no more and no less than the exit code. */
function checkRecord(site: Site, state: string, exitCode: number, rows: readonly FileRecord[]): void {
  const isAllInStep = rows.every((row) => ['inStep', 'outside'].includes(standingOfState[row.state]));
  const isSo = exitCode === 0 ? state === 'inStep' || state === 'scanning' : state !== 'inStep' || isAllInStep;
  if (!isSo || (state === 'needsYou' && exitCode !== 2) || (state === 'paused' && exitCode !== 2))
    throw new Violation('honest-status', `the library of ${site.name} is ${state}, and the exit code ${exitCode}`);
}

/** What is not on the service is named by what asks before it is left there. */
function checkSafe(site: Site, engine: Engine, rows: readonly FileRecord[], ledger: Ledger): void {
  const found = engine.libraries()[0];
  if (!found) return;
  const { files } = found.runner.context;
  const notSafe = new Set(engine.fileList.notOnService(site.connectedTo, found.library.libraryId));
  for (const { path, state, key } of rows) {
    const known = files.get(path);
    if (!known || known.goneSinceMs !== undefined) continue;
    if (notSafe.has(path) === onService.has(state))
      throw new Violation(
        'honest-status',
        `${path} of ${site.name} is ${state}, and ${notSafe.has(path) ? 'not ' : ''}safe`,
      );
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
  const found = engine.libraries()[0];
  if (!found) return;
  const named = engine.fileList.notFetched(site.connectedTo, found.library.libraryId, 10_000);
  if (named.length !== count)
    throw new Violation(
      'honest-status',
      `${site.name} names ${named.length} versions not fetched, and counts ${count}`,
    );
  for (const { key } of named) {
    if (found.runner.context.files.ofKey(key).length > 0)
      throw new Violation('honest-status', `${key} counts as not fetched by ${site.name}, which has it`);
    if (site.world.service.versions.history(key).length === 0 && !ledger.wasBroughtBack(key))
      throw new Violation('honest-status', `${key} counts as not fetched by ${site.name}, and is nowhere`);
  }
}

/**
 * honest-status: everything whose ground moved since it was judged is judged again when somebody asks; so judging all of
 * it from the start tells nothing new.
 * @throws Violation
 */
export function checkJudgedAnew(site: Site): void {
  const runner = site.engine()?.libraries()[0]?.runner;
  if (!runner) return;
  const database = site.world.database();
  const dump = (): Map<string, string> =>
    new Map(
      database.all('SELECT * FROM verdict ORDER BY subject').map((row) => {
        const { subject, service_id, ...judged } = row as Record<string, unknown>;
        // Of a file without a key no service has anything to say.
        return [
          String(subject),
          JSON.stringify({ ...judged, ...(judged['content_key'] === null ? {} : { service_id }) }),
        ];
      }),
    );
  runner.judgement.refresh();
  const left = database.all('SELECT * FROM dirty');
  if (left.length > 0) throw new Violation('honest-status', `${site.name} left ${JSON.stringify(left)} as they were`);
  const before = dump();
  database.transaction(() => {
    for (const keys of ['local_file', 'remote_item', 'synced_item', 'queue_entry', 'verdict'])
      database.run(
        `INSERT OR IGNORE INTO dirty SELECT library_id, '', content_key FROM ${keys} WHERE content_key IS NOT NULL`,
      );
    database.run("INSERT OR IGNORE INTO dirty SELECT library_id, path, '' FROM local_file");
    database.run('DELETE FROM verdict');
  });
  runner.judgement.refresh();
  const after = dump();
  for (const subject of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(subject), after.get(subject)];
    // Whether the time is over in which a file may come back is looked at when that is due by the steady clock.
    const isTimed = /"kind":"(removedHere|missing)"/.test(was ?? '') && site.wasSet;
    const isAwaited = was?.includes('"kind":"undecided"') && (site.wasSet || !runner.isQuiet());
    if (was !== is && !isTimed && !isAwaited)
      throw new Violation('honest-status', `${subject} of ${site.name} was judged ${was}, and is ${is}`);
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
  // A save that came too late is equal to nothing, and in the backup.
  const isElse = library?.savedLate !== undefined || site.rows().some(({ state }) => isOutside.has(state));
  if (exitCode !== 0 && drawings.every(isEqual) && isWhole && !isElse)
    throw new Violation('honest-status', `${site.name} ends with ${exitCode}, and everything is equal`);
}

const isOutside: ReadonlySet<FileState> = new Set(['unassigned', 'otherProgram', 'removedHere']);
