import type { ServiceCaller } from '../../../shared/api/caller.ts';
import { parseContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import { cadKindOf } from '../../../shared/model/cad-kind.ts';
import { listRemoteItems } from '../remote/remote-items.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import type { LibraryContext } from './library-context.ts';

const dayMs = 86_400_000;

interface Application {
  readonly name: string;
  readonly version: string;
}

/**
 * Brings the remote tree up to date: one call per application version the library holds, for the changes since the
 * last call (the service counts in whole days) or, when `full`, for everything.
 * @returns the keys that are different now
 */
export async function pollService(options: {
  readonly service: ServiceCaller;
  readonly context: LibraryContext;
  readonly trees: ServiceTrees;
  readonly full: boolean;
  readonly signal: AbortSignal;
}): Promise<ContentKeyText[]> {
  const { service, context, trees, full, signal } = options;
  const changed: ContentKeyText[] = [];
  const ours = new Set([...context.files.keys(), ...trees.syncedKeys()]);
  for (const application of applicationsOf(context)) {
    const isLibrarys = isApplicationOf(context, application);
    const knownBefore = trees.remoteVersions();
    const cursor = full ? undefined : trees.cursor(application.name, application.version);
    const items = await listRemoteItems(
      service,
      application,
      cursor === undefined ? undefined : dayBefore(cursor),
      signal,
    );
    context.transaction(() => {
      let newestMs = cursor ?? 0;
      for (const [key, item] of items) {
        newestMs = Math.max(newestMs, item.changedMs);
        // Of other applications the library follows the files it holds; theirs are not its to fetch.
        if (!isLibrarys && !ours.has(key)) continue;
        // What no scan sees as a CAD file would count as removed as soon as it was fetched.
        if (!ours.has(key) && cadKindOf(`file.${item.fileExtension}`) === undefined) continue;
        if (trees.noteListed(key, item, knownBefore.get(key))) changed.push(key);
      }
      if (cursor === undefined) changed.push(...forgetMissing(trees, application, knownBefore, items));
      trees.setCursor(application.name, application.version, newestMs);
    });
  }
  return changed;
}

/** The library's own application and those its files were made with. */
function applicationsOf({ library, files }: LibraryContext): Application[] {
  const applications = new Map<string, Application>();
  const add = (name: string, version: string): unknown => applications.set(`${name}/${version}`, { name, version });
  add(library.applicationName, library.applicationVersion);
  for (const text of files.keys()) {
    const key = parseContentKey(text);
    if (key.ok) add(key.value.applicationName, key.value.applicationVersion);
  }
  return [...applications.values()];
}

function isApplicationOf({ library }: LibraryContext, { name, version }: Application): boolean {
  return name === library.applicationName && version === library.applicationVersion;
}

function forgetMissing(
  trees: ServiceTrees,
  application: Application,
  // What came to be known while the list was made may rightly not be in it.
  knownBefore: ReadonlyMap<ContentKeyText, string>,
  listed: ReadonlyMap<ContentKeyText, unknown>,
): ContentKeyText[] {
  const missing = trees.remoteKeys().filter((text) => {
    const key = parseContentKey(text);
    return (
      !listed.has(text) &&
      knownBefore.has(text) &&
      key.ok &&
      key.value.applicationName === application.name &&
      key.value.applicationVersion === application.version
    );
  });
  for (const key of missing) trees.forgetRemote(key);
  return missing;
}

/** "After the day before" includes everything of the day itself. */
function dayBefore(timeMs: number): string {
  return new Date(Math.max(0, timeMs - dayMs)).toISOString().slice(0, 10);
}
