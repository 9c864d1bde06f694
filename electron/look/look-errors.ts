import { AppError, toAppError } from '../../shared/errors/app-error.ts';
import type { LookLimits } from './limits.ts';

/** Names the limit that a file goes beyond; `look-stopped` where another time, or another computer, may suffice. */
export function beyondLimit(limit: keyof LookLimits, limits: LookLimits): AppError {
  const code = limit === 'timeMs' || limit === 'memoryBytes' ? 'look-stopped' : 'look-limit';
  return new AppError(code, { detail: sentences[limit](limits[limit]) });
}

/** Whether it is so whenever these bytes are read, so that nobody has to try it twice. */
export const isOfTheBytes = ({ code }: AppError): boolean => code === 'look-unreadable' || code === 'look-limit';

/** Says of which file it is true, where people look at more than one. */
export function namingFile(thrown: unknown, fileName: string): AppError {
  const error = toAppError(thrown);
  const detail = error.detail === undefined ? fileName : `${fileName}: ${error.detail}`;
  return new AppError(error.code, { cause: error, detail });
}

const sentences: Record<keyof LookLimits, (limit: number) => string> = {
  fileBytes: (limit) => `It is larger than ${mebibytes(limit)}.`,
  timeMs: (limit) => `Reading it took longer than ${Math.round(limit / 1000)} seconds.`,
  memoryBytes: (limit) => `Reading it needed more than ${mebibytes(limit)} of memory.`,
  triangles: (limit) => `It has more than ${count(limit)} triangles.`,
  parts: (limit) => `It has more than ${count(limit)} parts.`,
  points: (limit) => `Its lines have more than ${count(limit)} points.`,
};

const mebibytes = (bytes: number): string => `${count(Math.round(bytes / 1024 ** 2))} MiB`;
const count = (value: number): string => value.toLocaleString('en-GB');
