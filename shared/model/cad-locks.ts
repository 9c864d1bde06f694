import { cadKindOf } from './cad-kind.ts';

/** A lock file that a CAD program leaves next to a drawing while it has it open. */
export interface CadLock {
  /** The lock file's name, in the drawing's folder. */
  readonly name: string;
  readonly program: string;
}

interface LockForm {
  readonly program: string;
  /** Its first group, where it has one, is what the drawing's name is made of. */
  readonly pattern: RegExp;
  readonly holds: (drawing: string, stem: string) => boolean;
}

const lockForms: readonly LockForm[] = [
  {
    program: 'AutoCAD',
    pattern: /^(.+)\.dwl2?$/i,
    holds: (drawing, stem) => same(drawing, `${stem}.dwg`) || same(drawing, `${stem}.dwt`),
  },
  { program: 'SolidWorks', pattern: /^~\$(.+\.(?:sldprt|sldasm|slddrw))$/i, holds: same },
  { program: 'Rhino', pattern: /^(.+\.3dm)\.?rhl$/i, holds: same },
  { program: 'Archicad', pattern: /^(.+\.pln)\.lck$/i, holds: same },
  // One for the whole folder, there until Inventor is closed; it does not say in its name what is open.
  {
    program: 'Inventor',
    pattern: /^lockfile\.lck$/i,
    holds: (drawing) => cadKindOf(drawing)?.application === 'Inventor',
  },
];

/** Whether a file of this name is a lock, of whichever drawing. */
export function isCadLockName(name: string): boolean {
  return lockForms.some(({ pattern }) => pattern.test(name));
}

/**
 * The locks that hold a drawing open, AutoCAD's two both.
 * @param names all names of the drawing's folder
 */
export function locksOn(drawing: string, names: readonly string[]): readonly CadLock[] {
  return names.flatMap((name) => {
    const form = lockForms.find(({ pattern }) => pattern.test(name));
    const stem = form?.pattern.exec(name)?.[1] ?? '';
    return form?.holds(drawing, stem) ? [{ name, program: form.program }] : [];
  });
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
function same(a: string, b: string): boolean {
  return a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();
}
