import type { ContentKeyText } from '../../shared/model/content-key.ts';
import type { FileRecord } from '../../shared/rpc/file-records.ts';
import type { Engine } from '../../electron/engine/engine.ts';
import { isOfPrograms } from '../../electron/engine/tree/of-programs.ts';
import type { QueueEntry } from '../../electron/engine/queue/queue-entry.ts';
import type { FakeService } from '../fakes/engine/service.ts';
import { checkExplainedInStep, checkExplanations } from './explanations.ts';
import type { Ledger } from './ledger.ts';
import { isAgreed } from './reasons.ts';
import { isOfProgram, keyAt, keyOfPath, type Site } from './site.ts';
import { checkExitCodeAtRest, checkStatements } from './statements.ts';
import { Violation } from './violation.ts';
import { queuedOf } from '../fakes/engine/queued-of.ts';

interface Parts {
  readonly sites: readonly Site[];
  readonly services: ReadonlyMap<string, FakeService>;
  readonly ledger: Ledger;
}

/** The promises about bytes, after every single effect. @throws Violation */
export function checkBytesOf({ sites, services }: Omit<Parts, 'ledger'>): void {
  const onServices = new Set<string>();
  for (const { versions } of services.values()) {
    for (const key of versions.keys()) for (const text of textsOf(versions.history(key))) onServices.add(text);
  }
  for (const site of sites) checkBytes(site, onServices);
}

/** The promises that hold at every moment, whatever happens. @throws Violation */
export function checkAlways({ sites, services, ledger }: Parts): void {
  const names = sites.map(({ name }) => name);
  const onServices = new Set<string>();
  for (const [serviceId, { versions }] of services) {
    for (const key of versions.keys()) {
      const history = versions.history(key);
      checkFetchable(key, history, sites);
      for (const text of textsOf(history)) onServices.add(text);
      checkHistory({ key, serviceId }, history, ledger, names);
    }
  }
  for (const site of sites) {
    site.observe();
    site.strange?.expectUntouched();
    checkBytes(site, onServices);
    checkWhole(site, ledger, onServices);
    // Asked for once: that is what costs most.
    const rows = site.rows();
    checkAbsence(site, rows);
    checkStates(site, rows, ledger);
    checkQueue(site);
    checkRivals(site);
    checkOpenDrawings(site);
    checkExplanations(site, rows, ledger);
    checkStatements(site, rows, ledger);
  }
}

/** convergence: what is sent reaches every library of the same programs, and whoever gets it can open it. */
function checkFetchable(key: ContentKeyText, history: readonly string[], sites: readonly Site[]): void {
  const others = sites.filter(({ programsAtLast }) => !isOfPrograms(key, programsAtLast));
  if (others.length > 0) throw new Violation('convergence', `no library of ${others[0]?.name} looks for ${key}`);
  const tooNew = history.find((version) => version.includes('/2026'));
  if (tooNew !== undefined) throw new Violation('convergence', `${key} has ${tooNew}, which nobody can open`);
}

/** no-byte-lost, and no-silent-overwrite on the disk: what only stands here stands where its designer left it. */
function checkBytes({ name, owned, setAside, world: { disk } }: Site, onServices: ReadonlySet<string>): void {
  const inLibrary = new Set(disk.paths().map((path) => disk.text(path)));
  const inOwnFolder = new Set(disk.ownPaths().map((path) => disk.text(path)));
  for (const text of owned) {
    if (inLibrary.has(text) || onServices.has(text)) continue;
    if (!inOwnFolder.has(text)) throw new Violation('no-byte-lost', `${text} of ${name} is nowhere`);
    if (!setAside.has(text)) throw new Violation('no-silent-overwrite', `${text} of ${name} is out of sight`);
  }
}

/** honest-status: what is said to be on the service is there. */
function checkStates(site: Site, rows: readonly FileRecord[], ledger: Ledger): void {
  if (site.connectedTo === undefined) return;
  for (const { path, state, key, version } of rows) {
    if (!isAgreed(state) || key === undefined) continue;
    if (ledger.wasBroughtBack(key as ContentKeyText)) continue;
    const history = site.world.service.versions.history(key as ContentKeyText);
    if (!history.some((stored) => stored.startsWith(`${version} `)))
      throw new Violation('honest-status', `${path} of ${site.name} is ${state} at ${version}: ${history.join(', ')}`);
  }
}

/** bounded: per key one transfer waits, however long the service is away. */
function checkQueue(site: Site): void {
  const entries = queuedOf(site.engine());
  const keys = entries
    .filter(({ intent }) => intent.operation !== 'release')
    .map(({ libraryId, key }) => `${libraryId} ${key}`);
  if (new Set(keys).size < keys.length) throw new Violation('bounded', `${site.name} queued ${keys.join(', ')}`);
}

/** no-silent-overwrite: of several files of one key none is chosen but by a person. */
function checkRivals(site: Site): void {
  const engine = site.engine();
  // What runs is looked at once more before anything is sent.
  const uploads = queuedOf(engine).filter(({ intent, state }) => intent.operation === 'upload' && state !== 'running');
  for (const { libraryId, key, intent } of uploads) {
    const runner = runnerOf(engine, libraryId);
    // What was queued before is dropped when it is planned anew.
    const view = runner?.isReady() && runner.isQuiet() ? runner.context.view(key) : undefined;
    if (typeof view !== 'object' || view.locals.length < 2) continue;
    const paths = view.locals.map(({ path }) => path);
    throw new Violation('no-silent-overwrite', `${site.name} sends ${JSON.stringify(intent)} of ${paths.join(', ')}`);
  }
}

/** While its programs change a library is closed for a moment. */
const runnerOf = (engine: Engine | undefined, libraryId: string) =>
  engine?.runners().find(({ context: { library } }) => library.libraryId === libraryId);

/**
 * no-silent-overwrite: nor is one chosen because the others were not read yet. Called when the file of this name is about
 * to be sent. @throws Violation
 */
export function checkAlone(site: Site, fileName: string): void {
  const engine = site.engine();
  const sent = queuedOf(engine).flatMap(({ libraryId, key, intent, state }) =>
    state === 'running' && intent.operation === 'upload' && `/${intent.path}`.endsWith(`/${fileName}`)
      ? [{ context: runnerOf(engine, libraryId)?.context, key, intent }]
      : [],
  );
  const [only, another] = sent;
  // Of two files of one name it cannot be told which one is sent.
  if (!only?.context || another) return;
  const { context, key, intent } = only;
  // Bytes that are sent once more are those of before. What is known on both sides is no choice.
  if (intent.blobId !== undefined || context.trees()?.synced(key)?.path === intent.path) return;
  const unread = site.world.disk.paths().find((path) => {
    if (path === intent.path || keyOfPath(path) !== keyOfPath(intent.path) || site.isSetApart(path)) return false;
    return context.files.unreadAmong([path]).length > 0 && context.links().get(path) !== 'unassigned';
  });
  if (unread === undefined) return;
  throw new Violation('no-silent-overwrite', `${site.name} sends ${intent.path}, and ${unread} was not read yet`);
}

/** no-silent-overwrite: whoever has a drawing open would undo with the next save what was put in its place. */
function checkOpenDrawings({ name, openInCad, world: { disk } }: Site): void {
  for (const [path, text] of openInCad.entries()) {
    const found = disk.text(path);
    // While it is being saved, it may be away for a moment.
    if (found === undefined || found === text) continue;
    throw new Violation('no-silent-overwrite', `${path} of ${name} is open with ${text} and was replaced by ${found}`);
  }
}

/**
 * nothing-dropped-by-settings: whatever was asked for was done or taken back, or waits for the service it was asked of.
 * @throws Violation
 */
export function checkReleases({ ledger, services, sites }: Parts): void {
  for (const key of ledger.releasesPromised()) {
    const histories = [...services.values()].flatMap(({ versions }) => versions.history(key));
    const isAwaited = sites.some((site) => queuedOf(site.engine()).some((entry) => waitsElsewhere(site, key, entry)));
    if (!isAwaited && !histories.some((version) => /^[1-9]\d*\.0 /.test(version)))
      throw new Violation('nothing-dropped-by-settings', `the release of ${key} was forgotten`);
  }
}

const waitsElsewhere = (site: Site, key: ContentKeyText, entry: QueueEntry): boolean =>
  entry.key === key && entry.serviceId !== undefined && entry.serviceId !== site.connectedTo;

/** no-torn-upload, no-silent-overwrite, exactly-once */
function checkHistory(
  { key, serviceId }: { readonly key: ContentKeyText; readonly serviceId: string },
  history: readonly string[],
  ledger: Ledger,
  sites: readonly string[],
): void {
  const texts = textsOf(history);
  const drafts = new Map<string, number>();
  let releases = 0;
  for (const [index, version] of history.entries()) {
    const text = texts[index] ?? '';
    const before = texts[index - 1];
    if (!ledger.whole.has(text)) throw new Violation('no-torn-upload', `${key} has ${version}`);
    if (/^[1-9]\d*\.0 /.test(version)) {
      releases += 1;
      if (!ledger.isReleaseWished(key, text, serviceId))
        throw new Violation('exactly-once', `${key}: nobody released ${version}`);
    } else drafts.set(text, (drafts.get(text) ?? 0) + 1);
    if (before !== undefined && before !== text && !ledger.knewOf(sites, key, text, before)) {
      throw new Violation('no-silent-overwrite', `${key}: ${version} came after ${before}, which its maker never saw`);
    }
  }
  for (const [text, count] of drafts) {
    if (count > ledger.allowedDrafts(key, text)) {
      throw new Violation('exactly-once', `${key} has ${count} drafts of ${text}: ${history.join(', ')}`);
    }
  }
  if (releases > ledger.releasesWished(key)) throw new Violation('exactly-once', `${key} has ${releases} releases`);
}

/** atomic-apply */
function checkWhole({ name, world: { disk } }: Site, ledger: Ledger, onServices: ReadonlySet<string>): void {
  for (const path of disk.paths()) {
    const text = disk.text(path) ?? '';
    if (keyOfPath(path) === undefined || ledger.whole.has(text) || ledger.torn.has(text) || onServices.has(text))
      continue;
    throw new Violation('atomic-apply', `${path} of ${name} holds "${text}"`);
  }
}

/** absence-needs-proof: what is there is not removed; nor is what stands elsewhere, or may be back soon. */
function checkAbsence(site: Site, rows: readonly FileRecord[]): void {
  const files = site.engine()?.runners()[0]?.context.files;
  for (const { path, state, key } of rows) {
    if (files?.get(path)?.goneSinceMs !== undefined && key !== undefined) {
      const { settled } = files.claimants(key as ContentKeyText, 0);
      const isElsewhere = settled.some((other) => files.get(other.path)?.problem === undefined);
      if (isElsewhere)
        throw new Violation('absence-needs-proof', `${path} of ${site.name} is ${state} and stands elsewhere`);
    }
    if (state !== 'removedHere' || site.vacated.has(path) || site.world.disk.text(path) === undefined) continue;
    // A disk that takes both spellings of a letter for one name has it under the other one, where it is still being written.
    const isSpelledAnew = (other: string): boolean =>
      other !== path && other.normalize() === path.normalize() && files?.get(other)?.settled === false;
    if (rows.some((row) => isSpelledAnew(row.path))) continue;
    throw new Violation('absence-needs-proof', `${path} of ${site.name} counts as removed and is there`);
  }
}

/** honest-status: an edit that left its trace is not told of as one that left none. */
function checkTraceless({ name, engine }: Site, ledger: Ledger): void {
  const told =
    engine()
      ?.activity.list(10_000)
      .filter(({ kind }) => kind === 'foundChanged') ?? [];
  const count = told.reduce((sum, entry) => sum + (entry.count ?? 1), 0);
  if (count > ledger.tracelessChanges(name))
    throw new Violation('honest-status', `${name} told of ${count} changes without a trace`);
}

/** What holds when nobody edits, nothing fails and nothing is left to do. @throws Violation */
export function checkAtRest(site: Site, ledger: Ledger): void {
  checkTraceless(site, ledger);
  const { versions } = site.world.service;
  const { disk } = site.world;
  const rows = site.rows();
  checkExplainedInStep(site);
  checkExitCodeAtRest(site, (path) => keyAt(site, path));
  for (const { path, state, key } of rows) {
    const text = disk.text(path);
    const history = key === undefined ? [] : versions.history(key as ContentKeyText);
    const newest = history.at(-1);
    const isNewest = newest !== undefined && newest.endsWith(` ${text}`);
    if (state === 'removedHere' && text === undefined) continue;
    if (state === 'unassigned' && site.isSetApart(path)) continue;
    if (state === 'otherProgram' && !isOfProgram(site, path)) continue;
    if (!isAgreed(state)) {
      throw new Violation('convergence', `${path} of ${site.name} stays ${state}, the service has ${newest}`);
    }
    if (!isNewest)
      throw new Violation('honest-status', `${path} of ${site.name} is ${state} with ${text}, not ${newest}`);
    if ((state === 'upToDate') !== /^[1-9]\d*\.0 /.test(newest)) {
      throw new Violation('honest-status', `${path} of ${site.name} is ${state} and the newest is ${newest}`);
    }
    if (state === 'releaseLost' && !ledger.wasBroughtBack(key as ContentKeyText))
      throw new Violation('honest-status', `${path} of ${site.name} is ${state}, and nothing was lost`);
  }
  for (const path of disk.paths().filter((other) => keyOfPath(other) !== undefined)) {
    if (!rows.some((row) => row.path === path))
      throw new Violation('convergence', `${path} of ${site.name} is not known`);
  }
  for (const key of versions.keys()) {
    // What its designer took away is not brought back.
    const isTakenAway = [...site.vacated].some((path) => keyOfPath(path) === key);
    if (!isTakenAway && !rows.some((row) => row.key === key))
      throw new Violation('convergence', `${site.name} has nothing of ${key}`);
  }
}

/**
 * convergence: of every key that all have (what a designer took away is not brought back), all have the same bytes.
 * @returns how many files that are
 * @throws Violation
 */
export function checkEqual(sites: readonly Site[]): number {
  const [first = new Map<string, string>(), ...others] = sites.map(followedTexts);
  const keys = [...first.keys()].filter((key) => others.every((texts) => texts.has(key)));
  for (const key of keys) {
    const texts = new Set([first, ...others].map((followed) => followed.get(key)));
    if (texts.size > 1) throw new Violation('convergence', `of ${key} libraries have ${[...texts].join(' and ')}`);
  }
  return keys.length;
}

function followedTexts(site: Site): ReadonlyMap<string, string> {
  const entries = site.rows().flatMap(({ key, path }): [string, string][] => {
    const text = site.world.disk.text(path);
    return key === undefined || text === undefined ? [] : [[key, text]];
  });
  return new Map(entries);
}

function textsOf(history: readonly string[]): string[] {
  return history.map((version) => version.slice(version.indexOf(' ') + 1));
}
