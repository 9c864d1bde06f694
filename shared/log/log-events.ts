import { operationNames } from '../api/operation-names.ts';

/** Everything the logs tell, once. What a line says besides are fields of `LogFields`; there is no free text. */
export const logEvents = [
  'choice-not-carried-out',
  'class-links-not-written',
  'commands-not-answered',
  'connection-stop-not-noted',
  'conflict-copy-not-removed',
  'copies-not-cleared',
  'engine-cannot-start',
  'engine-ended',
  'engine-fails',
  'engine-message-unreadable',
  'file-not-read',
  'file-not-read-again',
  'folder-not-watched',
  'folders-not-read',
  'judgement-failed',
  'library-pause-not-noted',
  'login-start-not-set',
  'library-paused',
  'library-turn-failed',
  'local-history-not-kept',
  'marker-not-written',
  'page-crashed',
  'page-not-loaded',
  'path-not-looked-at',
  'replaced-file-not-checked',
  'scrub-ended',
  'service-failed',
  'settings-not-read',
  'state-not-written',
  'transfer-failed',
  'update-not-found',
] as const;
export type LogEvent = (typeof logEvents)[number];

/** Words of our own, the operations of the service and words of Electron that a field may hold as they are. */
export const logWords: readonly string[] = [
  ...operationNames,
  'upload',
  'download',
  'fetchTheirs',
  'release',
  'crashed',
  'oom',
  'killed',
  'abnormal-exit',
  'launch-failed',
  'integrity-failure',
  'memory-eviction',
  'FatalError',
];

/**
 * The kinds of values: `code` is an error's code of the catalogue or the system, `thrown` whatever was thrown, `word`
 * one of `logWords`. What is `named` by a person (a file, a library) becomes a sign that stands for the same thing until
 * the program ends, and from which the name cannot be told. A `sentence` is one that this program says of an error; it
 * stands only in the log of a service that is run for others, which nobody takes along.
 */
export const logFieldKinds = {
  code: 'code',
  error: 'thrown',
  library: 'named',
  file: 'named',
  operation: 'word',
  reason: 'word',
  count: 'number',
  exitCode: 'number',
  status: 'number',
  detail: 'sentence',
  delayMs: 'number',
} as const satisfies Record<string, LogFieldKind>;
export type LogFieldKind = 'code' | 'thrown' | 'named' | 'word' | 'number' | 'sentence';
export type LogFieldName = keyof typeof logFieldKinds;

interface ValueOfKind {
  readonly code: string;
  readonly thrown: unknown;
  readonly named: string;
  readonly word: string;
  readonly number: number;
  readonly sentence: string;
}

/** What a line may say about its event. Each value is checked again when the line is written: only its kind gets through. */
export type LogFields = { readonly [Name in LogFieldName]?: ValueOfKind[(typeof logFieldKinds)[Name]] };

export const logLevels = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Writes one line; never throws and never waits for anything but the disk. */
export type WriteLog = (level: LogLevel, event: LogEvent, fields?: LogFields) => void;
