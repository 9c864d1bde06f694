import type { SeededRandom } from './seeded-random.ts';
import type { Site } from './site.ts';

/** Drawings that are open, with what they were opened with or what was saved since, by whatever spelling of their path. */
export function createOpenDrawings(idOf: (path: string) => string) {
  const texts = new Map<string, string>();
  return {
    has: (path: string): boolean => texts.has(idOf(path)),
    set: (path: string, text: string): unknown => texts.set(idOf(path), text),
    delete: (path: string): boolean => texts.delete(idOf(path)),
    clear: (): void => texts.clear(),
    count: (): number => texts.size,
    entries: (): IterableIterator<[path: string, text: string]> => texts.entries(),
  };
}

export type OpenDrawings = ReturnType<typeof createOpenDrawings>;

/** Drawings are opened and closed, and programs crash and leave their locks. */
export function createCadPrograms(random: SeededRandom) {
  const locksOf = (path: string): readonly string[] => [
    path.replace(/\.dwg$/, '.dwl'),
    path.replace(/\.dwg$/, '.dwl2'),
  ];

  /** @param path a drawing with an end that has locks */
  function open(site: Site, path: string): void {
    const { disk, watcher } = site.world;
    const text = disk.text(path);
    if (text === undefined || site.openInCad.has(path)) return;
    const [lock = '', owner = ''] = locksOf(path);
    disk.write(lock, '');
    const computer = random.pick(['DRAWING-07', 'STUDIO-02']);
    disk.write(owner, `<whdata><machinename>${computer}</machinename><fullname>${site.name}</fullname></whdata>`);
    site.openInCad.set(path, text);
    site.tell(`opens ${path} on ${computer}`);
    if (random.happens(0.85)) watcher.hint(disk.spelled(lock));
  }

  function close(site: Site, path: string): void {
    if (!site.openInCad.delete(path)) return;
    removeLocks(site, path);
    site.tell(`closes ${path}`);
  }

  function removeLocks({ world }: Site, path: string): void {
    for (const lock of locksOf(path)) {
      if (world.disk.text(lock) === undefined) continue;
      world.disk.delete(lock);
      if (random.happens(0.85)) world.watcher.hint(lock);
    }
  }

  return {
    /** Whether its program leaves locks beside a drawing. */
    leavesLocks: (path: string): boolean => path.endsWith('.dwg'),

    openOrClose: (site: Site, path: string): void => (site.openInCad.has(path) ? close(site, path) : open(site, path)),

    close,

    /** All programs of a computer end without taking their locks away. */
    crash(site: Site): void {
      site.openInCad.clear();
      site.tell('loses its CAD programs');
    },

    /** The person says of a lock that was left behind that nobody has the drawing open; not waited for. */
    ignoreLock(site: Site): void {
      const left = site.world.disk
        .paths()
        .filter((path) => path.endsWith('.dwl'))
        .map((path) => path.replace(/\.dwl$/, '.dwg'))
        .filter((path) => !site.openInCad.has(path));
      const libraryId = site.engine()?.runners()[0]?.context.library.libraryId;
      if (left.length === 0 || libraryId === undefined) return;
      const path = random.pick(left);
      site.tell(`says that nobody has ${path} open`);
      void site
        .engine()
        ?.ignoreLock(libraryId, path)
        .catch(() => undefined);
    },

    /** Somebody looks after the locks that were left behind. */
    removeAllLocks(site: Site): void {
      for (const path of site.world.disk.paths().filter((other) => /\.dwl2?$/.test(other)))
        removeLocks(site, path.replace(/\.dwl2?$/, '.dwg'));
      site.openInCad.clear();
    },
  };
}

export type CadPrograms = ReturnType<typeof createCadPrograms>;
