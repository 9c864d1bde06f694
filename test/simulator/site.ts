import type { Engine } from '../../electron/engine/engine.ts';
import { PathLinks, type FileLink } from '../../electron/engine/tree/library-links.ts';
import { linksIn } from '../fakes/engine/links-in.ts';
import type { ChangeLimits } from '../../electron/engine/judge/bounded-change.ts';
import type { ContentKeyText } from '../../shared/model/content-key.ts';
import { isSameProgram, type Program } from '../../shared/model/program.ts';
import type { FileRecord } from '../../shared/rpc/file-records.ts';
import { settle, type FakeClock } from '../fakes/engine/clock.ts';
import type { AroundCall } from '../fakes/engine/mortal.ts';
import type { FakeService } from '../fakes/engine/service.ts';
import type { NameRule } from '../fakes/engine/stored-files.ts';
import { createWorld, keyOf, type World } from '../fakes/engine/world.ts';
import { createOpenDrawings, type OpenDrawings } from './cad-programs.ts';
import type { Ledger } from './ledger.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { StrangeFolder } from './strange-folders.ts';

export interface SiteParts {
  readonly name: string;
  readonly clock: FakeClock;
  readonly services: Map<string, FakeService>;
  readonly random: SeededRandom;
  readonly ledger: Ledger;
  readonly names: NameRule;
  /** Of the service that it is connected to at first. */
  readonly address: string;
  readonly extension: Extension;
  /** Those that its library declares at first, and in the end. */
  readonly programs: readonly Program[];
  readonly changeLimits: ChangeLimits;
  readonly keysTogether: number;
  /** How late what is written together with others may be written. */
  readonly lateWritesMs: () => number;
  /** Shorter downloads go from memory to their place. */
  readonly keepPartsFromBytes: number;
  readonly hashesShort: boolean;
  readonly around: (site: Site) => AroundCall;
  readonly onStateChange: (site: Site, moment: 'before' | 'after') => void;
  readonly tell: (what: string) => void;
}

/** One designer's computer: a library, an engine, and what the designer expects to find. */
export interface Site {
  readonly name: string;
  readonly world: World;
  /** Bytes the designer saved and neither overwrote nor deleted: no-byte-lost is about these. */
  readonly owned: Set<string>;
  /** Paths the designer deleted or moved away at some time. */
  readonly vacated: Set<string>;
  /** Texts that need not stand among the drawings: their designer let another take their place, or a service lost them. */
  readonly setAside: Set<string>;
  /** Paths that a program holds for itself. */
  readonly heldOpen: Set<string>;
  /** Drawings that are open in a CAD program, which its lock says, with what their designer last made of them. */
  readonly openInCad: OpenDrawings;
  mounted: boolean;
  /** What is mounted where the library was, if anything is. */
  strange: StrangeFolder | undefined;
  readonly connectedTo: string | undefined;
  /** Whether the engine knows the library by its marker. */
  hasMarker(): boolean;
  readonly tell: (what: string) => void;
  /** What the files of the library's own program end in. */
  readonly extension: Extension;
  /** Those that its library declares. */
  readonly programs: readonly Program[];
  /** Those that it declares in the end. */
  readonly programsAtLast: readonly Program[];
  addLibrary(): Promise<void>;
  /** The running engine; `undefined` after a crash. */
  engine(): Engine | undefined;
  start(): Promise<void>;
  crash(): void;
  /** The site's wall clock is set. */
  jump(byMs: number): void;
  /** Whether it ever was: nobody looks again only because of that whether the time of a file that is gone is over. */
  readonly wasSet: boolean;
  /** Texts that stood in the library as the file of this key until now. */
  seen(key: ContentKeyText): ReadonlySet<string>;
  /** The designer was shown these texts of the service and decided about them. */
  show(key: ContentKeyText, texts: readonly string[]): void;
  /** Looks at what stands in the library now. */
  observe(): void;
  rows(): readonly FileRecord[];
  /** Whether the designer said that what stands at a path belongs to nothing. */
  isSetApart(path: string): boolean;
}

/** The program of each kind of file, in the version that libraries declare. Of both, drawings alone have locks beside them. */
export const programOfExtension = {
  rfa: { name: 'Revit', version: '2025' },
  dwg: { name: 'AutoCAD', version: '2025' },
} as const satisfies Readonly<Record<string, Program>>;

/** The program of a file by its name. */
export function programOfPath(path: string): Program {
  return programOfExtension[path.endsWith('.dwg') ? 'dwg' : 'rfa'];
}

/** Whether the library declares the program of a file. */
export function isOfProgram({ programs }: Site, path: string): boolean {
  return programs.some((program) => isSameProgram(program, programOfPath(path)));
}

export type Extension = keyof typeof programOfExtension;

/** So short that every file is due whenever a scan looks. */
const rereadPeriodMs = 600_000;

export function createSite(parts: SiteParts): Site {
  const { name, random, clock } = parts;
  let offsetMs = 0;
  let wasSet = false;
  let { programs } = parts;
  let lastId = 0;
  const seenByKey = new Map<ContentKeyText, Set<string>>();
  const world = createWorld({
    clock: { ...clock, now: () => clock.now() + offsetMs },
    names: parts.names,
    services: parts.services,
    address: parts.address,
    random: random.next,
    changeLimits: parts.changeLimits,
    keysTogether: parts.keysTogether,
    rereadPeriodMs,
    keepPartsFromBytes: parts.keepPartsFromBytes,
    hashesShort: parts.hashesShort,
    newId: () => `${name}-${(lastId += 1)}`,
    around: (call, act) => parts.around(site)(call, act),
    onStateChange: (moment) => parts.onStateChange(site, moment),
  });
  world.beforeTogether = () => {
    const lateMs = parts.lateWritesMs();
    return lateMs === 0 ? undefined : new Promise<void>((resolve) => clock.after(lateMs, resolve));
  };

  world.afterTogether = world.beforeTogether;

  const site: Site = {
    name,
    world,
    extension: parts.extension,
    get programs() {
      return (programs = site.engine()?.runners()[0]?.context.library.programs ?? programs);
    },
    programsAtLast: parts.programs,
    owned: new Set(),
    vacated: new Set(),
    setAside: new Set(),
    heldOpen: new Set(),
    openInCad: createOpenDrawings(world.disk.idOf),
    mounted: true,
    strange: undefined,
    get connectedTo() {
      return world.connectedTo;
    },
    hasMarker: () => site.engine() !== undefined && world.knowsMarker(),
    tell: (what) => parts.tell(`${name}: ${what}`),
    engine: () => (world.isRunning() ? world.engine : undefined),

    async addLibrary() {
      await world.addLibrary('/library', { programs: parts.programs });
    },

    // Not waited for: the engine may die while it starts.
    async start() {
      void world.start();
      await settle();
    },

    crash() {
      if (!world.isRunning()) return;
      world.crash();
      world.disk.losePower((sizeBytes) => random.between(0, sizeBytes));
    },

    jump(byMs) {
      offsetMs += byMs;
      wasSet ||= byMs !== 0;
    },

    get wasSet() {
      return wasSet;
    },

    seen: (key) => seenByKey.get(key) ?? new Set(),

    show: (key, texts) => void seenByKey.set(key, new Set([...site.seen(key), ...texts])),

    observe() {
      for (const path of world.disk.paths()) {
        const key = keyOfPath(path);
        const text = world.disk.text(path);
        if (key === undefined || text === undefined) continue;
        seenByKey.set(key, (seenByKey.get(key) ?? new Set()).add(text));
      }
    },

    isSetApart(path) {
      try {
        return linkAt({ world }, path) === 'unassigned';
      } catch {
        // A damaged links file says so of no file.
        return false;
      }
    },

    rows() {
      const query = { languageCode: 'en', filter: 'all', search: '', offset: 0, limit: 500 } as const;
      return site.engine()?.fileList.list(query).rows ?? [];
    },
  };
  return site;
}

/** What the links file says of a file, in whichever way its accents are written there. */
function linkAt({ world }: Pick<Site, 'world'>, path: string): FileLink | undefined {
  return new PathLinks(linksIn(world.disk), (other) => world.disk.paths().includes(other)).get(path);
}

/** The key of the file at a path: what the links file says there goes before the path. */
export function keyAt(site: Pick<Site, 'world'>, path: string): ContentKeyText | undefined {
  const link = linkAt(site, path);
  if (link === undefined || link === 'unassigned' || link.etimClassCode === undefined) return keyOfPath(path);
  const { name, version } = programOfPath(path);
  return keyOf(link.etimClassCode, `${name}/${version}`);
}

/** The key that a path names; `undefined` for what is no drawing, and for copies that belong to nothing. */
export function keyOfPath(path: string): ContentKeyText | undefined {
  const [, code] = /(?:^|\/)(EC\d{6})(?:_v1)?\/MC\d{6}(?:_v1)?\/[^/]*\.(?:rfa|dwg)$/.exec(path) ?? [];
  if (code === undefined || path.includes('(mine')) return undefined;
  const { name, version } = programOfPath(path);
  return keyOf(code, `${name}/${version}`);
}
