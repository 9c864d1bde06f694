import { changeLimits } from '../../electron/engine/plan/bounded-change.ts';
import { defaultLibrarySettings } from '../../shared/rpc/library-settings.ts';
import { createFakeClock, settle, type FakeClock } from '../fakes/engine/clock.ts';
import { createFakeService, type FakeService } from '../fakes/engine/service.ts';
import { createDesigner, type Designer } from './designer-acts.ts';
import { createFaults, noFaults, type FaultRates, type Faults } from './faults.ts';
import { createCircumstances, type Circumstances } from './circumstances.ts';
import { checkAlways, checkAtRest, checkBytesOf, checkReleases } from './invariants.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';
import { createSite, type Site } from './site.ts';
import { createStrangeFolders } from './strange-folders.ts';
import { Violation } from './violation.ts';

export interface SimulationResult {
  readonly seed: number;
  /** What happened, in order. */
  readonly log: readonly string[];
  /** What broke; `undefined` when every invariant held. */
  readonly failure: Error | undefined;
}

interface Simulation {
  /** Whether designers set their libraries otherwise now and then. */
  readonly variesSettings: boolean;
  readonly clock: FakeClock;
  readonly random: SeededRandom;
  readonly services: Map<string, FakeService>;
  readonly ledger: Ledger;
  readonly designer: Designer;
  readonly faults: Faults;
  readonly sites: readonly Site[];
  readonly circumstances: Circumstances;
  readonly strangeFolders: ReturnType<typeof createStrangeFolders>;
  readonly check: () => void;
  /** Whether people are asked about each removal and overwrite. */
  readonly asks: boolean;
}

/** Kinds of runs: from a calm day to one on which everything fails. */
const weathers: readonly FaultRates[] = [
  noFaults,
  { crash: 0.004, service: 0.03, disk: 0.002, edit: 0.01 },
  { crash: 0.02, service: 0, disk: 0, edit: 0 },
  { crash: 0, service: 0.25, disk: 0, edit: 0.02 },
  { crash: 0, service: 0.02, disk: 0.04, edit: 0.02 },
  { crash: 0.01, service: 0.1, disk: 0.01, edit: 0.05 },
];

/** The libraries are small: to see questions at all, some sites are asked about every removal and overwrite. */
const askAlways = { ...changeLimits, askFromFiles: 1 };

/** Lets designers, engines and faults do what the seed says, and checks every invariant at every step. */
export async function simulate(seed: number): Promise<SimulationResult> {
  const log: string[] = [];
  try {
    await run(seed, log);
    return { seed, log, failure: undefined };
  } catch (error) {
    return { seed, log, failure: toError(error) };
  }
}

async function run(seed: number, log: string[]): Promise<void> {
  const simulation = createSimulation(seed, log);
  const { random, sites, faults, clock } = simulation;
  for (const site of sites) {
    if (random.happens(0.5)) simulation.designer.saveNew(site);
    await site.world.start();
    await site.world.addLibrary();
  }
  await clock.advance(random.between(0, 10_000));
  const weather = random.pick(weathers);
  faults.setRates(weather);
  for (let step = random.between(10, 40); step > 0; step -= 1) {
    await takeStep(simulation);
    await clock.advance(
      random.weighted([
        [4, random.between(0, 3_000)],
        [4, random.between(3_000, 60_000)],
        [1, 600_000],
      ]),
    );
    simulation.check();
  }
  faults.setRates(noFaults);
  log.push('— from here on nothing fails and nobody edits');
  await comeToRest(simulation);
  for (const site of sites) checkAtRest(site);
  checkReleases(simulation.ledger, simulation.services);
  await expectQuiet(simulation);
  for (const site of sites) await site.world.close();
}

function createSimulation(seed: number, log: string[]): Simulation {
  const random = createSeededRandom(seed);
  const clock = createFakeClock();
  const services = new Map(['first', 'second'].map((name) => [name, createFakeService(clock)]));
  const ledger = createLedger();
  const designer = createDesigner(clock, random, ledger);
  const sites: Site[] = [];
  let broken: Error | undefined;
  const onEffect = (): void => {
    try {
      checkBytesOf({ sites, services });
    } catch (violation) {
      // Thrown here it would be taken for what the disk or the service says.
      broken ??= toError(violation);
    }
  };
  const faults = createFaults({ clock, random, designer, onEffect });
  const circumstances = createCircumstances({ random, ledger, sites: () => sites });
  const strangeFolders = createStrangeFolders(clock, random);
  // Not drawn by chance, so that both kinds of run are like each other.
  const limits = seed % 5 === 0 || seed % 5 === 3 ? askAlways : changeLimits;
  const names = random.happens(0.3) ? 'folding' : 'exact';
  if (random.happens(0.2)) for (const service of services.values()) service.versions.tellNoHashes();
  const tell = (what: string): unknown => log.push(`${new Date(clock.now()).toISOString().slice(11, 23)} ${what}`);
  const { around, onStateChange } = faults;
  const siteNames = random.happens(0.6) ? ['ann', 'ben'] : ['ann'];
  // Two designers at once need a service that looks at bases: nothing else could keep them apart.
  if (siteNames.length === 1 && random.happens(0.5))
    for (const service of services.values()) service.versions.ignoreBases();
  for (const name of siteNames) {
    const site = createSite({
      name,
      clock,
      services,
      random,
      ledger,
      names,
      changeLimits: limits,
      around,
      onStateChange,
      tell,
    });
    sites.push(site);
  }
  const check = (): void => {
    if (broken !== undefined) throw broken;
    checkAlways({ sites, services, ledger });
  };
  return {
    clock,
    random,
    services,
    ledger,
    designer,
    faults,
    circumstances,
    strangeFolders,
    sites,
    check,
    asks: limits === askAlways,
    // Not drawn by chance either.
    variesSettings: seed % 5 === 2 || seed % 5 === 4,
  };
}

async function takeStep(simulation: Simulation): Promise<void> {
  const { random, sites, designer, services, clock, circumstances, asks, variesSettings } = simulation;
  const site = random.pick(sites);
  const service = site.world.service;
  await random.weighted<() => void | Promise<void>>([
    [24, () => designer.act(site)],
    [site.engine() ? 2 : 8, () => restart(site)],
    [1, () => setAway(site, service, true)],
    [3, () => setAway(site, service, false)],
    [1, () => (site.mounted ? unmount(simulation, site) : mount(site))],
    [site.mounted ? 0 : 5, () => mount(site)],
    ...circumstances.choices(site),
    [1, () => connect(site, random.pick([...services.keys(), undefined]), clock)],
    [1, () => jump(site, random.between(-300_000, 300_000))],
    [2, () => site.engine()?.tryNow()],
    [asks ? 1 : 0, () => answerQuestions(site, random)],
    [variesSettings ? 2 : 0, () => designer.changeSettings(site, designer.anySettings())],
    [1, () => site.engine()?.libraries()[0]?.runner.scanSoon()],
  ])();
}

async function restart(site: Site): Promise<void> {
  site.tell(site.engine() ? 'is killed and starts again' : 'starts again');
  site.crash();
  await settle();
  await site.start();
}

function setAway(site: Site, service: FakeService, away: boolean): void {
  site.tell(away ? 'its service goes away' : 'its service is there');
  service.setAway(away);
}

function unmount({ strangeFolders }: Simulation, site: Site): void {
  site.mounted = false;
  site.strange = strangeFolders.mountAt(site);
  site.world.watcher.hint('');
}

function mount(site: Site): void {
  if (site.mounted) return;
  site.tell('sees its library again');
  site.strange?.expectUntouched();
  site.mounted = true;
  site.strange = undefined;
  site.world.mountInstead(undefined);
  site.world.disk.setMounted(true);
  site.world.watcher.hint('');
}

/** The engine may die while its transfers are being stopped; then it is the next one that is connected otherwise. */
async function connect(site: Site, name: string | undefined, clock: FakeClock): Promise<void> {
  if (!site.engine() || site.connectedTo === name) return;
  site.tell(`connects to ${name ?? 'nothing'}`);
  const done = site.world.connect(name).then(
    () => (site.connectedTo = name),
    () => undefined,
  );
  await Promise.race([done, clock.advance(1_000)]);
}

function jump(site: Site, byMs: number): void {
  site.tell(`sets the clock by ${byMs} ms`);
  site.jump(byMs);
}

async function comeToRest(simulation: Simulation): Promise<void> {
  const { clock, sites, services, check, designer } = simulation;
  for (const service of services.values()) service.setAway(false);
  for (const site of sites) {
    mount(site);
    if (!site.engine()) await restart(site);
    await connect(site, 'first', clock);
    // What was held back is sent and fetched once nothing holds it back any more.
    if (simulation.variesSettings) await designer.changeSettings(site, defaultLibrarySettings);
  }
  simulation.circumstances.mendEverything(services.values());
  for (const site of sites) site.engine()?.tryNow();
  // Whatever the watcher did not tell is found by the hourly scan.
  await clock.advance(75 * 60_000);
  for (let round = 0; round < 6; round += 1) {
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
  check();
}

function answerQuestions(
  site: Site,
  random: SeededRandom,
  choices: readonly ('goOn' | 'keep')[] = ['goOn', 'keep'],
): void {
  const engine = site.engine();
  const libraryId = engine?.libraries()[0]?.library.libraryId;
  if (!engine || libraryId === undefined || site.connectedTo === undefined) return;
  for (const { kind, lastChangeId, count } of engine.changeQuestions(libraryId)) {
    const choice = random.pick(choices);
    site.tell(`answers ${choice} about ${count} of ${kind}`);
    engine.answerChanges(libraryId, { kind, lastChangeId, answer: choice });
  }
}

/** What a person has mended by the end. */
const mended: ReadonlySet<string> = new Set([
  'folder-not-writable',
  'disk-full',
  'license-code-rejected',
  'file-in-use',
]);

/** A person ends what only a person can end. */
async function decideWhatIsLeft({ designer, ledger, random }: Simulation, site: Site): Promise<void> {
  if (site.engine()?.gate.state === 'refused') site.engine()?.tryNow();
  for (const { state, path } of site.rows()) {
    if (state === 'conflict')
      await designer.resolve(site, random.pick(['keepMine', 'takeTheirs', 'keepBoth'] as const));
    if (state === 'doublyClaimed' && site.rows().some((row) => row.path === path && row.state === state)) {
      designer.remove(site, path);
      site.world.watcher.hint(path);
      break;
    }
  }
  for (const { entryId, state, intent, error, key } of site.engine()?.queue.list(100) ?? []) {
    if (state !== 'needsAttention') continue;
    const isMended = error !== undefined && mended.has(error.code);
    if (isMended) {
      site.engine()?.tryNow(entryId);
      continue;
    }
    if (intent.operation !== 'release')
      throw new Violation('convergence', `${site.name} parked ${JSON.stringify(intent)}`);
    if (intent.sentFromMajor === undefined) {
      site.engine()?.withdraw(entryId);
      ledger.noteReleaseOver(key);
    } else site.engine()?.tryNow(entryId);
  }
}

/** convergence: a quiet system sends one poll per interval and nothing else. */
async function expectQuiet({ clock, sites, services }: Simulation): Promise<void> {
  const minutes = 10;
  const calls = [...services.values()].flatMap((service) => service.calls);
  await clock.advance(minutes * 60_000);
  const later = [...services.values()].flatMap((service) => service.calls).slice(0);
  const sent = later.filter((call) => !calls.includes(call));
  const others = sent.filter(({ id }) => id !== 'listMetadata');
  if (others.length > 0) throw new Violation('convergence', `at rest ${others[0]?.id} is sent`);
  if (sent.length > sites.length * (minutes + 1)) throw new Violation('convergence', `${sent.length} polls at rest`);
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
