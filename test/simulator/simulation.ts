import { changeLimits } from '../../electron/engine/judge/bounded-change.ts';
import type { Program } from '../../shared/model/program.ts';
import { createFakeClock, type FakeClock } from '../fakes/engine/clock.ts';
import { serviceIdOf } from '../../shared/model/service-address.ts';
import type { NameRule } from '../fakes/engine/stored-files.ts';
import { createFakeService, type FakeService } from '../fakes/engine/service.ts';
import { createCadPrograms, type CadPrograms } from './cad-programs.ts';
import { createCircumstances, type Circumstances } from './circumstances.ts';
import { createDesigner, type Designer } from './designer-acts.ts';
import { createFaults, noFaults, type FaultRates, type Faults } from './faults.ts';
import { checkAlone, checkAlways, checkBytesOf } from './invariants.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createMood } from './moods.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';
import { createSite, programOfExtension, type Site } from './site.ts';
import { checkJudgedAnew } from './judged-anew.ts';
import { createStrangeFolders } from './strange-folders.ts';

export interface Simulation {
  /** Whether designers set their libraries otherwise now and then. */
  readonly variesSettings: boolean;
  /** What libraries may declare from one moment to the next, the last of them in the end; empty where none changes that. */
  readonly programChoices: readonly (readonly Program[])[];
  readonly clock: FakeClock;
  readonly random: SeededRandom;
  /** How likely each kind of step is in this run. */
  readonly mood: ReturnType<typeof createMood>;
  readonly services: Map<string, FakeService>;
  readonly ledger: Ledger;
  readonly designer: Designer;
  readonly programs: CadPrograms;
  readonly faults: Faults;
  readonly sites: readonly Site[];
  readonly circumstances: Circumstances;
  readonly strangeFolders: ReturnType<typeof createStrangeFolders>;
  /** @param isAtRest whether everything is judged anew, which is done now and then otherwise */
  readonly check: (isAtRest?: boolean) => void;
  /** Whether people are asked about each removal and overwrite. */
  readonly asks: boolean;
}

/** Kinds of runs: from a calm day to one on which everything fails. */
export const weathers: readonly FaultRates[] = [
  noFaults,
  { crash: 0.004, service: 0.03, disk: 0.002, edit: 0.01 },
  { crash: 0.02, service: 0, disk: 0, edit: 0 },
  { crash: 0, service: 0.25, disk: 0, edit: 0.02 },
  { crash: 0, service: 0.02, disk: 0.04, edit: 0.02 },
  { crash: 0.01, service: 0.1, disk: 0.01, edit: 0.05 },
];

/** Those that there are; at rest all are connected to the first. */
export const serviceAddresses = ['http://first.example', 'http://second.example'] as const;

/** The libraries are small: to see questions at all, some sites are asked about every removal and overwrite. */
const askAlways = { ...changeLimits, askFromFiles: 1 };

/** @param names those of the designers; where nothing is said, chance picks */
export function createSimulation(seed: number, log: string[], names?: readonly string[]): Simulation {
  const random = createSeededRandom(seed);
  const clock = createFakeClock();
  const services = new Map(serviceAddresses.map((address) => [serviceIdOf(address), createFakeService(clock)]));
  const ledger = createLedger();
  const programs = createCadPrograms(random);
  const designer = createDesigner({ clock, random, seed, ledger, programs });
  const sites: Site[] = [];
  let broken: Error | undefined;
  const duringCall = (look: () => void): void => {
    try {
      look();
    } catch (violation) {
      // Thrown here it would be taken for what the disk or the service says.
      broken ??= toError(violation);
    }
  };
  const onEffect = (): void => duringCall(() => checkBytesOf({ sites, services }));
  const onSend = (site: Site, fileName: string): void => duringCall(() => checkAlone(site, fileName));
  const strangeFolders = createStrangeFolders(clock, random);
  const onSwap = (site: Site): void => strangeFolders.unmount(site);
  const faults = createFaults({ clock, random, designer, onEffect, onSend, onSwap });
  const circumstances = createCircumstances({ random, ledger, programs, sites: () => sites });
  // Not drawn by chance, so that both kinds of run are like each other.
  const limits = seed % 5 === 0 || seed % 5 === 3 ? askAlways : changeLimits;
  const nameRule = random.weighted<NameRule>([
    [7, 'exact'],
    [2, 'folding'],
    [1, 'decomposing'],
  ]);
  if (random.happens(0.2)) for (const service of services.values()) service.versions.tellNoHashes();
  const tell = (what: string): unknown => log.push(`${new Date(clock.now()).toISOString().slice(11, 23)} ${what}`);
  const { around, onStateChange } = faults;
  const extension = random.pick(['rfa', 'rfa', 'dwg'] as const);
  // All libraries declare the same. Not drawn by chance: in a third of the runs, drawings may be of no declared program,
  // and in as many what is declared changes now and then, until in the end all is.
  const own = programOfExtension[extension];
  // Nor by chance: in two of five runs short files go along with their metadata.
  for (const service of services.values()) service.setTakesFiles(seed % 5 < 2);
  const all = [own, ...Object.values(programOfExtension).filter((one) => one !== own)];
  const declared = seed % 3 === 0 ? [own] : all;
  const changesPrograms = seed % 3 === 1;
  // With chance of its own, so that both kinds of run are like each other: in half of them a disk is slow now and then.
  const slowness = createSeededRandom(seed ^ 0x5107);
  const lateWritesMs = seed % 8 < 4 ? () => 0 : () => slowness.pick([0, 0, 7, 130, 600]);
  const siteNames = names ?? (random.happens(0.6) ? ['ann', 'ben'] : ['ann']);
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
      names: nameRule,
      // Not drawn by chance either: in half of the runs no download is gone on with.
      keepPartsFromBytes: seed % 2 === 0 ? 1 : 1_000,
      hashesShort: seed % 4 < 2,
      extension,
      address: serviceAddresses[0],
      programs: declared,
      changeLimits: limits,
      // Nor by chance: in three of four runs few files are many.
      keysTogether: [1, 2, 3, 1_000][Math.floor(seed / 10) % 4] ?? 1,
      lateWritesMs,
      around,
      onStateChange,
      tell,
    });
    sites.push(site);
  }
  let checks = 0;
  const check = (isAtRest = false): void => {
    if (broken !== undefined) throw broken;
    checkAlways({ sites, services, ledger });
    checks += 1;
    // That costs most, so it is not done each time.
    if (isAtRest || checks % 4 === 0) faults.without(() => sites.forEach(checkJudgedAnew));
  };
  return {
    clock,
    random,
    mood: createMood(random),
    services,
    ledger,
    designer,
    programs,
    faults,
    circumstances,
    strangeFolders,
    sites,
    check,
    asks: limits === askAlways,
    // Not drawn by chance either.
    variesSettings: seed % 5 !== 1,
    programChoices: changesPrograms ? [[own], all] : [],
  };
}

export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
