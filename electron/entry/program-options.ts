import type { Command } from 'commander';
import { isProgramVersion, parseProgram, type Program } from '../../shared/model/program.ts';
import { refuse } from './command-options.ts';

/** The option by which commands are told the programs of a library, as often as there are programs. */
export const applicationFlag = '--application <program>';

/** Gathers what an option was given, which may be named more than once. */
export function gather(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/**
 * The programs that a command line names. A wrong one ends the command.
 * @param version that of the one program, where it stands in an option of its own
 */
export function programsNamed(command: Command, texts: readonly string[], version?: string): Program[] {
  const [only, ...more] = texts;
  if (version !== undefined) {
    if (!isProgramVersion(version)) return refuse(command, '--application-version takes one version, as in 2025');
    return only === undefined || more.length > 0
      ? refuse(command, '--application-version goes with one --application, which names the program only')
      : [{ name: only, version }];
  }
  return texts.map((text) => {
    const program = parseProgram(text);
    return program.ok ? program.value : refuse(command, `--application ${text}: ${program.fault.detail}`);
  });
}
