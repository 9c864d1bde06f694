import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { markerPath } from '../../shared/model/own-folder.ts';
import { commandLineStateDir, usualStateDirs } from './application-data-dir.ts';
import type { Asking } from './commands/engines.ts';
import { exitCodes } from './commands/output.ts';

/** Options that several commands of `cadsync` have, each as what Commander takes; `state` and `json` with their defaults. */
export const commandOptions = {
  json: ['--json', 'print the result as JSON', false],
  state: ['--state <dir>', 'folder of the state database', takeFolder, commandLineStateDir()],
  anyState: [
    '--state <dir>',
    'folder of the state database (default: those of the app and of this command)',
    takeFolder,
  ],
  language: ['--language <code>', 'language code, e.g. nl'],
} as const;

/** The form of a content key, as help shows it. */
export const keyArgument = 'application/version/EC…/version/MC…/version/type';

/** Takes the exit code of a command that ended. */
export type Finish = (exitCode: number) => void;

/** What every command has that is about libraries that there are. */
export interface StateFlags {
  readonly state?: string;
  readonly json: boolean;
}

/** The same, as those who carry such a command out take it. */
export function statesOf({ state, json }: StateFlags): Asking {
  return { stateDir: state, usualStateDirs: usualStateDirs(), json };
}

/** Ends a command whose command line is wrong, and says why. */
export function refuse(command: Command, why: string): never {
  return command.error(`error: ${why}`, { exitCode: exitCodes.usage });
}

/** Takes a text of at most so many characters. */
export function takeText(longest: number): (text: string) => string {
  return (text) => {
    if (text.length <= longest) return text;
    throw new InvalidArgumentError(`It has ${text.length} characters, and may have ${longest}.`);
  };
}

/** Of two answers nobody knows which is meant, and what one does may not be undone. @param take reads a single one */
export function takeOnce<T>(take: (text: string) => T): (text: string, previous?: T) => T {
  return (text, previous) => {
    const taken = take(text);
    if (previous === undefined || previous === taken) return taken;
    throw new InvalidArgumentError('It is named twice.');
  };
}

/** Takes a whole number in this range, written with digits alone. @param otherwise said of anything else */
export function takeNumber(least: number, most: number, otherwise: string): (text: string) => number {
  const longest = String(most).length;
  return (text) => {
    const number = text.length <= longest && /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(otherwise);
  };
}

/** Takes a folder that is there or can be made. */
export function takeFolder(folder: string): string {
  for (const place of withAbove(folder)) {
    const stats = statSync(place, { throwIfNoEntry: false });
    if (stats?.isDirectory()) break;
    if (stats) throw new InvalidArgumentError(`${place} is a file, and has to be a folder.`);
  }
  return folder;
}

/** Takes a folder for what a service keeps, which would be no drawings in a library of those. */
export function takeServiceFolder(folder: string): string {
  const library = withAbove(takeFolder(folder)).find((place) => existsSync(join(place, markerPath)));
  if (library === undefined) return folder;
  throw new InvalidArgumentError(`${library} is a library of drawings. Choose a folder outside of it.`);
}

/** A folder and those above it, the nearest first. */
function withAbove(folder: string): string[] {
  const full = resolve(folder);
  const above = dirname(full);
  return above === full ? [full] : [full, ...withAbove(above)];
}
