import type { Engine } from '../../engine/engine.ts';
import { printNote, printProblem } from './output.ts';

/**
 * Says on standard error why a library waits, and when it goes on again. To be called whenever that may have changed.
 */
export function createLibraryTeller(engine: Pick<Engine, 'runners'>, libraryId: string): () => void {
  let said: string | undefined;
  return () => {
    const runner = engine.runners().find(({ context: { library } }) => library.libraryId === libraryId);
    // Whether it can go on is being found out.
    if (!runner || runner.state === 'scanning') return;
    const { problem } = runner;
    if (problem && problem.code !== said) printProblem(problem);
    if (!problem && said !== undefined) printNote('The library goes on again.');
    said = problem?.code;
  };
}
