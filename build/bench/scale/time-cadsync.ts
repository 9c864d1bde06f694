import { inLists } from '../../../shared/model/in-lists.ts';
import { runCadsync } from '../../../test/processes/processes.ts';
import { cpuSecondsOfEndedChildren, type Cost } from '../sync/process-cost.ts';
import { addCosts } from './cost-per-file.ts';

/** A system passes no longer list of names to a program (2 MB on Linux). */
const namedAtOnce = 20_000;

/**
 * Runs `cadsync` to its end.
 * @throws Error with what it said when it ends otherwise
 */
export async function timeCadsync(args: readonly string[], exitCode = 0): Promise<Cost> {
  const cpuBefore = cpuSecondsOfEndedChildren();
  const start = performance.now();
  const ended = await runCadsync(args);
  const wallSeconds = (performance.now() - start) / 1_000;
  if (ended.exitCode !== exitCode) {
    throw new Error(`cadsync ${args[0]} ended with ${ended.exitCode}: ${ended.errors.slice(-2_000)}`);
  }
  return { wallSeconds, cpuSeconds: cpuSecondsOfEndedChildren() - cpuBefore };
}

/** Names that many files to a command, as many at once as a system lets through. */
export async function timeOnFiles(args: readonly string[], paths: readonly string[], exitCode?: number): Promise<Cost> {
  const costs: Cost[] = [];
  for (const some of inLists(paths, namedAtOnce)) costs.push(await timeCadsync([...args, ...some], exitCode));
  return addCosts(costs);
}
