import { filesOfProgram, type Usage } from './inputs.ts';
import type { Load } from './paper.ts';

const hourSeconds = 3_600;

/** The engine asks less often for long lists (`pollIntervalAfter` of its poll times): from so many files on. */
const lightListFiles = 1_000;
const longestStretchSeconds = 600;

interface File {
  /** Saves of today; 0 where there was none. */
  version: number;
  readonly followers: readonly number[];
}

interface Program {
  /** Changes with each save: what the tag of a list stands for. */
  state: number;
  readonly changed: Set<File>;
}

interface Designer {
  readonly program: Program;
  readonly files: readonly File[];
  readonly follows: Map<File, number>;
  known: number;
  /** When everything is listed next. */
  dueSeconds: number;
}

interface Event {
  readonly at: number;
  readonly designer: number;
  readonly kind: 'save' | 'poll';
}

/**
 * One working day of one office, event by event: each designer saves files by chance, asks for what is new as the engine
 * does, and fetches new versions of files that are in the library, the newest only.
 * @param random 0 … 1, of a generator with a seed
 * @returns the load of all offices, as if all were like this one
 */
export function simulateDay(usage: Usage, random: () => number): Load {
  const designers = makeDesigners(usage, random);
  const load = emptyLoad(usage.hours.length);
  const events = createEvents();
  const endSeconds = usage.hours.length * hourSeconds;
  const add = (name: keyof Load, at: number, count: number): void => {
    const hour = Math.min(usage.hours.length - 1, Math.floor(at / hourSeconds));
    load[name][hour] = (load[name][hour] ?? 0) + count * usage.offices;
  };
  designers.forEach((_, designer) => {
    for (const at of saveTimes(usage, random)) events.add({ at, designer, kind: 'save' });
    events.add({ at: random() * usage.pollSeconds, designer, kind: 'poll' });
  });
  for (let event = events.take(); event; event = events.take()) {
    const { at, designer: number } = event;
    const designer = designers[number];
    if (!designer) continue;
    if (event.kind === 'save') {
      save(designer, random);
      add('saves', at, 1);
      continue;
    }
    const isFull = designer.dueSeconds <= at;
    if (isFull) {
      designer.dueSeconds = at + usage.everythingSeconds;
      add('everything', at, filesOfProgram(usage));
    }
    const { listed, fetched, isChanged } = poll(designer);
    add('polls', at, 1);
    add('lists', at, isChanged && !isFull ? 1 : 0);
    add('listed', at, isFull ? 0 : listed);
    add('downloads', at, fetched);
    const stretched = usage.pollSeconds * Math.max(1, listed / lightListFiles);
    const next = at + Math.min(stretched, Math.max(usage.pollSeconds, longestStretchSeconds));
    if (next < endSeconds) events.add({ at: next, designer: number, kind: 'poll' });
  }
  return load;
}

function save({ program, files }: Designer, random: () => number): void {
  const file = files[Math.floor(random() * files.length)];
  if (!file) return;
  file.version += 1;
  program.state += 1;
  program.changed.add(file);
}

function poll(designer: Designer): { readonly listed: number; readonly fetched: number; readonly isChanged: boolean } {
  const { program, follows } = designer;
  if (designer.known === program.state) return { listed: 0, fetched: 0, isChanged: false };
  designer.known = program.state;
  let fetched = 0;
  for (const [file, version] of follows) {
    if (file.version === version) continue;
    follows.set(file, file.version);
    fetched += 1;
  }
  return { listed: program.changed.size, fetched, isChanged: true };
}

function makeDesigners(usage: Usage, random: () => number): Designer[] {
  const count = Math.round(usage.designers / usage.offices);
  const programs = Array.from({ length: usage.programs }, (): Program => ({ state: 0, changed: new Set() }));
  const ofProgram = programs.map((_, program) =>
    Array.from({ length: count }, (__, designer) => designer).filter(
      (designer) => designer % usage.programs === program,
    ),
  );
  const designers = Array.from({ length: count }, (_, number): Designer => {
    const place = number % usage.programs;
    const others = (ofProgram[place] ?? []).filter((other) => other !== number);
    const files = Array.from({ length: usage.filesPerDesigner }, (): File => {
      const followers = Array.from(
        { length: usage.followers },
        () => others[Math.floor(random() * others.length)] ?? 0,
      );
      return { version: 0, followers };
    });
    const program = programs[place] ?? { state: 0, changed: new Set() };
    return { program, files, follows: new Map(), known: 0, dueSeconds: random() * usage.everythingSeconds };
  });
  for (const { files } of designers)
    for (const file of files) for (const follower of file.followers) designers[follower]?.follows.set(file, 0);
  return designers;
}

/** By chance at the rate of each hour (a Poisson process). */
function saveTimes({ hours, savesPerDesigner }: Usage, random: () => number): number[] {
  return hours.flatMap((share, hour) => {
    const perSecond = (share * savesPerDesigner) / hourSeconds;
    const times: number[] = [];
    for (let at = -Math.log(1 - random()) / perSecond; at < hourSeconds; at -= Math.log(1 - random()) / perSecond) {
      times.push(hour * hourSeconds + at);
    }
    return times;
  });
}

type Filling = { [Name in keyof Load]: number[] };

function emptyLoad(hours: number): Filling {
  const none = (): number[] => Array.from({ length: hours }, () => 0);
  return { polls: none(), lists: none(), listed: none(), everything: none(), saves: none(), downloads: none() };
}

/** Events in the order of their time: by the second, which is fine enough. */
function createEvents() {
  const seconds: Event[][] = [];
  let now = 0;
  return {
    add(event: Event): void {
      const second = Math.max(now, Math.floor(event.at));
      (seconds[second] ??= []).push(event);
    },
    take(): Event | undefined {
      while (now < seconds.length) {
        const next = seconds[now]?.pop();
        if (next) return next;
        now += 1;
      }
      return undefined;
    },
  };
}
