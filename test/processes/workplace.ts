import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';
import { sampleDrawing } from './samples.ts';
import { libraryWith, syncOnce } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A library with a state of its own, and what a person at its computer runs. */
export function workplace(environment: NodeJS.ProcessEnv, files: Readonly<Record<string, Buffer | string>>) {
  const state = temporaryFolder();
  const library = libraryWith(files);
  return {
    state,
    library,
    /** The full path of a file. */
    at: (path: string): string => join(library, path),
    sync: (folder = library) => syncOnce(folder, state, environment),
    /** A command of `cadsync` about this state, with what it answers for programs. */
    async run(...args: string[]) {
      const ended = await runCommand([...args, '--state', state, '--json'], environment);
      return { ...ended, answer: (ended.output === '' ? {} : JSON.parse(ended.output)) as Record<string, unknown> };
    },
    /** The same, as a person reads it. */
    tell: (...args: string[]) => runCommand([...args, '--state', state], environment),
  };
}

export const drawingPath = 'EC011022_v7/MC000101_v2/radiator.step';

/**
 * Two computers with one library, on both of which a file was saved since they agreed; the first has sent it.
 * @param meanwhile done before the second one finds out
 */
export async function conflictBetweenTwo(
  environment: NodeJS.ProcessEnv,
  meanwhile: () => Promise<unknown> = async () => undefined,
) {
  const before = sampleDrawing('step/cabinet_lock_40x42mm.step');
  const [theirs, mine] = ['/* theirs */\n', '/* mine, longer */\n'].map((text) =>
    Buffer.concat([Buffer.from(text), before]),
  );
  const [first, second] = [1, 2].map(() => workplace(environment, { [drawingPath]: before }));
  if (!first || !second || !theirs || !mine) throw new Error('Two of each.');
  const agreed = [await first.sync(), await second.sync()];
  writeFileSync(first.at(drawingPath), theirs);
  writeFileSync(second.at(drawingPath), mine);
  const sent = await first.sync();
  await meanwhile();
  return { first, second, mine, theirs, agreed, sent, found: await second.sync() };
}
