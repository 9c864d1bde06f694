import { InvalidArgumentError } from 'commander';
import { commandLineStateDir, usualStateDirs } from './application-data-dir.ts';

/** Options that several commands of `cadsync` have, each as what Commander takes; `state` and `json` with their defaults. */
export const commandOptions = {
  json: ['--json', 'print the result as JSON', false],
  state: ['--state <dir>', 'folder of the state database', commandLineStateDir()],
  anyState: ['--state <dir>', 'folder of the state database (default: those of the app and of this command)'],
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
export function statesOf({ state, json }: StateFlags): {
  readonly stateDir: string | undefined;
  readonly usualStateDirs: readonly string[];
  readonly json: boolean;
} {
  return { stateDir: state, usualStateDirs: usualStateDirs(), json };
}

/** Takes a text of at most so many characters. */
export function takeText(longest: number): (text: string) => string {
  return (text) => {
    if (text.length <= longest) return text;
    throw new InvalidArgumentError(`It has ${text.length} characters, and may have ${longest}.`);
  };
}
