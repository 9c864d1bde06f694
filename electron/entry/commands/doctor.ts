import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { AppError, toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { BundleRecord, CheckRecord, DiagnosisRecord } from '../../../shared/rpc/diagnosis.ts';
import { diagnosisInWords } from '../../../shared/words/diagnosis/diagnosis-in-words.ts';
import { connectToRunning } from '../../channels/connect-commands.ts';
import type { DiagnosticCalls } from '../../engine/application/host-ports.ts';
import { savePersonFile } from '../../platform/person-files.ts';
import { isStateThere } from '../../platform/state-files.ts';
import { within } from '../../platform/within.ts';
import { diagnosticsAtRest } from '../headless-diagnostics.ts';
import { assertFolder } from './assert-folder.ts';
import type { Asking, States } from './engines.ts';
import { exitCodes, printNote, printProblem, printResult } from './output.ts';
import { wrong } from './wrong-request.ts';

/** All checks have ended by then, each by its own limit. */
const answerWithinMs = 90_000;

/**
 * Looks for what is wrong with each state, and tells what to do; with a path, writes a bundle for support too.
 * @returns the exit code: 2 when something needs a person, 1 when a check could not be carried out or the
 * bundle not be written, else 0
 * @throws AppError `invalid-request` when the file of the bundle is there already or its folder is not
 */
export async function doctorCommand(bundlePath: string | undefined, options: Asking): Promise<number> {
  const file = bundlePath === undefined ? undefined : resolve(bundlePath);
  if (file !== undefined && existsSync(file)) throw wrong(`${file} is there already. Name another file.`);
  if (file !== undefined) await assertFolder(dirname(file));
  const folders = foldersOf(options);
  const states: ({ readonly state: string } & DiagnosisRecord)[] = [];
  for (const folder of folders) states.push({ state: folder, ...(await callEither(folder, (calls) => calls.run())) });
  const [first = ''] = folders;
  const bundle = file === undefined ? undefined : await callEither(first, (calls) => calls.bundle());
  // What the checks found is told also where the bundle finds no room.
  const error = bundle && file !== undefined ? await write(file, bundle, first) : undefined;
  const written = bundle && !error ? { bundle: { file, parts: bundle.parts } } : {};
  printResult(options.json, { states, ...written, error }, (told) => told.states.map(describe).join('\n\n'));
  if (!error) return exitCodeOf(states.flatMap(({ checks }) => checks));
  printProblem(error);
  return exitCodes.failed;
}

/** Where nothing was synced yet, there is still a computer to look at. */
function foldersOf({ stateDir, usualStateDirs }: States): readonly string[] {
  if (stateDir !== undefined) return [resolve(stateDir)];
  const there = usualStateDirs.filter(isStateThere);
  return there.length > 0 ? there : usualStateDirs.slice(0, 1);
}

/** Asks the engine that runs; where none does, or it does not answer, this program looks itself. */
async function callEither<T>(folder: string, call: (calls: DiagnosticCalls) => Promise<T>): Promise<T> {
  try {
    const running = await connectToRunning(folder);
    if (running) return await within(answerWithinMs, call(running.diagnostics), new AppError('service-timeout'));
  } catch (error) {
    return call(diagnosticsAtRest(folder, toAppError(error).code === 'state-out-of-reach' ? 'unseen' : 'silent'));
  }
  return call(diagnosticsAtRest(folder, 'rests'));
}

const marks = { ok: 'ok     ', note: 'note   ', problem: 'PROBLEM' } as const;

function describe({ state, checks }: { readonly state: string; readonly checks: readonly CheckRecord[] }): string {
  const lines = checks.map((check) => {
    const { title, means, toDo } = diagnosisInWords(check, 'en');
    const about = check.about === undefined ? [] : [`         ${check.about}`];
    return [
      `${marks[check.outcome]}  ${check.libraryName === undefined ? '' : `${check.libraryName}, `}${title}: ${means}`,
      ...about,
      ...(toDo === '' ? [] : [`         ${toDo}`]),
    ].join('\n');
  });
  return [`State: ${state}`, ...lines].join('\n');
}

function describeBundle({ parts }: BundleRecord, file: string, state: string): string {
  return [
    `${file} will hold, about ${state}:`,
    ...parts.map(({ name, sizeBytes }) => `  ${name} (${sizeBytes} bytes)`),
    'No secrets, names, addresses or paths are in it.',
  ].join('\n');
}

/** @returns why it could not be written */
async function write(file: string, bundle: BundleRecord, state: string): Promise<ErrorRecord | undefined> {
  printNote(describeBundle(bundle, file, state));
  const bytes = Readable.from([Buffer.from(bundle.zip, 'base64')]);
  return savePersonFile({ path: file, mayReplace: false, mode: 0o600 }, bytes).then(
    () => undefined,
    (thrown: unknown) => toAppError(thrown).toRecord(),
  );
}

function exitCodeOf(checks: readonly CheckRecord[]): number {
  const problems = checks.filter(({ outcome }) => outcome === 'problem');
  const isUndone = ({ finding }: CheckRecord): boolean => ['checkFailed', 'checkHung'].includes(finding.code);
  if (problems.some((check) => !isUndone(check))) return exitCodes.needsPerson;
  return problems.length > 0 ? exitCodes.failed : exitCodes.done;
}
