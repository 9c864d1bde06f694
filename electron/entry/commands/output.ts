import { describeError, type AppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import { printable, printableJson, printableLines } from './printable.ts';

/** Exit codes of every command. */
export const exitCodes = {
  done: 0,
  /** Something failed that the command cannot mend. */
  failed: 1,
  /** The command did its part; a person has to decide something. */
  needsPerson: 2,
  /** Not everything is in step, or nobody knows, and no person has to do anything about it. */
  notInStep: 3,
  /** The command line was wrong (EX_USAGE of sysexits.h). */
  usage: 64,
} as const;

/**
 * Prints a result: as one JSON line for programs, as text for people.
 * @param text says the result, which it gets with every name in it fit to be printed; where it says nothing, no line is
 * printed
 */
export function printResult<T>(json: boolean, result: T, text: (result: T) => string): void {
  const said = json ? printableJson(result) : printableLines(text(printable(result)));
  if (said !== '') process.stdout.write(`${said}\n`);
}

/** Prints why a command failed, on standard error, and as JSON on standard output where that is asked for. */
export function printFailure(json: boolean, error: AppError): void {
  if (json) process.stdout.write(`${printableJson({ error: error.toRecord() })}\n`);
  printProblem(error);
}

/** Says on standard error what a person should know, in lines. */
export function printNote(text: string): void {
  process.stderr.write(`${printableLines(text)}\n`);
}

/** Says on standard error what went wrong. */
export function printProblem(error: ErrorRecord): void {
  process.stderr.write(`${printable(describeError(error))}\n`);
}
