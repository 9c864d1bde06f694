import { createHmac, randomBytes } from 'node:crypto';
import {
  logEvents,
  logFieldKinds,
  logLevels,
  logWords,
  type LogEvent,
  type LogFieldKind,
  type LogFieldName,
  type LogFields,
  type LogLevel,
} from '../../shared/log/log-events.ts';
import { knownCode, thrownAsLogged, thrownAsRead } from './log-thrown.ts';

interface LogEntry {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly level: LogLevel;
  readonly event: LogEvent;
  readonly fields: LogFields | undefined;
}

/** How each kind of value gets into a line; `undefined`: it is none of the kind, and stays out. */
type Readers = Readonly<Record<Exclude<LogFieldKind, 'sentence'>, (value: unknown) => unknown>>;

/** What a log tells, and what it hides. */
export interface LogRules {
  /** Hides the secrets that are in use: a number may be one. */
  readonly redact: (text: string) => string;
  /** Whether sentences are told. */
  readonly detailed?: boolean | undefined;
}

const longestSentence = 500;

const common = {
  code: (value) => (typeof value === 'string' ? knownCode(value) : undefined),
  word: (value) => logWords.find((word) => word === value),
  number: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
} satisfies Partial<Readers>;

/** The sign for a name is of this process: with another key no list of names can be tried against it. */
const signKey = randomBytes(32);
const signForm = /^[0-9a-f]{10}$/;

const asWritten: Readers = {
  ...common,
  named: (value) => (typeof value === 'string' ? signOf(value) : undefined),
  thrown: thrownAsLogged,
};

const asRead: Readers = {
  ...common,
  named: (value) => (typeof value === 'string' && signForm.test(value) ? value : undefined),
  thrown: thrownAsRead,
};

/**
 * One entry as a line of JSON with its line break. Whatever a caller passes, it consists of events, words and codes that
 * are known beforehand, numbers, signs and places in this program: nothing a person, a file or a service named. A
 * detailed one tells sentences besides.
 */
export function logLine({ time, level, event, fields }: LogEntry, rules: LogRules): string {
  const line = lineOf({ time: new Date(time).toISOString(), level, event, ...fields }, asWritten, rules);
  return `${JSON.stringify(line ?? { time: new Date(time).toISOString(), level: 'error', event: 'unknown' })}\n`;
}

/** A line of a log file as it may leave the computer; `undefined` for one that `logLine` did not write. */
export function readLogLine(text: string, redact: (text: string) => string): string | undefined {
  try {
    const read: unknown = JSON.parse(text);
    const line = typeof read === 'object' && read !== null ? lineOf(read, asRead, { redact }) : undefined;
    return line && `${JSON.stringify(line)}\n`;
  } catch {
    return undefined;
  }
}

function lineOf(entry: object, readers: Readers, { redact, detailed = false }: LogRules): object | undefined {
  const given = entry as Readonly<Record<string, unknown>>;
  const level = logLevels.find((one) => one === given['level']);
  const event = logEvents.find((one) => one === given['event']);
  const time = given['time'];
  if (typeof time !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time) || !level || !event)
    return undefined;
  const line: Record<string, unknown> = { time, level, event };
  for (const name of Object.keys(logFieldKinds) as LogFieldName[]) {
    const value = valueOf(given, name);
    const kind = logFieldKinds[name];
    if (value === undefined || (kind === 'sentence' && !detailed)) continue;
    const safe = kind === 'sentence' ? sentenceOf(value, redact) : readers[kind](value);
    line[name] = safe === undefined || redact(JSON.stringify(safe)) !== JSON.stringify(safe) ? 'left out' : safe;
  }
  return line;
}

/** Hidden first: half a secret at the cut would no longer be recognised. */
function sentenceOf(value: unknown, redact: (text: string) => string): string | undefined {
  return typeof value === 'string' ? redact(value).slice(0, longestSentence) : undefined;
}

/** A getter that throws must not take the log down with it. */
function valueOf(record: Readonly<Record<string, unknown>>, name: string): unknown {
  try {
    return record[name];
  } catch {
    return undefined;
  }
}

function signOf(name: string): string {
  return createHmac('sha256', signKey).update(name).digest('hex').slice(0, 10);
}
