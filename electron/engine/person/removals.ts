import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { RemovalEntry } from '../tree/entries.ts';

/** What a person says to a file's being gone. */
export type RemovalAnswer = 'restore' | RemovalEntry['answer'];

/**
 * Notes what a person says to a file's being gone: `restore` has it fetched again to its old path, `confirmed` has it
 * told again only when the service gets something newer, `open` takes that back: it is listed as removed.
 * @throws AppError `unknown-item` when the file is there again, or was asked back since `open` was offered, `not-found` when the service has nothing to restore
 */
export function answerRemoval(
  context: LibraryRecords & ServiceSide,
  key: ContentKeyText,
  answer: RemovalAnswer,
  nowMs: number,
): void {
  const { files } = context;
  const [shared, known] = [context.trees(), context.changes()];
  if (!shared || !known) throw new AppError('not-connected');
  const { settled, unsettled } = files.claimants(key, Infinity);
  if (settled.length > 0 || unsettled) throw new AppError('unknown-item', { detail: 'The file is there again.' });
  const [remote, synced] = [shared.remote(key), shared.synced(key)];
  const path = synced?.path ?? files.gonePaths(key)[0];
  if (answer === 'restore' && !remote) throw new AppError('not-found');
  if (answer === 'open' && !shared.removal(key))
    throw new AppError('unknown-item', { detail: 'It was asked back since.' });
  const version = (remote ?? synced)?.version;
  if (!version || path === undefined) throw new AppError('unknown-item');
  context.transaction(() => {
    const standing = answer === 'restore' ? 'restored' : 'allowed';
    known.put({ key, kind: 'removal', path, standing, atMs: nowMs });
    // What is restored is missed again.
    if (answer === 'restore') shared.forgetRemoval(key);
    else shared.noteRemoval(key, { answer, version });
  });
}
