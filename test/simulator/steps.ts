import { settle, type FakeClock } from '../fakes/engine/clock.ts';
import type { FakeService } from '../fakes/engine/service.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Simulation } from './simulation.ts';
import type { Site } from './site.ts';
import { Violation } from './violation.ts';

export async function takeStep(simulation: Simulation): Promise<void> {
  const { random, mood, sites, designer, services, clock, circumstances, asks, variesSettings } = simulation;
  const { programChoices, strangeFolders } = simulation;
  const site = random.pick(sites);
  const service = site.world.service;
  const choices: readonly (readonly [number, () => void | Promise<void>])[] = [
    [24, () => designer.act(site)],
    [site.engine() ? 2 : 8, () => restart(site)],
    [0.5, () => restartComputer(simulation, site)],
    [1, () => setAway(site, service, true)],
    [3, () => setAway(site, service, false)],
    [1, () => (site.mounted ? strangeFolders.unmount(site) : mount(site))],
    [site.mounted ? 0 : 5, () => mount(site)],
    [0.8, () => circumstances.bringBack(site)],
    ...circumstances.choices(site),
    [1, () => connect(site, random.pick([...services.keys(), undefined]), clock)],
    [1, () => jump(site, random.between(-300_000, 300_000))],
    [2, () => site.engine()?.tryNow()],
    [asks ? 1 : 0, () => answerQuestions(site, random)],
    [variesSettings ? 2 : 0, () => designer.changeSettings(site, designer.anySettings())],
    [1, () => site.engine()?.runners()[0]?.scanSoon()],
    [1, () => connectOtherwise(site, random, clock)],
    [programChoices.length / 2, () => designer.declare(site, random.pick(programChoices))],
  ];
  await random.weighted(mood(choices))();
}

export async function restart(site: Site): Promise<void> {
  site.tell(site.engine() ? 'is killed and starts again' : 'starts again');
  site.crash();
  await settle();
  await site.start();
}

/** What was open before is open no more, and says so still. */
async function restartComputer({ programs }: Simulation, site: Site): Promise<void> {
  programs.crash(site);
  site.heldOpen.clear();
  site.world.restartComputer();
  await restart(site);
}

export function setAway(site: Site, service: FakeService, away: boolean): void {
  site.tell(away ? 'its service goes away' : 'its service is there');
  service.setAway(away);
}

export function mount(site: Site): void {
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
export async function connect(site: Site, name: string | undefined, clock: FakeClock): Promise<void> {
  if (!site.engine() || site.connectedTo === name) return;
  await connectTo(site, name, clock);
}

async function connectTo(site: Site, address: string | undefined, clock: FakeClock): Promise<void> {
  site.tell(`connects to ${address ?? 'nothing'}`);
  const done = site.world.connect(address).catch(() => undefined);
  await Promise.race([done, clock.advance(1_000)]);
}

/** The same service, its address written otherwise: whatever was agreed on with it still is. */
async function connectOtherwise(site: Site, random: SeededRandom, clock: FakeClock): Promise<void> {
  const { connectedTo } = site;
  if (!site.engine() || connectedTo === undefined) return;
  const address = random.pick([
    connectedTo.toUpperCase(),
    `${connectedTo}:80//`,
    `${connectedTo}./api/v1`,
    ` ${connectedTo}/API/ `,
  ]);
  await connectTo(site, address, clock);
  if (site.connectedTo !== connectedTo)
    throw new Violation('exactly-once', `${address} is taken for another service than ${connectedTo}`);
}

export function jump(site: Site, byMs: number): void {
  site.tell(`sets the clock by ${byMs} ms`);
  site.jump(byMs);
}

export function answerQuestions(
  site: Site,
  random: SeededRandom,
  choices: readonly ('goOn' | 'keep')[] = ['goOn', 'keep'],
): void {
  const engine = site.engine();
  const libraryId = engine?.runners()[0]?.context.library.libraryId;
  if (!engine || libraryId === undefined || site.connectedTo === undefined) return;
  for (const { kind, lastChangeId, count, paths } of engine.changeQuestions(libraryId)) {
    const choice = random.pick(choices);
    // Whoever wants the service's versions again lets what went back go to the backup folder.
    if (kind === 'rollback' && choice === 'keep') {
      for (const path of paths) site.setAside.add(site.world.disk.text(path) ?? '');
    }
    site.tell(`answers ${choice} about ${count} of ${kind}`);
    engine.answerChanges(libraryId, { kind, lastChangeId, answer: choice });
  }
}
