import { noFaults } from './faults.ts';
import { checkAtRest, checkReleases } from './invariants.ts';
import { comeToRest, expectQuiet } from './rest.ts';
import { createSimulation, toError, weathers, type Simulation } from './simulation.ts';
import { takeStep } from './steps.ts';
import { createWindowLooks } from './window-looks.ts';

export interface SimulationResult {
  readonly seed: number;
  /** What happened, in order. */
  readonly log: readonly string[];
  /** What broke; `undefined` when every invariant held. */
  readonly failure: Error | undefined;
}

/** Lets designers, engines and faults do what the seed says, and checks every invariant at every step. */
export async function simulate(seed: number): Promise<SimulationResult> {
  const log: string[] = [];
  const simulation = createSimulation(seed, log);
  // In a quarter of the runs somebody looks: a mirror is a file, and costs more than all else.
  const looks = seed % 4 === 2 ? createWindowLooks(seed, simulation) : undefined;
  try {
    await run(simulation, log, async () => looks?.look());
    return { seed, log, failure: undefined };
  } catch (error) {
    return { seed, log, failure: toError(error) };
  } finally {
    looks?.close();
    for (const { world } of simulation.sites) world.end();
  }
}

async function run(simulation: Simulation, log: string[], look: () => Promise<void>): Promise<void> {
  const { random, sites, faults, clock } = simulation;
  for (const site of sites) {
    if (random.happens(0.5)) simulation.designer.saveNew(site);
    await site.world.start();
    await site.addLibrary();
  }
  await clock.advance(random.between(0, 10_000));
  const weather = random.pick(weathers);
  faults.setRates(weather);
  for (let step = random.between(10, 40); step > 0; step -= 1) {
    await takeStep(simulation);
    await look();
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
  for (const site of sites) checkAtRest(site, simulation.ledger);
  checkReleases(simulation);
  await expectQuiet(simulation);
  for (const site of sites) await site.world.close();
}
