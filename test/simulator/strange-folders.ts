import { createFakeDisk } from '../fakes/engine/disk.ts';
import type { FakeClock } from '../fakes/engine/clock.ts';
import { Violation } from './violation.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Site } from './site.ts';

const marker = '.cadlibrary/library.json';

/** What stands at a library's place instead of it, and how it looked when it came there. */
export interface StrangeFolder {
  /** @throws Violation when anything was put there or taken away */
  expectUntouched(): void;
}

/** Folders that are not the library, though they stand where it was. */
export function createStrangeFolders(clock: FakeClock, random: SeededRandom) {
  /** @returns `undefined` while the library has no marker it could be told by */
  function mountAt(site: Site): StrangeFolder | undefined {
    const { disk } = site.world;
    const hasMarker = disk.text(marker) !== undefined && site.hasMarker();
    const kind = hasMarker
      ? random.pick(['nothing', 'an empty folder', 'another library', 'a copy without its marker'])
      : 'nothing';
    site.tell(`sees ${kind} where the library was`);
    if (kind === 'nothing') {
      disk.setMounted(false);
      return undefined;
    }
    const other = createFakeDisk(clock);
    // A folder above its files is there even when it is empty.
    if (kind === 'another library') other.write(marker, '{"libraryId":"of somebody else"}\n');
    if (kind !== 'an empty folder') for (const path of disk.paths()) other.write(path, contentOf(site, path, kind));
    site.world.mountInstead(other);
    const look = (): string =>
      JSON.stringify([...other.paths(), ...other.ownPaths()].map((path) => [path, other.text(path)]));
    const before = look();
    return {
      expectUntouched() {
        if (look() !== before)
          throw new Violation('absence-needs-proof', `${kind} of ${site.name} was changed: ${look()}`);
      },
    };
  }

  return {
    /** The library's own folder is gone; what stands in its place is told by chance. */
    unmount(site: Site): void {
      site.mounted = false;
      site.strange = mountAt(site);
      site.world.watcher.hint('');
    },
  };
}

function contentOf(site: Site, path: string, kind: string): string {
  const text = site.world.disk.text(path) ?? '';
  return kind === 'another library' ? `strange ${text}` : text;
}
