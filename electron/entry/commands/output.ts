import { describeError, type AppError } from '../../../shared/errors/app-error.ts';

/** Exit codes of every command. */
export const exitCodes = {
  done: 0,
  /** Something failed that the command cannot mend. */
  failed: 1,
  /** The command did its part; a person has to decide something. */
  needsPerson: 2,
  /** Asked about files: one is not in step, and nobody has to do anything about it. */
  notInStep: 3,
  /** The command line was wrong (EX_USAGE of sysexits.h). */
  usage: 64,
} as const;

/** Prints a result: as one JSON line for programs, as text for people. */
export function printResult(json: boolean, result: unknown, text: () => string): void {
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : `${text()}\n`);
}

/** Prints why a command failed, on standard error, and as JSON on standard output where that is asked for. */
export function printFailure(json: boolean, error: AppError): void {
  if (json) process.stdout.write(`${JSON.stringify({ error: error.toRecord() })}\n`);
  process.stderr.write(`${describeError(error)}\n`);
}
