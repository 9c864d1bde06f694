import { commandLineStateDir } from './application-data-dir.ts';

/** Options that several commands of `cadsync` have, each as what Commander takes; `state` and `json` with their defaults. */
export const commandOptions = {
  json: ['--json', 'print the result as JSON', false],
  state: ['--state <dir>', 'folder of the state database', commandLineStateDir()],
  language: ['--language <code>', 'language code, e.g. nl'],
} as const;

/** Takes the exit code of a command that ended. */
export type Finish = (exitCode: number) => void;

/** What every command has that works on the libraries of a state folder. */
export interface StateFlags {
  readonly state: string;
  readonly json: boolean;
}

/** The same, as those who carry such a command out take it. */
export function stateOf({ state, json }: StateFlags): { readonly stateDir: string; readonly json: boolean } {
  return { stateDir: state, json };
}
