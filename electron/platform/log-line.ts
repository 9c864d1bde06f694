export type LogLevel = 'info' | 'warn' | 'error';

interface LogEntry {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly level: LogLevel;
  readonly message: string;
  readonly about: Readonly<Record<string, unknown>> | undefined;
}

/** Deeper values are left out: what an error carries along may be a whole connection. */
const deepest = 6;
const longestText = 4_000;
const longestList = 100;

/** One entry as a line of JSON with its line break. Every text and every name in it has passed `redact`. */
export function logLine(entry: LogEntry, redact: (text: string) => string): string {
  const { time, level, message, about } = entry;
  const line = {
    time: new Date(time).toISOString(),
    level,
    message: safeText(message, redact),
    ...(about === undefined ? {} : { about: safeValue(about, redact, 0) }),
  };
  return `${JSON.stringify(line)}\n`;
}

function safeValue(value: unknown, redact: (text: string) => string, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return safeText(value, redact);
  if (typeof value === 'number' || typeof value === 'bigint') {
    // A secret may consist of digits and come as a number.
    const text = String(value);
    const safe = redact(text);
    return safe === text && typeof value === 'number' && Number.isFinite(value) ? value : safe;
  }
  if (typeof value !== 'object') return undefined;
  if (depth === deepest) return '…';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'no date' : value.toISOString();
  if (value instanceof Error) return safeRecord(describeThrown(value), redact, depth);
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`;
  if (Array.isArray(value)) return value.slice(0, longestList).map((item) => safeValue(item, redact, depth + 1));
  if (value instanceof Map || value instanceof Set) return safeValue([...value], redact, depth);
  return safeRecord(value as Record<string, unknown>, redact, depth);
}

function safeRecord(record: Record<string, unknown>, redact: (text: string) => string, depth: number): unknown {
  const pairs = Object.keys(record)
    .slice(0, longestList)
    .map((name): [string, unknown] => [redact(name), safeValue(readProperty(record, name), redact, depth + 1)]);
  return Object.fromEntries(pairs);
}

/** A getter that throws must not take the log down with it. */
function readProperty(record: Record<string, unknown>, name: string): unknown {
  try {
    return record[name];
  } catch {
    return 'unreadable';
  }
}

/** What an error says of itself, its cause included, without what else hangs on it. */
function describeThrown(error: Error): Record<string, unknown> {
  const described: Record<string, unknown> = { name: error.name, message: error.message };
  for (const name of ['code', 'detail', 'receivedStatus', 'retryAfterMs', 'syscall'] as const) {
    if (name in error) described[name] = (error as unknown as Record<string, unknown>)[name];
  }
  described['stack'] = error.stack;
  if (error.cause !== undefined) described['cause'] = error.cause;
  return described;
}

function safeText(text: string, redact: (text: string) => string): string {
  // Hidden first: half a secret at the cut would no longer be recognised.
  const safe = redact(text);
  return safe.length > longestText ? `${safe.slice(0, longestText)}…` : safe;
}
