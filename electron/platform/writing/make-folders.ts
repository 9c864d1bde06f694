import { openOrMakeAll } from '../open-folder.ts';
import type { Place, PlaceSystem } from '../real-place.ts';

/**
 * Makes folders that are not there, and those above them, the roots excepted. Their names are durable when this resolves.
 * @returns for each by itself, in their order, why it is not there; errors as `openOrMakeAll`
 */
export async function makeFolders(
  places: readonly Place[],
  system: PlaceSystem,
): Promise<({ readonly error: unknown } | undefined)[]> {
  const different = new Map(places.map((place) => [nameOf(place), place]));
  const opened = await openOrMakeAll([...different.values()], system);
  const failures = new Map<string, { readonly error: unknown }>();
  for (const [index, name] of [...different.keys()].entries()) {
    const one = opened[index];
    if (one && 'folder' in one) await one.folder.close().catch(() => undefined);
    else failures.set(name, { error: one?.error });
  }
  return places.map((place) => failures.get(nameOf(place)));
}

function nameOf({ root, path }: Place): string {
  return `${root}\0${path}`;
}
