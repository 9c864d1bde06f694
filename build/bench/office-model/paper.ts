import { filesOfProgram, prices, type Measured, type Usage } from './inputs.ts';

/** One day of all offices, hour by hour. */
export interface Load {
  /** Requests for what is new, each hour. */
  readonly polls: readonly number[];
  /** Those of them that are answered with a list. */
  readonly lists: readonly number[];
  /** Versions in lists of what changed today. */
  readonly listed: readonly number[];
  /** Versions in lists of everything. */
  readonly everything: readonly number[];
  readonly saves: readonly number[];
  readonly downloads: readonly number[];
}

const hourSeconds = 3_600;
const stepSeconds = 60;

/** A save is its bytes, its record, and a look at what the service has (of many together; of one alone). */
const requestsPerSave = 3;

/** A day on paper: what is expected where saves come by chance at the rate of their hour. */
export function loadOnPaper(usage: Usage): Load {
  const { designers, offices, programs, savesPerDesigner, filesPerDesigner, followers, pollSeconds, hours } = usage;
  const perProgram = designers / offices / programs;
  // It is due after so long, and then comes with the next question.
  const everythingPerSecond = designers / (usage.everythingSeconds + pollSeconds / 2);
  const questions = (designers / pollSeconds - everythingPerSecond) * hourSeconds;
  const everything = everythingPerSecond * hourSeconds * filesOfProgram(usage);
  let done = 0;
  const days = hours.map((share) => {
    const savesPerSecond = (perProgram * savesPerDesigner * share) / hourSeconds;
    // A list is the same as the one before where nobody saved between the two.
    const changed = 1 - Math.exp(-savesPerSecond * pollSeconds);
    let listed = 0;
    for (let second = 0; second < hourSeconds; second += stepSeconds) {
      const savesEach = savesPerDesigner * (done + (share * (second + stepSeconds / 2)) / hourSeconds);
      // Files that were saved at least once today: each save is of one of them, whichever. Saves come by chance as well.
      const files = perProgram * filesPerDesigner * (1 - Math.exp(-savesEach / filesPerDesigner));
      listed += questions * (stepSeconds / hourSeconds) * changed * files;
    }
    done += share;
    const polls = (designers * hourSeconds) / pollSeconds;
    const saves = designers * savesPerDesigner * share;
    return { polls, lists: questions * changed, listed, everything, saves, downloads: saves * followers };
  });
  const column = (name: keyof Load) => days.map((hour) => hour[name]);
  return {
    polls: column('polls'),
    lists: column('lists'),
    listed: column('listed'),
    everything: column('everything'),
    saves: column('saves'),
    downloads: column('downloads'),
  };
}

/** What one part of the service has to do in its busiest hour, in cores or shares that are full at 1. */
interface Need {
  readonly what: string;
  readonly cores: number;
}

export interface Figures {
  readonly requestsPerDay: number;
  readonly requestsPerSecondAtPeak: number;
  readonly listedPerSecondAtPeak: number;
  /** Sorted, the largest first: that is the first bottleneck. */
  readonly needs: readonly Need[];
  readonly recordGigabytes: number;
  readonly rows: number;
  readonly fileTerabytes: number;
  readonly bytesPerSecondAtPeak: number;
  readonly eurosPerMonth: Readonly<Record<'files' | 'requests' | 'database' | 'cores' | 'egress', number>>;
}

/** What a load and a year of it come to. */
export function figuresOf(load: Load, usage: Usage, measured: Measured): Figures {
  const perSecond = (name: keyof Load, hour: number): number => (load[name][hour] ?? 0) / hourSeconds;
  const requestsIn = (hour: number): number =>
    perSecond('polls', hour) + perSecond('saves', hour) * requestsPerSave + perSecond('downloads', hour);
  const fileBytesIn = (hour: number): number =>
    (perSecond('saves', hour) + perSecond('downloads', hour)) * usage.fileBytes;
  const listedIn = (hour: number): number => perSecond('listed', hour) + perSecond('everything', hour);
  const bytesIn = (hour: number): number => listedIn(hour) * measured.listedBytes + fileBytesIn(hour);
  const hours = usage.hours.map((_, hour) => hour);
  const peakOf = (figure: (hour: number) => number): number => Math.max(...hours.map(figure));
  const coresFor = (name: keyof Load, ms: number): number => peakOf((hour) => perSecond(name, hour)) * (ms / 1_000);
  const needs: Need[] = [
    { what: 'lists of everything', cores: coresFor('everything', measured.listedVersionMs) },
    { what: 'lists of what changed today', cores: coresFor('listed', measured.listedVersionMs) },
    { what: 'asking whether anything changed', cores: coresFor('polls', measured.unchangedListMs) },
    { what: 'saves', cores: coresFor('saves', measured.saveMs) },
    { what: 'downloads', cores: coresFor('downloads', measured.downloadMs) },
    { what: 'bytes of files', cores: peakOf(fileBytesIn) * (measured.megabyteMs / 1e9) },
  ];
  needs.sort((one, other) => other.cores - one.cores);
  const total = (name: keyof Load): number => load[name].reduce((sum, hour) => sum + hour, 0);
  const recordGigabytes = (usage.versions * measured.recordBytesPerVersion) / 1e9;
  const fileTerabytes = (usage.versions * usage.fileBytes) / 1e12;
  const monthDays = usage.workdaysPerYear / 12;
  // Twice what the busiest hour needs: one of two places may fail.
  const cores = 2 * Math.ceil(needs.reduce((sum, need) => sum + need.cores, 0));
  const egressBytes =
    total('downloads') * usage.fileBytes + (total('listed') + total('everything')) * measured.listedBytes;
  return {
    requestsPerDay: total('polls') + total('saves') * requestsPerSave + total('downloads'),
    requestsPerSecondAtPeak: peakOf(requestsIn),
    listedPerSecondAtPeak: peakOf(listedIn),
    needs,
    recordGigabytes,
    // A version and its blob each, and a history for all versions of a file.
    rows: usage.versions * (2 + 1 / usage.versionsPerFile),
    fileTerabytes,
    bytesPerSecondAtPeak: peakOf(bytesIn),
    eurosPerMonth: {
      files: fileTerabytes * 1_000 * prices.storeGigabyteMonth,
      requests:
        ((total('saves') * prices.storePutPerThousand + total('downloads') * prices.storeGetPerThousand) / 1_000) *
        monthDays,
      database: recordGigabytes * prices.databaseGigabyteMonth,
      cores: cores * prices.coreMonth,
      egress: (egressBytes / 1e9) * monthDays * prices.egressGigabyte,
    },
  };
}
