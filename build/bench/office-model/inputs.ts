/** What is assumed of those who use an office service; what each is taken from is in docs/office-scale.md. */
export interface Usage {
  readonly designers: number;
  /** Tenants of the same size. */
  readonly offices: number;
  /** Application versions of an office; each designer works with one of them. */
  readonly programs: number;
  readonly savesPerDesigner: number;
  /** How many files a designer's saves of a day are spread over. */
  readonly filesPerDesigner: number;
  /** Others who have a file in their libraries and fetch each new version. */
  readonly followers: number;
  readonly fileBytes: number;
  readonly pollSeconds: number;
  /** How often the engine has everything of its program listed, whatever changed. */
  readonly everythingSeconds: number;
  /** Share of a day's work in each hour from `firstHour` on; they add up to 1. */
  readonly hours: readonly number[];
  readonly firstHour: number;
  readonly workdaysPerYear: number;
  readonly versions: number;
  /** Versions of a file over its life. */
  readonly versionsPerFile: number;
}

/** 10,000 designers and 50 million versions: a year of their work. */
export const usage: Usage = {
  designers: 10_000,
  offices: 40,
  programs: 2,
  savesPerDesigner: 20,
  filesPerDesigner: 5,
  followers: 3,
  fileBytes: 2_000_000,
  pollSeconds: 60,
  everythingSeconds: 3_600,
  // Arriving, a long morning, lunch, the afternoon, and those who stay.
  hours: [0.06, 0.13, 0.15, 0.14, 0.06, 0.13, 0.14, 0.12, 0.07],
  firstHour: 8,
  workdaysPerYear: 230,
  versions: 50_000_000,
  versionsPerFile: 12,
};

/** What `npm run bench -- office-model` measures, on whatever machine it runs. */
export interface Measured {
  /** Bytes of all tables and indexes for each version, its blob and its share of a history. */
  readonly recordBytesPerVersion: number;
  /** Bytes of a list of changes, for each version in it. */
  readonly listedBytes: number;
  /** Milliseconds of one process with its share of the database, one core: for an unchanged list. */
  readonly unchangedListMs: number;
  /** For each version in a list. */
  readonly listedVersionMs: number;
  /** For a save: its bytes and its record, without the time of the bytes on their way. */
  readonly saveMs: number;
  /** For a download, without the time of the bytes on their way. */
  readonly downloadMs: number;
  /** For a megabyte that passes through. */
  readonly megabyteMs: number;
}

/** Files of each program of an office, when all versions are there. */
export function filesOfProgram({ versions, versionsPerFile, offices, programs }: Usage): number {
  return Math.round(versions / versionsPerFile / offices / programs);
}

/**
 * What it measured once on two cores of a shared AMD EPYC, Node 24 and PostgreSQL 18, while other work kept them busy: so
 * rather too much than too little.
 */
export const measuredOnce: Measured = {
  recordBytesPerVersion: 1_020,
  listedBytes: 520,
  unchangedListMs: 0.69,
  listedVersionMs: 0.046,
  saveMs: 21,
  downloadMs: 1.4,
  megabyteMs: 8.5,
};

/** Prices of a large provider in Europe, euros; of the order that counts here. */
export const prices = {
  storeGigabyteMonth: 0.022,
  storePutPerThousand: 0.005,
  storeGetPerThousand: 0.0004,
  databaseGigabyteMonth: 0.25,
  /** A core with 4 GB, of the database or of a process, the whole month. */
  coreMonth: 35,
  egressGigabyte: 0.05,
} as const;
