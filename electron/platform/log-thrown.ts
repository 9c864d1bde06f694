import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogue } from '../../shared/errors/catalogue.ts';

/** What a log tells of a thrown thing. Messages are left out: they hold paths, names and addresses. */
interface LoggedError {
  readonly name?: string;
  readonly code?: string;
  /** The places in this program it came through, innermost first. */
  readonly at?: readonly string[];
  readonly cause?: LoggedError;
}

const names: ReadonlySet<string> = new Set([
  ...['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError', 'AggregateError'],
  ...['AppError', 'AbortError', 'TimeoutError', 'SystemError', 'SqliteError', 'ZodError', 'ORPCError', 'AxiosError'],
]);

/** Codes of Node, SQLite, undici and TLS besides the error numbers of the system. */
const moreCodes =
  'UNKNOWN EAI_AGAIN ENOTFOUND EAI_FAIL EAI_NODATA ERR_DLOPEN_FAILED ERR_MODULE_NOT_FOUND MODULE_NOT_FOUND ' +
  'ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_VALUE ERR_INVALID_STATE ERR_STREAM_PREMATURE_CLOSE ERR_STREAM_DESTROYED ERR_WORKER_OUT_OF_MEMORY ' +
  'ERR_TLS_CERT_ALTNAME_INVALID CERT_HAS_EXPIRED CERT_NOT_YET_VALID DEPTH_ZERO_SELF_SIGNED_CERT ' +
  'SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY ' +
  'UND_ERR_CONNECT_TIMEOUT UND_ERR_SOCKET UND_ERR_HEADERS_OVERFLOW UND_ERR_ABORTED ERR_FAILED ERR_FILE_NOT_FOUND ' +
  'ERR_ABORTED SQLITE_ERROR SQLITE_BUSY SQLITE_LOCKED SQLITE_READONLY SQLITE_IOERR SQLITE_CORRUPT SQLITE_FULL ' +
  'SQLITE_CANTOPEN SQLITE_CONSTRAINT SQLITE_NOTADB SQLITE_MISUSE SQLITE_IOERR_WRITE SQLITE_IOERR_FSYNC SQLITE_IOERR_READ';

const codes: ReadonlySet<string> = new Set([
  ...Object.keys(catalogue),
  ...Object.keys(constants.errno),
  ...moreCodes.split(' '),
]);

const deepest = 5;
const mostPlaces = 20;

/** The code if it is one that is known; a name could look like one too. */
export function knownCode(code: string): string | undefined {
  return codes.has(code) ? code : undefined;
}

export function thrownAsLogged(thrown: unknown, depth = 0): LoggedError | undefined {
  if (!(thrown instanceof Error)) return {};
  const { name, stack, cause } = thrown;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? knownCode(thrown.code) : undefined;
  const inner = cause === undefined || depth === deepest ? undefined : thrownAsLogged(cause, depth + 1);
  return logged({ name, code, at: placesIn(stack), cause: inner });
}

export function thrownAsRead(value: unknown, depth = 0): LoggedError | undefined {
  if (typeof value !== 'object' || value === null || depth > deepest) return undefined;
  const { name, code, at, cause } = value as Readonly<Record<string, unknown>>;
  return logged({
    name: typeof name === 'string' ? name : undefined,
    code: typeof code === 'string' ? knownCode(code) : undefined,
    at: Array.isArray(at) ? at.filter((place) => typeof place === 'string' && isOwnPlace(place)) : [],
    cause: cause === undefined ? undefined : thrownAsRead(cause, depth + 1),
  });
}

interface Told {
  readonly name: string | undefined;
  readonly code: string | undefined;
  readonly at: readonly string[];
  readonly cause: LoggedError | undefined;
}

function logged({ name, code, at, cause }: Told): LoggedError {
  return {
    ...(name !== undefined && names.has(name) ? { name } : {}),
    ...(code === undefined ? {} : { code }),
    ...(at.length === 0 ? {} : { at: at.slice(0, mostPlaces) }),
    ...(cause === undefined ? {} : { cause }),
  };
}

/** This module is two folders below the root of the program, as a source and in every bundle. */
const programRoot = join(import.meta.dirname, '..', '..');
const ownFile = /^(?:electron|shared|dist|node_modules)\/[\w@./-]+\.(?:ts|js|mjs|cjs)$/;

/** Files of this program with line and column. A message may pretend to be a stack: so the file has to be there. */
function placesIn(stack: unknown): string[] {
  if (typeof stack !== 'string') return [];
  const frames = stack.slice(0, 20_000).matchAll(/^ {4}at .*?\(?((?:file:\/\/)?[^()\n]+:\d{1,7}:\d{1,7})\)?$/gm);
  return [...frames]
    .slice(0, 200)
    .flatMap(([, frame = '']) => placeOf(frame.replace(/^async /, '')) ?? [])
    .slice(0, mostPlaces);
}

function placeOf(frame: string): string | undefined {
  const [, file = '', spot = ''] = /^(.*)(:\d+:\d+)$/.exec(frame.slice(frame.lastIndexOf(' at ') + 1)) ?? [];
  try {
    const path = file.startsWith('file://') ? fileURLToPath(file) : file.replace(/^.* /, '');
    const place = `${relative(programRoot, path).split(sep).join('/')}${spot}`;
    return isOwnPlace(place) ? place : undefined;
  } catch {
    return undefined;
  }
}

function isOwnPlace(place: string): boolean {
  const [, file = ''] = /^(.*):\d{1,7}:\d{1,7}$/.exec(place) ?? [];
  return ownFile.test(file) && !file.includes('..') && existsSync(join(programRoot, file));
}
