import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { SeededRandom } from './seeded-random.ts';

/** A whole STEP file that no other save has. */
const drawing = (save: number): string =>
  `ISO-10303-21;\nDATA;\n/* save ${save} ${'x'.repeat(save % 997)} */\nENDSEC;\nEND-ISO-10303-21;\n`;

/** Classes whose files one designer alone edits, and one that both do. */
export const ownClasses = [
  ['EC000001', 'EC000003', 'EC000005'],
  ['EC000002', 'EC000004'],
] as const;
export const sharedClass = 'EC000006';
export const classCodes = [...ownClasses.flat(), sharedClass];

/** One designer's computer: a folder, and `cadsync sync --watch` in a process of its own. */
export interface Computer {
  readonly library: string;
  readonly designer: DiskDesigner;
  readonly args: readonly string[];
}

export function createComputer(
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
  const pathOf = (code: string): string =>
    filesOf(library).find((path) => path.includes(code)) ?? join(library, code, 'MC000001', 'part.step');
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
    /** Gives the file another name, or its class's folder another place. */
    move(): void {
      const code = random.pick(codes);
      const path = pathOf(code);
      if (!existsSync(path)) return;
      if (random.happens(0.5)) return renameSync(path, join(dirname(path), `part ${nextSave()}.step`));
      const from = dirname(dirname(path));
      const to = join(library, random.pick(['valves', 'moved here', '.']), basename(from));
      if (existsSync(to)) return;
      mkdirSync(dirname(to), { recursive: true });
      renameSync(from, to);
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

/**
 * Real processes have no fake clock: that the moments are random is what is tried here.
 * @param moves how often a file is renamed or its folder moved instead of edited, in [0, 1]
 */
export async function editUntil(
  durationMs: number,
  computers: readonly Computer[],
  random: SeededRandom,
  moves = 0,
): Promise<void> {
  const end = performance.now() + durationMs;
  while (performance.now() < end) {
    const { designer } = random.pick(computers);
    if (random.happens(0.08)) designer.remove();
    else if (random.happens(moves)) designer.move();
    else designer.edit();
    await wait(Math.min(random.between(20, 900), Math.max(0, end - performance.now())));
  }
}

/** The drawings of a library, absolute. */
export function filesOf(library: string): string[] {
  const paths = readdirSync(library, { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => path.endsWith('.step') && !path.startsWith('.cadlibrary'))
    .map((path) => join(library, path));
}
