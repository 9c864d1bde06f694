import { noFaults } from './faults.ts';
import { checkAtRest, checkEqual, checkReleases } from './invariants.ts';
import { comeToRest, expectQuiet } from './rest.ts';
import { createSimulation, toError, weathers, type Simulation } from './simulation.ts';
import type { Site } from './site.ts';
import { answerQuestions, jump, mount, restart, setAway } from './steps.ts';
import { Violation } from './violation.ts';

export interface HourResult {
  readonly seed: number;
  /** What happened, in order. */
  readonly log: readonly string[];
  /** What broke; `undefined` when every invariant held. */
  readonly failure: Error | undefined;
  readonly steps: number;
  readonly saves: number;
  /** Versions the service had at the end. */
  readonly versions: number;
  readonly conflictsResolved: number;
  /** Files that both libraries have at the end, byte for byte the same. */
  readonly equalFiles: number;
}

const hourMs = 3_600_000;
/** After an hour more conflicts are left to decide than after some steps. */
const roundsOfDecisions = 30;
/** So long one act of a designer may take: none goes on after the hour. */
const longestActMs = 62_000;

/**
 * Two designers share one service for exactly an hour of the clock, in calm and stormy weather by turns; then nobody
 * edits, nothing fails, and what both libraries follow has to be equal with nothing lost. Every invariant is checked at every step.
 */
export async function simulateHour(seed: number): Promise<HourResult> {
  const log: string[] = [];
  const simulation = createSimulation(seed, log, ['ann', 'ben']);
  const count = { steps: 0, equalFiles: 0 };
  let failure: Error | undefined;
  try {
    await runHour(simulation, log, count);
  } catch (error) {
    failure = toError(error);
  }
  const { versions } = simulation.sites[0]?.world.service ?? {};
  return {
    seed,
    log,
    failure,
    ...count,
    saves: simulation.ledger.whole.size,
    versions: versions?.keys().reduce((sum, key) => sum + versions.history(key).length, 0) ?? 0,
    conflictsResolved: log.filter((line) => line.includes(': resolves ')).length,
  };
}

async function runHour(
  simulation: Simulation,
  log: string[],
  count: { steps: number; equalFiles: number },
): Promise<void> {
  const { clock, sites, faults, random, check } = simulation;
  for (const site of sites) {
    await site.world.start();
    await site.addLibrary();
  }
  const endMs = clock.now() + hourMs;
  let weatherEndsMs = 0;
  let isStormy = false;
  while (clock.now() < endMs - longestActMs) {
    if (clock.now() >= weatherEndsMs) {
      const weather = random.happens(0.4) ? noFaults : random.pick(weathers);
      isStormy = weather !== noFaults;
      faults.setRates(weather);
      weatherEndsMs = clock.now() + random.between(60_000, 600_000);
      log.push(`— the weather is ${JSON.stringify(weather)}`);
    }
    await takeHourStep(simulation, isStormy);
    count.steps += 1;
    const pauseMs = random.weighted([
      [5, random.between(0, 3_000)],
      [3, random.between(3_000, 30_000)],
    ]);
    await clock.advance(Math.max(0, Math.min(pauseMs, endMs - clock.now())));
    check();
  }
  await clock.advance(endMs - clock.now());
  if (clock.now() !== endMs) throw new Error(`The hour took until ${new Date(clock.now()).toISOString()}.`);
  check();
  faults.setRates(noFaults);
  log.push('— the hour is over: from here on nothing fails and nobody edits');
  await comeToRest(simulation, roundsOfDecisions);
  await handRound(simulation);
  for (const site of sites) checkAtRest(site, simulation.ledger);
  checkReleases(simulation);
  count.equalFiles = checkEqual(sites);
  await expectQuiet(simulation);
  for (const site of sites) await site.world.close();
}

/**
 * Each designer in turn saves a drawing of a class that nobody worked in. Whatever the hour left, it has to reach the
 * others: libraries that have nothing in common are not equal by being empty.
 */
async function handRound(simulation: Simulation): Promise<void> {
  const { sites, designer } = simulation;
  for (const site of sites) {
    const path = handedRoundAt(site) ?? `${handedRound}/MC000001/handed round.${site.extension}`;
    designer.save(site, path, '2025');
    const text = site.world.disk.text(path);
    await comeToRest(simulation);
    for (const other of sites) {
      const there = other.world.disk.text(handedRoundAt(other) ?? '');
      if (there !== text) throw new Violation('convergence', `${other.name} has ${there} and not ${text}`);
    }
  }
}

const handedRound = 'EC000009';

function handedRoundAt(site: Site): string | undefined {
  return site.rows().find(({ key }) => key?.includes(handedRound))?.path;
}

async function takeHourStep(simulation: Simulation, isStormy: boolean): Promise<void> {
  const { random, sites, designer, circumstances, asks } = simulation;
  const site = random.pick(sites);
  const { service } = site.world;
  const storm: [number, () => void | Promise<void>][] = isStormy
    ? [
        [site.engine() ? 1 : 8, () => restart(site)],
        [1, () => setAway(site, service, true)],
        [3, () => setAway(site, service, false)],
        [0.5, () => (site.mounted ? simulation.strangeFolders.unmount(site) : mount(site))],
        ...circumstances.choices(site).map(([weight, act]): [number, () => void] => [weight, act]),
        [0.5, () => jump(site, random.between(-300_000, 300_000))],
      ]
    : [
        [site.engine() ? 0 : 50, () => restart(site)],
        [site.mounted ? 0 : 50, () => mount(site)],
        [3, () => setAway(site, service, false)],
      ];
  await random.weighted<() => void | Promise<void>>([
    [24, () => designer.act(site)],
    [2, () => site.engine()?.tryNow()],
    [asks ? 3 : 0, () => answerQuestions(site, random)],
    [1, () => site.engine()?.runners()[0]?.scanSoon()],
    ...storm,
  ])();
}
