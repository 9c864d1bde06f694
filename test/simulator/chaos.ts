import { join } from 'node:path';
import { startCadsync, type RunningProcess } from '../processes/processes.ts';
import { startService, type ServiceProcess } from '../processes/service-process.ts';
import { createComputer, editUntil, ownClasses, sharedClass, type Computer } from './computers.ts';
import { checkDisk, checkVersions, comeToRest } from './disk-invariants.ts';
import { createSeededRandom } from './seeded-random.ts';

export interface ChaosResult {
  readonly kills: number;
  readonly saves: number;
  /** Versions the service had at the end. */
  readonly versions: number;
  readonly conflicts: number;
}

/**
 * Has two designers edit real folders while `cadsync sync --watch`, in processes of their own, keeps each in step with
 * one `cadsync serve`, and kills engines and service at random moments; then lets all come to rest and checks the
 * invariants on the disks and by the service's API.
 * @param workFolder an empty folder to work in
 * @throws Violation
 */
export async function runChaos(options: {
  readonly kills: number;
  readonly seed: number;
  readonly workFolder: string;
  readonly onKill?: (kills: number) => void;
}): Promise<ChaosResult> {
  const { workFolder, onKill } = options;
  const random = createSeededRandom(options.seed);
  const serviceFolder = join(workFolder, 'service');
  let lastSave = 0;
  const computers = ownClasses.map((codes, index) =>
    createComputer(join(workFolder, `computer ${index} é`), [...codes, sharedClass], random, () => (lastSave += 1)),
  );
  let service = await startService(serviceFolder);
  const { environment } = service;
  const start = ({ args }: Computer): RunningProcess => startCadsync([...args, '--watch'], environment);
  const engines = computers.map(start);
  try {
    for (let kills = 0; kills < options.kills;) {
      await editUntil(random.between(300, 3_000), computers, random);
      const victims = [...computers.keys(), 'service' as const].filter(() => random.happens(0.5));
      for (const victim of victims) await killHard(victim === 'service' ? service.process : engines[victim]);
      for (const victim of victims) {
        kills += 1;
        onKill?.(kills);
        if (victim === 'service') service = await startService(serviceFolder, { port: portOf(service) });
        else engines[victim] = start(computers[victim] as Computer);
      }
    }
    for (const engine of engines) await killHard(engine);
    const conflicts = await comeToRest(computers, environment);
    const newest = await checkVersions(service, new Set(computers.flatMap(({ designer }) => [...designer.saved])));
    for (const computer of computers) checkDisk(computer, newest.texts);
    return { kills: options.kills, saves: lastSave, versions: newest.count, conflicts };
  } finally {
    for (const engine of engines) engine.kill('SIGKILL');
    service.process.kill();
    await service.process.ended;
  }
}

const portOf = ({ baseUrl }: ServiceProcess): number => Number(new URL(baseUrl).port);

async function killHard(running: RunningProcess | undefined): Promise<void> {
  running?.kill('SIGKILL');
  await running?.ended;
}
