import { AppError } from '../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../shared/model/content-key.ts';
import { formatProgram, type Program } from '../../shared/model/program.ts';
import { formatVersion } from '../../shared/model/version.ts';
import type { LibrarySettingsPatch } from '../../shared/rpc/library-settings.ts';
import type { ConflictChoice } from '../../shared/rpc/file-records.ts';
import type { FakeClock } from '../fakes/engine/clock.ts';
import { orderRelease } from '../fakes/engine/order-release.ts';
import type { CadPrograms } from './cad-programs.ts';
import type { Ledger } from './ledger.ts';
import { createMood } from './moods.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';
import { keyOfPath, programOfPath, type Site } from './site.ts';

const classCodes = ['EC000001', 'EC000002', 'EC000003', 'EC000004'];
const folders = ['', 'valves/', 'moved here/'];
const folderTargets = ['', 'valves/', 'moved here/', 'Städte 2026/', 'Sta\u0308dte 2026/'];

/** What a designer and their CAD program do to the files of a library. */
export function createDesigner(parts: {
  readonly clock: FakeClock;
  readonly random: SeededRandom;
  readonly seed: number;
  readonly ledger: Ledger;
  readonly programs: CadPrograms;
}) {
  const { clock, random, ledger, programs } = parts;
  const mood = createMood(random);
  const afterthought = createSeededRandom(parts.seed);
  /** What a copy of a site's folder, kept elsewhere, holds. */
  const keptFolders = new Map<Site, readonly { path: string; text: string; modifiedMs: number }[]>();
  const drawings = (site: Site): string[] =>
    site.mounted ? site.world.disk.paths().filter((path) => keyOfPath(path) !== undefined) : [];

  /** Mostly the watcher notices. */
  const hint = (site: Site, path: string): void => {
    if (random.happens(0.85)) site.world.watcher.hint(site.world.disk.spelled(path));
  };

  /** What stands at a path is given up by its designer, who writes something else there or takes it away. */
  function giveUp(site: Site, path: string, isRemoved = false): void {
    site.observe();
    const { disk } = site.world;
    const text = disk.text(path);
    if (text === undefined) return;
    // What is saved under one name of a file changes what all its names stand for.
    const names = isRemoved ? [] : disk.namesOf(path);
    const elsewhere = disk
      .paths()
      .some((other) => !isSameName(other, path) && !names.includes(other) && disk.text(other) === text);
    if (!elsewhere) site.owned.delete(text);
  }

  function own(site: Site, path: string, text: string): void {
    const key = keyOfPath(path);
    site.owned.add(text);
    ledger.whole.add(text);
    if (site.openInCad.has(path)) site.openInCad.set(path, text);
    if (key) ledger.noteState(site.name, key, text, site.seen(key));
  }

  /** Of several files of one key the designer took one away: the others stand for the key, knowing what that one was. */
  function pickOthers(site: Site, path: string): void {
    const key = keyOfPath(path);
    if (key === undefined) return;
    for (const other of site.world.disk.paths().filter((candidate) => keyOfPath(candidate) === key)) {
      const text = site.world.disk.text(other) ?? '';
      if (!ledger.torn.has(text)) ledger.noteState(site.name, key, text, site.seen(key));
    }
  }

  /** What a program writes, mostly in the version that the library is for, or in an older format; rarely in a newer one. */
  function newText(site: Site, path: string, leastLength?: number, version?: string): string {
    const saved = random.weighted([
      [6, '2025'],
      [3, '2018'],
      [0.5, '2026'],
    ]);
    return ledger.newText(site.name, leastLength, `${programOfPath(path).name}/${version ?? saved}`);
  }

  function save(site: Site, path: string, version?: string): void {
    const text = newText(site, path, undefined, version);
    giveUp(site, path);
    own(site, path, text);
    site.world.disk.write(path, text);
    site.tell(`saves ${path} (${text})`);
    hint(site, path);
  }

  function saveNew(site: Site): void {
    const code = random.pick(classCodes);
    const name = random.pick(['pump', 'Pump', 'valve é', 'kraan e\u0308n']);
    const path = `${random.pick(folders)}${code}/MC000001/${name}.${random.pick([site.extension, site.extension, 'dwg'])}`;
    const isThere = drawings(site).some((other) => keyOfPath(other) === keyOfPath(path));
    if (!isThere) save(site, path);
  }

  async function burst(site: Site, path: string): Promise<void> {
    for (let count = random.between(2, 4); count > 0 && site.mounted; count -= 1) {
      save(site, path);
      await clock.advance(random.between(50, 1_500));
    }
  }

  /** A program that writes slowly: until it has finished, the file is no state of anything. */
  async function writeSlowly(site: Site, path: string): Promise<void> {
    const text = newText(site, path);
    const isOpen = site.openInCad.has(path);
    const marked = random.happens(0.5);
    const half = `${text} in part${marked ? ' unfinished' : ''}`;
    giveUp(site, path);
    ledger.torn.add(half);
    if (isOpen) site.openInCad.set(path, half);
    site.world.disk.write(path, half);
    site.tell(`begins to write ${path} (${half})`);
    hint(site, path);
    await clock.advance(random.between(10, marked || isOpen ? 60_000 : 1_500));
    if (!site.mounted) {
      // The drive went away under the program: nothing tells what it has of the file by then from a whole one.
      ledger.torn.delete(half);
      // Unless it was saved over before.
      if (site.world.disk.text(path) === half) own(site, path, half);
      return;
    }
    giveUp(site, path);
    own(site, path, text);
    site.world.disk.write(path, text);
    site.tell(`has written ${path} (${text})`);
    hint(site, path);
  }

  /** A program that puts the old date back, or a disk that forgets: nothing but the bytes tells, and nobody notices. */
  function changeWithoutTrace(site: Site, path: string): void {
    const lengthThen = site.world.disk.text(path)?.length ?? 0;
    const text = newText(site, path, lengthThen);
    if (text.length > lengthThen) return;
    giveUp(site, path);
    own(site, path, text);
    ledger.noteTraceless(site.name);
    site.world.disk.changeWithoutTrace(path, text);
    site.tell(`changes ${path} without a trace (${text})`);
  }

  function keepFolder(site: Site): void {
    const { disk } = site.world;
    const files = drawings(site).map((path) => ({
      path,
      text: disk.text(path) ?? '',
      modifiedMs: disk.dateOf(path) ?? 0,
    }));
    keptFolders.set(
      site,
      files.filter(({ text }) => !ledger.torn.has(text)),
    );
    site.tell('keeps a copy of the folder elsewhere');
  }

  /** The folder is played back from that copy: its files get their old bytes and dates, what came later stays. */
  function playBack(site: Site): void {
    const { disk } = site.world;
    for (const { path, text, modifiedMs } of keptFolders.get(site) ?? []) {
      const textThen = disk.text(path);
      if (textThen === text) continue;
      if (textThen?.length === text.length && disk.dateOf(path) === modifiedMs) ledger.noteTraceless(site.name);
      giveUp(site, path);
      own(site, path, text);
      disk.write(path, text, modifiedMs);
      disk.setDate(path, modifiedMs);
    }
    keptFolders.delete(site);
    site.tell('plays the folder back from its copy');
    hint(site, '');
  }

  /** As AutoCAD saves: the drawing becomes the backup and a new file takes its name. */
  async function replaceByRename(site: Site, path: string): Promise<void> {
    const backup = path.replace(/\.(rfa|dwg)$/, '.bak');
    giveUp(site, backup, true);
    site.observe();
    site.world.disk.delete(backup);
    site.world.disk.rename(path, backup);
    site.vacated.add(path);
    site.tell(`renames ${path} to its backup`);
    hint(site, path);
    await clock.advance(random.between(0, 3_000));
    save(site, path);
  }

  function moveTo(site: Site, from: string, to: string): void {
    if (from === to || (site.world.disk.text(to) !== undefined && !isSameName(from, to))) return;
    // A disk that tells names apart has two such files where another one would have one.
    if (site.world.disk.paths().includes(to)) return;
    programs.close(site, from);
    const text = site.world.disk.text(from);
    if (text === undefined) return;
    site.observe();
    site.world.disk.rename(from, to);
    site.vacated.add(from);
    pickOthers(site, from);
    const key = keyOfPath(to);
    if (key && key !== keyOfPath(from) && !ledger.torn.has(text))
      ledger.noteState(site.name, key, text, site.seen(key));
    site.tell(`moves ${from} to ${to}`);
    hint(site, from);
    hint(site, to);
  }

  function move(site: Site, path: string): void {
    const [, code = '', name = ''] = /(EC\d{6})(?:_v1)?\/MC.*\/([^/]*)$/.exec(path) ?? [];
    const key = random.happens(0.3) ? random.pick(classCodes) : code;
    moveTo(site, path, `${random.pick(folders)}${key}/MC000001/${random.pick([name, `renamed${endOf(path)}`])}`);
  }

  /** The same name in other letters, or with its accents written otherwise. */
  function respell(site: Site, path: string): void {
    const slash = path.lastIndexOf('/') + 1;
    const name = path.slice(slash).replace(/\.(rfa|dwg)$/, '');
    const spellings = [name.toUpperCase(), name.toLowerCase(), name.normalize('NFD'), name.normalize('NFC')];
    moveTo(site, path, `${path.slice(0, slash)}${random.pick(spellings)}${endOf(path)}`);
  }

  /** A folder with all that is in it goes elsewhere: one act of the designer, many files. */
  function moveFolder(site: Site): void {
    const tops = [...new Set(drawings(site).map((path) => path.slice(0, path.indexOf('/') + 1)))];
    if (tops.length === 0) return;
    const from = random.pick(tops);
    const target = random.pick(folderTargets);
    // A folder that is there keeps its spelling.
    const to = tops.find((top) => isSameName(top, target)) ?? target;
    for (const path of site.world.disk.paths().filter((other) => other.startsWith(from))) {
      moveTo(site, path, `${to}${path.slice(/^EC/.test(from) ? 0 : from.length)}`);
    }
  }

  /** Many files at once, as from a supplier's archive. */
  function unpack(site: Site): void {
    for (let number = random.between(3, 20); number > 0; number -= 1) {
      const code = `EC${site.name === 'ann' ? '0001' : '0002'}${String(number).padStart(2, '0')}`;
      const isThere = drawings(site).some((path) => path.includes(code));
      if (!isThere) save(site, `catalogue/${code}/MC000001/part ${number}.${site.extension}`);
    }
  }

  function copy(site: Site, path: string): void {
    const target = path.replace(/[^/]*$/, `copy${endOf(path)}`);
    const text = site.world.disk.text(path) ?? '';
    if (site.world.disk.text(target) !== undefined || ledger.torn.has(text)) return;
    site.world.disk.write(target, text);
    site.tell(`copies ${path} to ${target}`);
    hint(site, target);
  }

  function remove(site: Site, path: string): void {
    programs.close(site, path);
    giveUp(site, path, true);
    site.world.disk.delete(path);
    site.vacated.add(path);
    pickOthers(site, path);
    site.tell(`deletes ${path}`);
    hint(site, path);
  }

  function publish(site: Site): void {
    const path = random.pick(drawings(site));
    const key = keyOfPath(path);
    const engine = site.engine();
    if (!key || !isPublished(site, key)) return;
    const lives = site.engine() === engine;
    const libraryId = engine?.runners()[0]?.context.library.libraryId;
    const intent = lives && libraryId !== undefined ? engine?.queue.releaseOf(libraryId, key)?.intent : undefined;
    ledger.noteReleaseWished(key, {
      sha256: intent?.operation === 'release' ? intent.sha256 : undefined,
      serviceId: site.connectedTo,
    });
    if (lives) ledger.noteReleasePromised(key);
    site.tell(`publishes ${key}`);
  }

  /** Whether a release was queued; a library that only receives says no, and so does one whose file is being saved. */
  function isPublished(site: Site, key: ContentKeyText): boolean {
    const engine = site.engine();
    try {
      return engine !== undefined && orderRelease(engine, [key], 'for the fair') === 1;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /**
   * Says of several files with one key which is the one, and now and then takes it back; not waited for, as the engine
   * may die meanwhile.
   */
  async function pick(site: Site, path?: string): Promise<void> {
    const claimed = site.rows().filter(({ state }) => state === 'doublyClaimed');
    const row = claimed.find((one) => one.path === path) ?? (claimed.length > 0 ? random.pick(claimed) : undefined);
    const engine = site.engine();
    if (!row || !engine) return;
    site.observe();
    const [key, text] = [keyOfPath(row.path), site.world.disk.text(row.path)];
    // Whoever says which one is the one has seen what the others are.
    if (key !== undefined && text !== undefined && !ledger.torn.has(text)) {
      ledger.noteState(site.name, key, text, site.seen(key));
    }
    site.tell(`picks ${row.path}`);
    const picked = engine.picks.pick(row.libraryId, row.path);
    const undone = random.happens(0.2) ? picked.then(({ pickId }) => engine.picks.undo(pickId)) : picked;
    void undone.catch(() => site.tell('the choice cannot be recorded now'));
    await clock.advance(random.between(0, 500));
  }

  /** Sets the library otherwise; not waited for, as the engine may die meanwhile. */
  async function changeSettings(site: Site, settings: LibrarySettingsPatch): Promise<void> {
    const engine = site.engine();
    const library = engine?.runners()[0]?.context.library;
    if (!engine || !library) return;
    site.tell(`sets the library to ${JSON.stringify(settings)}`);
    // The designer says yes to what is named.
    const { releases } = engine.atStakeInSettings(library.libraryId, settings);
    for (const { key } of releases) ledger.noteReleaseOver(key);
    void engine.saveLibrarySettings(library.libraryId, settings).catch(() => undefined);
    await clock.advance(random.between(0, 500));
  }

  /** Declares other programs for the library; not waited for, as the engine may die meanwhile. */
  async function declare(site: Site, programs: readonly Program[]): Promise<void> {
    const engine = site.engine();
    const library = engine?.runners()[0]?.context.library;
    if (!engine || !library || JSON.stringify(library.programs) === JSON.stringify(programs)) return;
    site.tell(`declares ${programs.map(formatProgram).join(', ')}`);
    const { releases } = engine.atStakeInPrograms(library.libraryId, programs);
    for (const { key } of releases) ledger.noteReleaseOver(key);
    void engine.savePrograms(library.libraryId, programs).catch(() => site.tell('the programs cannot be changed now'));
    await clock.advance(random.between(0, 500));
  }

  /** Says something to a file that is gone. */
  function answerRemoval(site: Site): void {
    const row = site.rows().find(({ state, key }) => state === 'removedHere' && key !== undefined);
    const engine = site.engine();
    if (!row?.key || !engine) return;
    const answer = random.pick(['restore', 'confirmed'] as const);
    site.tell(`says ${answer} to the removal of ${row.path}`);
    try {
      engine.answerRemovals(row.libraryId, [row.key as ContentKeyText], answer);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      site.tell(`cannot: ${error.code}`);
    }
  }

  async function resolve(site: Site, choice: ConflictChoice): Promise<void> {
    const row = site.rows().find(({ state, key }) => state === 'conflict' && key !== undefined);
    const engine = site.engine();
    if (!row?.key || !engine) return;
    const key = row.key as ContentKeyText;
    const context = engine.runnerOf(row.libraryId).context;
    const theirs = context.trees()?.conflict(key)?.theirVersion;
    const mine = site.world.disk.text(row.path);
    const history = site.world.service.versions.history(key);
    const position = theirs ? history.findIndex((version) => version.startsWith(`${formatVersion(theirs)} `)) : -1;
    const known = history.slice(0, position + 1).map((version) => version.slice(version.indexOf(' ') + 1));
    if (choice === 'keepMine') {
      // Also where mine was moved meanwhile and the engine does not know yet: the choice is about the key.
      site.show(key, known);
      const moved = site.world.disk.paths().find((path) => keyOfPath(path) === key);
      const chosenText = mine ?? (moved === undefined ? undefined : site.world.disk.text(moved));
      if (chosenText !== undefined) ledger.noteKeptMine(site.name, key, chosenText, known);
    }
    // Whoever lets theirs take the place of mine, or stand beside it, knows mine.
    const chosen = known.at(-1);
    if (choice === 'takeTheirs' && mine !== undefined) site.setAside.add(mine);
    if (choice !== 'keepMine' && chosen !== undefined) ledger.noteSeen(site.name, key, chosen, site.seen(key));
    site.tell(`resolves ${row.path} by ${choice}`);
    // Not waited for: the engine may die meanwhile.
    void engine
      .resolveConflict(row.libraryId, key, choice)
      .catch(() => site.tell('the conflict cannot be resolved now'));
    await clock.advance(random.between(0, 500));
    // By a chance of its own: what else happens in a seed stays as it was.
    if (afterthought.happens(0.3)) await undoResolve(site, row.libraryId, key);
  }

  /** The designer thinks better of it. What is offered then is asked about like any other conflict. */
  async function undoResolve(site: Site, libraryId: string, key: ContentKeyText): Promise<void> {
    site.tell('undoes that');
    void site
      .engine()
      ?.undoResolve(libraryId, key)
      .then(
        ({ reopened }) => site.tell(reopened ? 'the conflict is open again' : 'it was sent already'),
        () => site.tell('it cannot be undone now'),
      );
    await clock.advance(afterthought.between(0, 500));
  }

  return {
    drawings,
    save,
    saveNew,
    remove,
    resolve,
    pick,
    changeSettings,
    declare,

    /** Settings as chance has them. */
    anySettings: (): LibrarySettingsPatch => ({
      follow: random.pick(['drafts', 'releases'] as const),
      upload: random.pick(['automatic', 'automatic', 'onPublish'] as const),
      direction: random.pick(['both', 'both', 'upOnly', 'downOnly'] as const),
      fetch: random.pick(['everything', 'everything', 'own'] as const),
      ignorePatterns: random.pick([[], [], ['moved here/'], ['valve*', 'EC000004*/']]),
      quietTimeMs: random.pick([null, 2_000, 10_000]),
    }),

    /** Something a designer does. */
    async act(site: Site): Promise<void> {
      const [path] = drawings(site).length > 0 ? [random.pick(drawings(site))] : [];
      if (!site.mounted) return;
      if (path === undefined) return saveNew(site);
      const choices: readonly (readonly [number, () => void | Promise<void>])[] = [
        [5, () => saveNew(site)],
        [8, () => save(site, path)],
        [3, () => burst(site, path)],
        [3, () => writeSlowly(site, path)],
        [2, () => changeWithoutTrace(site, path)],
        [0.7, () => (keptFolders.has(site) ? playBack(site) : keepFolder(site))],
        [3, () => replaceByRename(site, path)],
        [3, () => move(site, path)],
        [1, () => respell(site, path)],
        [1, () => moveFolder(site)],
        [0.5, () => unpack(site)],
        [1, () => copy(site, path)],
        [programs.leavesLocks(path) ? 8 : 0, () => programs.openOrClose(site, path)],
        [site.openInCad.count() > 0 ? 1 : 0, () => programs.crash(site)],
        [1, () => programs.ignoreLock(site)],
        [2, () => remove(site, path)],
        [8, () => publish(site)],
        [2, () => answerRemoval(site)],
        [3, () => pick(site)],
        [3, () => resolve(site, random.pick(['keepMine', 'takeTheirs', 'keepBoth'] as const))],
      ];
      await random.weighted(mood(choices))();
    },
  };
}

export type Designer = ReturnType<typeof createDesigner>;

function endOf(path: string): string {
  return path.slice(path.lastIndexOf('.'));
}

/** As the least exact disk compares names. */
function isSameName(a: string, b: string): boolean {
  return a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();
}
