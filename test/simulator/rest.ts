import { defaultLibrarySettings } from '../../shared/rpc/library-settings.ts';
import type { ReleaseIntent } from '../../electron/engine/queue/intent.ts';
import type { ContentKeyText } from '../../shared/model/content-key.ts';
import { sha256Of } from '../fakes/engine/disk.ts';
import type { FileRecord } from '../../shared/rpc/file-records.ts';
import type { Ledger } from './ledger.ts';
import { answerQuestions, connect, mount, restart } from './steps.ts';
import { serviceAddresses, type Simulation } from './simulation.ts';
import { isOfProgram, programOfPath, type Site } from './site.ts';
import { Violation } from './violation.ts';
import { queuedOf } from '../fakes/engine/queued-of.ts';

/** @param rounds how often people are asked about what only they can end */
export async function comeToRest(simulation: Simulation, rounds = 6): Promise<void> {
  const { clock, sites, services, check, designer } = simulation;
  for (const service of services.values()) {
    service.setAway(false);
    // What was planned while it was away, and met nobody.
    service.mend();
  }
  // What is in a folder is mended where the folder can be seen.
  sites.forEach(mount);
  simulation.circumstances.mendEverything(services.values());
  // What people asked for is done before they ask for something else: a program change waits for a list that comes late.
  await clock.advance(5 * 60_000);
  for (const site of sites) {
    if (!site.engine()) await restart(site);
    await connect(site, serviceAddresses[0], clock);
    // What was held back is sent and fetched once nothing holds it back any more.
    if (simulation.variesSettings) await designer.changeSettings(site, defaultLibrarySettings);
    if (simulation.programChoices.length > 0) await designer.declare(site, site.programsAtLast);
  }
  for (const site of sites) site.engine()?.tryNow();
  // Whatever the watcher did not tell is found by the hourly scan.
  await clock.advance(75 * 60_000);
  // One answer may lead to the next question, so it goes on while there are any.
  for (let round = 0; round < rounds || (round < mostRounds && sites.some(waitsForPerson)); round += 1) {
    check();
    for (const site of sites) {
      // What a person leaves as it is stays out of step; in the end everything is taken.
      answerQuestions(site, simulation.random, round < 2 ? ['goOn', 'keep'] : ['goOn']);
      await decideWhatIsLeft(simulation, site);
    }
    await clock.advance(3 * 60_000);
  }
  for (const site of sites) {
    if (!site.engine()?.isIdle()) throw new Violation('convergence', `${site.name} does not come to rest`);
  }
  check(true);
}

/** How often people may have to be asked one thing after the other. */
const mostRounds = 20;

const statesForPerson: ReadonlySet<string> = new Set(['conflict', 'doublyClaimed', 'needsYou']);

const waitsForPerson = (site: Site): boolean =>
  site.rows().some((row) => statesForPerson.has(row.state) || isSavedTooNew(site, row));

/** Whether a file is of a newer version than the library declares. What is of a program it does not declare stays so. */
const isSavedTooNew = (site: Site, { state, path }: FileRecord): boolean =>
  state === 'otherProgram' && isOfProgram(site, path);

/** What a person has mended by the end. */
const mended: ReadonlySet<string> = new Set([
  'folder-not-writable',
  'disk-full',
  'license-code-rejected',
  'file-in-use',
]);

/** A person ends what only a person can end. */
async function decideWhatIsLeft({ designer, ledger, random }: Simulation, site: Site): Promise<void> {
  if (site.engine()?.gate.state === 'signedOut') site.engine()?.tryNow();
  for (const row of site.rows()) {
    const { state, path } = row;
    if (isSavedTooNew(site, row)) {
      designer.save(site, path, programOfPath(path).version);
      // Nobody waits for the hourly scan here.
      site.world.watcher.hint(site.world.disk.spelled(path));
    }
    if (state === 'conflict')
      await designer.resolve(site, random.pick(['keepMine', 'takeTheirs', 'keepBoth'] as const));
    if (state === 'doublyClaimed' && site.rows().some((row) => row.path === path && row.state === state)) {
      if (random.happens(0.5)) await designer.pick(site, path);
      else {
        designer.remove(site, path);
        site.world.watcher.hint(path);
      }
      break;
    }
  }
  for (const { entryId, state, intent, error, key, serviceId } of queuedOf(site.engine())) {
    if (state !== 'needsAttention') continue;
    const isMended = error !== undefined && mended.has(error.code);
    if (isMended) {
      site.engine()?.tryNow(entryId);
      continue;
    }
    if (intent.operation !== 'release')
      throw new Violation('convergence', `${site.name} parked ${JSON.stringify(intent)}`);
    if (error?.code === 'nothing-to-release') expectNotMade(site, ledger, key, intent);
    // What it was sent to another service for is not known here, and never will be.
    if (intent.sentFromMajor === undefined || serviceId !== site.connectedTo) {
      site.engine()?.withdraw(entryId);
      ledger.noteReleaseOver(key);
    } else site.engine()?.tryNow(entryId);
  }
}

/** honest-status: whoever asked for a release that was made is not told that there was nothing to release. */
function expectNotMade({ name, world }: Site, ledger: Ledger, key: ContentKeyText, { sha256 }: ReleaseIntent): void {
  if (sha256 === undefined || ledger.wasBroughtBack(key)) return;
  const made = world.service.versions
    .history(key)
    .filter((version) => /^[1-9]\d*\.0 /.test(version) && sha256Of(version.slice(version.indexOf(' ') + 1)) === sha256);
  // Where none was made, it is true whatever was wished.
  if (made.length > 0 && made.length >= ledger.timesWished(key, sha256))
    throw new Violation('honest-status', `${name} is told that ${made.join(', ')} of ${key} was not released`);
}

/** convergence: a quiet system sends one poll per declared program and interval, and nothing else. */
export async function expectQuiet({ clock, sites, services }: Simulation): Promise<void> {
  const minutes = 10;
  const calls = [...services.values()].flatMap((service) => service.calls);
  await clock.advance(minutes * 60_000);
  const later = [...services.values()].flatMap((service) => service.calls).slice(0);
  const sent = later.filter((call) => !calls.includes(call));
  const others = sent.filter(({ id }) => id !== 'listMetadata');
  if (others.length > 0) throw new Violation('convergence', `at rest ${others[0]?.id} is sent`);
  const programs = sites.reduce((sum, site) => sum + site.programs.length, 0);
  if (sent.length > programs * (minutes + 1)) throw new Violation('convergence', `${sent.length} polls at rest`);
}
