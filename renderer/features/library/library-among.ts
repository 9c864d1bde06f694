import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import { visibleText } from '../../../shared/words/visible-text.ts';
import type { App } from '../../state/app.svelte.ts';

type OfLibrary = { readonly libraryId?: FileRecord['libraryId'] | undefined };

/**
 * The name of the library that something belongs to, where there is more than one: two libraries often have files of the
 * same name and class. Else empty.
 */
export function libraryAmong({ session }: App, { libraryId }: OfLibrary): string {
  const libraries = session.status?.libraries ?? [];
  if (libraries.length < 2) return '';
  return visibleText(libraries.find((library) => library.libraryId === libraryId)?.name ?? '');
}

/** The same in the list of files, which may be that of one library. */
export function libraryInList(app: App, file: OfLibrary): string {
  const { route } = app.router;
  return route.view === 'library' && route.libraryId !== undefined ? '' : libraryAmong(app, file);
}

/** A name with its library, where there is more than one. */
export function nameAmong(app: App, name: string, file: OfLibrary): string {
  const library = libraryAmong(app, file);
  return library === '' ? name : `${name} (${library})`;
}
