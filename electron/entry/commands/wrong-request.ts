import { AppError } from '../../../shared/errors/app-error.ts';
import type { Parsed } from '../../../shared/model/parsed.ts';

/** What is thrown where a command line asks for something that cannot be meant. */
export function wrong(detail: string): AppError {
  return new AppError('invalid-request', { detail });
}

/** @param what names the value as the command line has it. @throws AppError `invalid-request` saying what is wrong with it */
export function valueOf<T>(what: string, read: Parsed<T>): T {
  if (read.ok) return read.value;
  throw wrong(`${what}: ${read.fault.detail}.`);
}
