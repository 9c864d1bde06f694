import { AppError } from '../../../shared/errors/app-error.ts';
import { connectToRunning } from '../../channels/connect-commands.ts';
import { canonical } from './canonical.ts';

/**
 * What is thrown where an engine runs with a state folder already; of a folder that it leaves alone, with what it syncs
 * instead: whoever left the sync to it would wait for nothing.
 * @returns the same for anything else that was thrown
 */
export async function sayWhatItSyncs(
  thrown: unknown,
  { stateDir, folder }: { readonly stateDir: string; readonly folder: string },
): Promise<unknown> {
  if (!(thrown instanceof AppError && thrown.code === 'library-in-use')) return thrown;
  const running = await connectToRunning(stateDir).catch(() => undefined);
  const libraries = await running?.libraries.list().catch(() => undefined);
  if (libraries === undefined) return thrown;
  const synced = libraries.filter(({ isSynced }) => isSynced).map(({ root }) => root);
  const wanted = await canonical(folder);
  if (synced.includes(wanted)) return thrown;
  const what = synced.length === 0 ? 'It does not sync' : `It syncs ${synced.join(', ')}, and not`;
  return new AppError('library-in-use', { cause: thrown, detail: `${what} ${wanted}: that waits until it has ended.` });
}
