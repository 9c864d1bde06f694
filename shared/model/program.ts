import { faulty, parsed, type Parsed } from './parsed.ts';

/** A CAD program in one version, as a library declares it. */
export interface Program {
  /** As in content keys: `Revit`, `AutoCAD`. */
  readonly name: string;
  /** A release year, or a number where the program has no years. */
  readonly version: string;
}

/** Longest name and version of a program, in characters: what the service's paths take. */
export const longestProgramName = 128;
export const longestProgramVersion = 64;

/** How many programs a library declares at most: each costs a request whenever the service is asked for changes. */
export const mostPrograms = 20;

/** A program for people: `Revit 2025`. */
export function formatProgram({ name, version }: Program): string {
  return `${name} ${version}`;
}

/** Reads what people write for a program, its name and behind it the version: `Revit 2025`, `SketchUp 2023`. */
export function parseProgram(text: string): Parsed<Program> {
  const [, name = '', version = ''] = /^\s*(.*\S)\s+(\S+)\s*$/.exec(text) ?? [];
  if (name === '' || !isProgramVersion(version)) {
    return faulty('wrong-form', 'a program is its name and one version, as in Revit 2025');
  }
  const fault = faultInPrograms([{ name, version }]);
  return fault === undefined ? parsed({ name, version }) : faulty('too-long', fault);
}

/** Whether a program can be declared in this version: it is one word with a digit, so that all can name it. */
export function isProgramVersion(text: string): boolean {
  return /^\S*\d\S*$/.test(text.trim());
}

/** What is wrong with the programs of a library, as an English clause; `undefined` where nothing is. */
export function faultInPrograms(programs: readonly Program[]): string | undefined {
  if (programs.length === 0) return 'a library is for at least one program';
  if (programs.length > mostPrograms) return `a library is for at most ${mostPrograms} programs`;
  for (const [place, { name, version }] of programs.entries()) {
    if (name.trim() === '' || version.trim() === '') return 'a program has a name and a version';
    if (name.length > longestProgramName) return `the name of a program has at most ${longestProgramName} characters`;
    if (version.length > longestProgramVersion) return `a version has at most ${longestProgramVersion} characters`;
    const named = programNamed(programs, name);
    if (named !== programs[place]) return `${name} is named twice; a library has each program in one version`;
  }
  return undefined;
}

/** The program of this name, in whatever case its letters are. */
export function programNamed(programs: readonly Program[], name: string): Program | undefined {
  const folded = name.toLowerCase();
  return programs.find((program) => program.name.toLowerCase() === folded);
}

/** Whether both name the same program in the same version, as content keys compare them. */
export function isSameProgram(one: Program, other: Program): boolean {
  return one.name === other.name && one.version === other.version;
}

/** Whether a version is the mark of a DWG format (`AC1040`), as drawings have it whose format is newer than is known. */
export function isDwgFormat(version: string): boolean {
  return /^AC1\d{3}$/.test(version);
}

/**
 * Whether a program of version `declared` is older than a file of version `found`, and so may not open it. By the order of
 * its versions: their numbers, part by part, as far as both name them (`1` is all of 1.0 and 1.1). AutoCAD before 2000
 * counted its releases (`R14`). What has no such order is not newer, but for a DWG format: nobody knows yet which release
 * opens it.
 */
export function isNewerVersion(found: string, declared: string): boolean {
  if (isDwgFormat(found)) return true;
  const [left, right] = [numbersOf(found), numbersOf(declared)];
  if (!left || !right) return false;
  for (const [place, number] of left.entries()) {
    const other = right[place];
    if (other === undefined) return false;
    if (number !== other) return number > other;
  }
  return false;
}

/**
 * Orders versions of a program, older ones first: `R14`, `2000`, `2020`, `2020.1`. What has no such order comes behind
 * what has, by its text.
 */
export function compareProgramVersions(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  if (!left || !right) return Number(left === undefined) - Number(right === undefined) || textOrder.compare(one, other);
  const place = left.findIndex((number, at) => number !== right[at]);
  return place < 0 ? left.length - right.length : (left[place] ?? 0) - (right[place] ?? -1);
}

const textOrder = new Intl.Collator('en', { numeric: true });

function numbersOf(version: string): number[] | undefined {
  const [, digits] = /^[rv]?(\d+(?:\.\d+)*)$/i.exec(version.trim()) ?? [];
  return digits?.split('.').map(Number);
}
