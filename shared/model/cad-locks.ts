import { cadKindOf } from './cad-kind.ts';

interface LockForm {
  readonly program: string;
  /** Its first group is what the drawing's name is made of; without one it is a lock of all the program's drawings. */
  readonly pattern: RegExp;
  /** What the drawing's name has behind that. */
  readonly endings: readonly string[];
}

const lockForms: readonly LockForm[] = [
  { program: 'AutoCAD', pattern: /^(.+)\.dwl2?$/i, endings: ['.dwg', '.dwt'] },
  { program: 'SolidWorks', pattern: /^~\$(.+\.(?:sldprt|sldasm|slddrw))$/i, endings: [''] },
  { program: 'Rhino', pattern: /^(.+\.3dm)\.?rhl$/i, endings: [''] },
  { program: 'Archicad', pattern: /^(.+\.pln)\.lck$/i, endings: [''] },
  // One for the whole folder, there until Inventor is closed; it does not say in its name what is open.
  { program: 'Inventor', pattern: /^lockfile\.lck$/i, endings: [''] },
];

/** A lock file that a CAD program leaves next to a drawing while it has it open. */
interface CadLock<Entry> {
  readonly entry: Entry;
  readonly program: string;
}

/**
 * Finds the locks in a folder, each once however many drawings are asked about.
 * @param entries what is in the folder, by its names there
 * @returns tells the locks that hold a drawing of the folder open, AutoCAD's two both
 */
export function findLocks<Entry extends { readonly name: string }>(
  entries: readonly Entry[],
): (drawing: string) => readonly CadLock<Entry>[] {
  const locks = entries.flatMap((entry) =>
    lockForms.flatMap(({ program, pattern, endings }) => {
      const [isLock, stem] = pattern.exec(entry.name) ?? [];
      if (isLock === undefined) return [];
      return endings.map((ending) => ({ drawing: stem && folded(stem + ending), lock: { entry, program } }));
    }),
  );
  const byDrawing = Map.groupBy(locks, ({ drawing }) => drawing);
  return (drawing) => {
    const ofFolder = byDrawing.get(undefined)?.filter(({ lock }) => lock.program === cadKindOf(drawing)?.application);
    return [...(byDrawing.get(folded(drawing)) ?? []), ...(ofFolder ?? [])].map(({ lock }) => lock);
  };
}

/** Who has a drawing open, in the words of the lock: personal, for the eyes of the people at this computer only. */
export interface LockOwner {
  readonly userName?: string | undefined;
  readonly computerName?: string | undefined;
}

/** What a lock file says of its owner; only the second one of AutoCAD, a piece of XML, says it in a known form. */
export function ownerInLock(name: string, text: string): LockOwner | undefined {
  if (!/\.dwl2$/i.test(name)) return undefined;
  const told = (tag: string): string | undefined => {
    const value = new RegExp(`<${tag}>([^<]{1,256})</${tag}>`, 'i').exec(text)?.[1]?.trim();
    return value === '' ? undefined : value;
  };
  const owner = { userName: told('fullname') ?? told('username'), computerName: told('machinename') };
  return owner.userName === undefined && owner.computerName === undefined ? undefined : owner;
}

/** Disks and programs differ in letter case and in how they write accents. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
