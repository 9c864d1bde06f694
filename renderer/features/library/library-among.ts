import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import type { App } from '../../state/app.svelte.ts';

/**
 * The name of the library that something belongs to, where more than one is shown: two libraries often have files of the
 * same name and class. Empty where there is one only.
 */
export function libraryAmong({ session, router }: App, { libraryId }: Pick<FileRecord, 'libraryId'>): string {
  const { route } = router;
  const libraries = session.status?.libraries ?? [];
  const isOneShown = route.view === 'library' && route.libraryId !== undefined;
  if (isOneShown || libraries.length < 2) return '';
  return libraries.find((library) => library.libraryId === libraryId)?.name ?? '';
}
