import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isLeftoverName } from '../../electron/engine/apply/part-name.ts';
import { runCadsync, startScript, type RunningProcess } from '../e2e/processes.ts';
import { startService, type ServiceProcess } from '../e2e/service-process.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';
import { Violation } from './violation.ts';

export interface ChaosResult {
  readonly kills: number;
  readonly saves: number;
  /** Versions the service had at the end. */
  readonly versions: number;
  readonly conflicts: number;
}

interface SavedVersion {
  readonly major: number;
  readonly minor: number;
  readonly released?: boolean;
}

/** A whole STEP file that no other save has. */
const drawing = (save: number): string =>
  `ISO-10303-21;\nDATA;\n/* save ${save} ${'x'.repeat(save % 997)} */\nENDSEC;\nEND-ISO-10303-21;\n`;

/** Classes whose files one designer alone edits, and one that both do. */
const ownClasses = [
  ['EC000001', 'EC000003', 'EC000005'],
  ['EC000002', 'EC000004'],
] as const;
const sharedClass = 'EC000006';
const classCodes = [...ownClasses.flat(), sharedClass];

/** One designer's computer: a folder, and `cadsync sync --watch` in a process of its own. */
interface Computer {
  readonly library: string;
  readonly designer: DiskDesigner;
  readonly args: readonly string[];
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
  const start = ({ args }: Computer): RunningProcess =>
    startScript('electron/entry/cadsync.ts', [...args, '--watch'], environment);
  const engines = computers.map(start);
  try {
    for (let kills = 0; kills < options.kills;) {
      await editUntil(random.between(300, 3_000), computers, random);
      const victims = [...computers.keys(), 'service' as const].filter(() => random.happens(0.5));
      for (const victim of victims) await killHard(victim === 'service' ? service.process : engines[victim]);
      for (const victim of victims) {
        onKill?.((kills += 1));
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

function createComputer(
  folder: string,
  codes: readonly string[],
  random: SeededRandom,
  nextSave: () => number,
): Computer {
  const library = join(folder, 'library');
  mkdirSync(library, { recursive: true });
  const designer = createDiskDesigner(library, codes, random, nextSave);
  return { library, designer, args: syncArguments(library, join(folder, 'state')) };
}

function syncArguments(library: string, state: string): string[] {
  const application = ['--application', 'Revit', '--application-version', '2025'];
  return ['sync', library, '--state', state, ...application, '--quiet-time', '200', '--json'];
}

/** One file per class; what it must hold at the end is what was saved last. */
function createDiskDesigner(library: string, codes: readonly string[], random: SeededRandom, nextSave: () => number) {
  const saved = new Set<string>();
  const current = new Map<string, string>();
  const removed = new Set<string>();
  /** Where the file stands, or else where this designer would save it. */
  const pathOf = (code: string): string => {
    const fetched = join(library, `${code}_v1`, 'MC000001_v1', 'part.step');
    return existsSync(fetched) ? fetched : join(library, code, 'MC000001', 'part.step');
  };
  return {
    saved,
    current,
    removed,
    edit(): void {
      const code = random.pick(codes);
      const path = pathOf(code);
      mkdirSync(dirname(path), { recursive: true });
      const text = drawing(nextSave());
      saved.add(text);
      if (random.happens(0.5)) writeFileSync(path, text);
      else {
        writeFileSync(`${path}.tmp`, text);
        renameSync(`${path}.tmp`, path);
      }
      current.set(code, text);
      removed.delete(code);
    },
    remove(): void {
      const [code] = current.size > 0 ? [random.pick([...current.keys()])] : [];
      if (code === undefined) return;
      rmSync(pathOf(code), { force: true });
      current.delete(code);
      removed.add(code);
    },
  };
}

type DiskDesigner = ReturnType<typeof createDiskDesigner>;

/** Real processes have no fake clock: that the moments are random is what is tried here. */
async function editUntil(durationMs: number, computers: readonly Computer[], random: SeededRandom): Promise<void> {
  const end = performance.now() + durationMs;
  while (performance.now() < end) {
    const { designer } = random.pick(computers);
    if (random.happens(0.08)) designer.remove();
    else designer.edit();
    await wait(Math.min(random.between(20, 900), Math.max(0, end - performance.now())));
  }
}

async function killHard(running: RunningProcess | undefined): Promise<void> {
  running?.kill('SIGKILL');
  await running?.ended;
}

/** convergence: when each had its turn twice, a third run has nothing left to send or fetch. @returns conflicts left */
async function comeToRest(computers: readonly Computer[], environment: NodeJS.ProcessEnv): Promise<number> {
  let conflicts = 0;
  for (const round of [1, 2, 3]) {
    conflicts = 0;
    for (const { args } of computers) {
      const { output, errors } = await runCadsync([...args, '--once'], environment);
      const summary = JSON.parse(output) as Readonly<Record<(typeof moving)[number] | 'conflicts', number>>;
      conflicts += summary.conflicts;
      const left = moving.reduce((sum, name) => sum + summary[name], 0);
      if (round === 3 && left > 0) throw new Violation('convergence', `${output}${errors}`);
    }
  }
  return conflicts;
}

const moving = ['uploaded', 'downloaded', 'waiting', 'failed'] as const;

/** no-torn-upload, exactly-once. @returns what the newest version of each class holds, and how many versions there are */
async function checkVersions(
  service: ServiceProcess,
  saved: ReadonlySet<string>,
): Promise<{ readonly count: number; readonly texts: ReadonlyMap<string, string> }> {
  let count = 0;
  const texts = new Map<string, string>();
  for (const code of classCodes) {
    const seen = new Set<string>();
    const place = `Revit/2025/${code}/1/MC000001/1/Template?LanguageCode=`;
    const { versions } = (await service.getJson(`/api/v1/Versions/${place}`)) as { versions: readonly SavedVersion[] };
    for (const { major, minor } of versions) {
      const { bytes } = await service.get(`/api/v1/Files/${place}&MajorVersion=${major}&MinorVersion=${minor}`);
      const text = bytes.toString('utf8');
      if (!saved.has(text)) throw new Violation('no-torn-upload', `${code} ${major}.${minor} was never saved`);
      if (seen.has(text)) throw new Violation('exactly-once', `${code} ${major}.${minor} is there twice`);
      // The newest is the first of the list.
      if (!texts.has(code)) texts.set(code, text);
      seen.add(text);
      count += 1;
    }
  }
  return { count, texts };
}

/** no-byte-lost, no-silent-overwrite on the disk, atomic-apply, and both libraries as the service has it. */
function checkDisk({ library, designer }: Computer, newest: ReadonlyMap<string, string>): void {
  const files = readdirSync(library, { recursive: true, encoding: 'utf8' });
  const inLibrary = files.filter((path) => path.endsWith('.step') && !path.startsWith('.cadlibrary'));
  const everywhere = new Set(files.filter((path) => path.endsWith('.step')).map((path) => read(library, path)));
  for (const [code, text] of designer.current) {
    if (!everywhere.has(text) && newest.get(code) !== text)
      throw new Violation('no-byte-lost', `the last save of ${code} is not in ${library}`);
  }
  for (const path of inLibrary) {
    const code = /EC\d{6}/.exec(path)?.[0] ?? '';
    if (code !== sharedClass && read(library, path) !== newest.get(code))
      throw new Violation('convergence', `${path} of ${library} is not what the service has`);
  }
  const codesHere = new Set(inLibrary.map((path) => /EC\d{6}/.exec(path)?.[0]));
  for (const code of newest.keys()) {
    if (!codesHere.has(code) && !designer.removed.has(code))
      throw new Violation('convergence', `${library} has nothing of ${code}`);
  }
  // What a killed download leaves is cleared away a day later; until then it must have a name every program passes over.
  const strange = files.filter(
    (path) => /\.(part|tmp)$/.test(path) && !isLeftoverName(basename(path)) && !path.endsWith('.step.tmp'),
  );
  if (strange.length > 0) throw new Violation('atomic-apply', `${strange.join(', ')} was left behind`);
}

const read = (library: string, path: string): string => readFileSync(join(library, path), 'utf8');
