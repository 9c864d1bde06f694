import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
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

const classCodes = ['EC000001', 'EC000002', 'EC000003', 'EC000004', 'EC000005'];

/** A whole STEP file that no other save has. */
const drawing = (save: number): string =>
  `ISO-10303-21;\nDATA;\n/* save ${save} ${'x'.repeat(save % 997)} */\nENDSEC;\nEND-ISO-10303-21;\n`;

/**
 * Edits a real folder while `cadsync sync --watch`, in a process of its own, keeps it in step with `cadsync serve` and
 * is killed at random moments; then lets it come to rest and checks the invariants on the disk and by the service's API.
 * @param workFolder an empty folder to work in
 * @throws Violation
 */
export async function runChaos(options: {
  readonly kills: number;
  readonly seed: number;
  readonly workFolder: string;
  readonly onKill?: (kills: number) => void;
}): Promise<ChaosResult> {
  const random = createSeededRandom(options.seed);
  const library = join(options.workFolder, 'library');
  mkdirSync(library);
  const designer = createDiskDesigner(library, random);
  const service = await startService(join(options.workFolder, 'service'));
  const args = syncArguments(library, join(options.workFolder, 'state'));
  try {
    for (let kill = 1; kill <= options.kills; kill += 1) {
      const running = startScript('electron/entry/cadsync.ts', [...args, '--watch'], service.environment);
      await editUntil(random.between(300, 3_000), designer, random);
      await killHard(running);
      options.onKill?.(kill);
    }
    const { conflicts } = await comeToRest(args, service);
    const versions = await checkVersions(service, designer);
    checkDisk(library, designer);
    return { kills: options.kills, saves: designer.saves(), versions, conflicts };
  } finally {
    service.process.kill();
    await service.process.ended;
  }
}

function syncArguments(library: string, state: string): string[] {
  const application = ['--application', 'Revit', '--application-version', '2025'];
  return ['sync', library, '--state', state, ...application, '--quiet-time', '200', '--json'];
}

/** One file per class; what it must hold at the end is what was saved last. */
function createDiskDesigner(library: string, random: SeededRandom) {
  const saved = new Set<string>();
  const current = new Map<string, string>();
  let saves = 0;
  return {
    saved,
    current,
    saves: (): number => saves,
    edit(): void {
      const code = random.pick(classCodes);
      const path = join(library, code, 'MC000001', 'part.step');
      mkdirSync(dirname(path), { recursive: true });
      const text = drawing((saves += 1));
      saved.add(text);
      if (random.happens(0.5)) writeFileSync(path, text);
      else {
        writeFileSync(`${path}.tmp`, text);
        renameSync(`${path}.tmp`, path);
      }
      current.set(code, text);
    },
    remove(): void {
      const [code] = current.size > 0 ? [random.pick([...current.keys()])] : [];
      if (code === undefined) return;
      rmSync(join(library, code, 'MC000001', 'part.step'));
      current.delete(code);
    },
  };
}

type DiskDesigner = ReturnType<typeof createDiskDesigner>;

/** Real processes have no fake clock: that the moments are random is what is tried here. */
async function editUntil(durationMs: number, designer: DiskDesigner, random: SeededRandom): Promise<void> {
  const end = performance.now() + durationMs;
  while (performance.now() < end) {
    if (random.happens(0.08)) designer.remove();
    else designer.edit();
    await wait(Math.min(random.between(20, 900), Math.max(0, end - performance.now())));
  }
}

async function killHard(running: RunningProcess): Promise<void> {
  running.kill('SIGKILL');
  await running.ended;
}

/** convergence: a second run has nothing left to send. */
async function comeToRest(args: readonly string[], service: ServiceProcess): Promise<{ readonly conflicts: number }> {
  await runCadsync([...args, '--once'], service.environment);
  const { output, errors } = await runCadsync([...args, '--once'], service.environment);
  const summary = JSON.parse(output) as Record<'uploaded' | 'downloaded' | 'waiting' | 'failed' | 'conflicts', number>;
  const { uploaded, downloaded, waiting, failed, conflicts } = summary;
  if (uploaded + downloaded + waiting + failed > 0) throw new Violation('convergence', `${output}${errors}`);
  return { conflicts };
}

/** no-torn-upload, exactly-once, no-byte-lost. @returns how many versions there are */
async function checkVersions(service: ServiceProcess, designer: DiskDesigner): Promise<number> {
  let count = 0;
  for (const code of classCodes) {
    const seen = new Set<string>();
    const place = `Revit/2025/${code}/1/MC000001/1/Template?LanguageCode=`;
    const { versions } = (await service.getJson(`/api/v1/Versions/${place}`)) as { versions: readonly SavedVersion[] };
    for (const { major, minor } of versions) {
      const { bytes } = await service.get(`/api/v1/Files/${place}&MajorVersion=${major}&MinorVersion=${minor}`);
      const text = bytes.toString('utf8');
      if (!designer.saved.has(text)) throw new Violation('no-torn-upload', `${code} ${major}.${minor} was never saved`);
      if (seen.has(text)) throw new Violation('exactly-once', `${code} ${major}.${minor} is there twice`);
      seen.add(text);
      count += 1;
    }
  }
  return count;
}

/** no-silent-overwrite on the disk, atomic-apply */
function checkDisk(library: string, designer: DiskDesigner): void {
  const files = readdirSync(library, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.step'));
  const inLibrary = files.filter((path) => !path.startsWith('.cadlibrary'));
  for (const [code, text] of designer.current) {
    const path = join(code, 'MC000001', 'part.step');
    if (readFileSync(join(library, path), 'utf8') !== text)
      throw new Violation('no-byte-lost', `${path} is not the last save`);
  }
  if (inLibrary.length !== designer.current.size) {
    throw new Violation('absence-needs-proof', `the library holds ${inLibrary.join(', ')}`);
  }
  const left = readdirSync(library, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.part'));
  if (left.length > 0) throw new Violation('atomic-apply', `${left.join(', ')} was left behind`);
}
