import { noFaults } from './faults.ts';
import { checkAtRest, checkReleases } from './invariants.ts';
import { comeToRest, expectQuiet } from './rest.ts';
import { createSimulation, toError, weathers } from './simulation.ts';
import { takeStep } from './steps.ts';

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
    await site.addLibrary();
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
  for (const site of sites) checkAtRest(site, simulation.ledger);
  checkReleases(simulation);
  await expectQuiet(simulation);
  for (const site of sites) await site.world.close();
}
