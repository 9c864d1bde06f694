import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCadsync, startCadsync } from '../processes/processes.ts';
import { startService } from '../processes/service-process.ts';
import { createComputer, editUntil, filesOf, ownClasses, sharedClass, type Computer } from './computers.ts';
import { checkDisk, checkVersions, comeToRest } from './disk-invariants.ts';
import { createSeededRandom } from './seeded-random.ts';
import { Violation } from './violation.ts';

export interface CompressedHourResult {
  readonly saves: number;
  readonly releases: number;
  readonly versions: number;
  /** Conflicts left when nobody edited any more, which a designer then ended by taking theirs. */
  readonly conflicts: number;
  /** Files that both libraries have at the end, byte for byte the same. */
  readonly equalFiles: number;
}

/**
 * Two designers edit, rename, move, delete and release in real folders while `cadsync sync --watch`, a process for
 * each, keeps them in step by one `cadsync serve`. Then nobody edits: the libraries have to be equal with nothing lost.
 * @param workFolder an empty folder to work in
 * @throws Violation
 */
export async function runCompressedHour(options: {
  readonly durationMs: number;
  readonly seed: number;
  readonly workFolder: string;
}): Promise<CompressedHourResult> {
  const { workFolder, seed } = options;
  const random = createSeededRandom(seed);
  let lastSave = 0;
  const computers = ownClasses.map((codes, index) =>
    createComputer(join(workFolder, `computer ${index} é`), [...codes, sharedClass], random, () => (lastSave += 1)),
  );
  const service = await startService(join(workFolder, 'service'));
  const { environment } = service;
  const engines = computers.map(({ args }) => startCadsync([...args, '--watch'], environment));
  const releasesAsked = new Map<string, number>();
  try {
    const end = performance.now() + options.durationMs;
    while (performance.now() < end || countSaves(computers) < leastSaves) {
      const turnMs = random.between(3_000, 9_000);
      await editUntil(Math.min(turnMs, Math.max(1_000, end - performance.now())), computers, random, 0.2);
      const code = random.pick(ownClasses.flat());
      releasesAsked.set(code, (releasesAsked.get(code) ?? 0) + 1);
      // Where there is no draft to release, it says so.
      await runCadsync(['release', keyOf(code), '--comment', 'for the fair'], environment);
    }
    for (const engine of engines) {
      engine.kill();
      const exitCode = await engine.ended;
      if (exitCode === 1) throw new Error(`An engine failed: ${engine.errors()}`);
    }
    const conflicts = await comeToRest(computers, environment);
    for (const computer of computers) takeTheirs(computer);
    if ((await comeToRest(computers, environment)) > 0) throw new Violation('convergence', 'a conflict is not over');
    const saved = new Set(computers.flatMap(({ designer }) => [...designer.saved]));
    const newest = await checkVersions(service, saved, releasesAsked);
    for (const computer of computers) checkDisk(computer, newest.texts);
    const releases = [...releasesAsked.values()].reduce((sum, count) => sum + count, 0);
    const equalFiles = expectEqual(computers, newest.texts);
    return { saves: saved.size, releases, versions: newest.count, conflicts, equalFiles };
  } finally {
    for (const engine of engines) engine.kill('SIGKILL');
    service.process.kill();
    await service.process.ended;
  }
}

/** Where the machine is slow, designers go on until they have saved so often: less would prove little. */
const leastSaves = 13;

const countSaves = (computers: readonly Computer[]): number =>
  computers.reduce((sum, { designer }) => sum + designer.saved.size, 0);

const keyOf = (code: string): string => `Revit/2025/${code}/1/MC000001/1/Template`;

const codeOf = (path: string): string => /EC\d{6}/.exec(path)?.[0] ?? '';

/** As designers do without the app's window: one file per class stays, and the service's version is copied over mine. */
function takeTheirs({ library, designer }: Computer): void {
  const kept = join(library, '.cadlibrary', 'conflicts');
  const theirs = readdirSync(join(library, '.cadlibrary')).includes('conflicts') ? readdirSync(kept) : [];
  const seen = new Set<string>();
  for (const path of filesOf(library)) {
    const code = codeOf(path);
    const text = readFileSync(path, 'utf8');
    if (seen.has(code)) {
      rmSync(path);
      if (designer.current.get(code) === text) designer.current.delete(code);
      continue;
    }
    seen.add(code);
    const copy = theirs.find((name) => name.endsWith('.step') && name.includes(code));
    if (copy === undefined) continue;
    writeFileSync(path, readFileSync(join(kept, copy)));
    designer.current.delete(code);
  }
}

/** What a designer took away is not brought back; all else both have. @returns how many files */
function expectEqual(computers: readonly Computer[], newest: ReadonlyMap<string, string>): number {
  let equal = 0;
  for (const [code, text] of newest) {
    if (computers.some(({ designer }) => designer.removed.has(code))) continue;
    for (const { library } of computers) {
      const paths = filesOf(library).filter((path) => codeOf(path) === code);
      const texts = paths.map((path) => readFileSync(path, 'utf8'));
      if (texts.length !== 1 || texts[0] !== text)
        throw new Violation('convergence', `${library} has ${texts.length} files of ${code}, not the service's one`);
    }
    equal += 1;
  }
  return equal;
}
