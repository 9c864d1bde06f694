import { startScript } from '../../test/processes/processes.ts';

/** What a script prints until it ends. @throws Error with what it said instead */
export async function scriptOutput(script: string, args: readonly string[]): Promise<string> {
  const running = startScript(script, args);
  await running.ended;
  if (running.output() === '') throw new Error(running.errors());
  return running.output();
}
