import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { inLists } from '../../../shared/api/limits.ts';
import { standingOf, type Standing } from '../../../shared/rpc/standings.ts';
import type { ExplainedFileRecord, ExplainedPaths, StatusOverview } from '../../../shared/rpc/status-answer.ts';
import {
  allWords,
  englishSpeaker,
  putIntoWords,
  suggestionInWords,
} from '../../../shared/words/explanations/put-into-words.ts';
import { unconfirmed as whyUnconfirmed } from '../../../shared/words/explanations/en.ts';
import { libraryHolding } from '../../engine/tree/library-holding.ts';
import { addUp, describeOverview, exitCodeOfOverview } from './describe-overview.ts';
import { fileForPerson } from './file-states.ts';
import { exitCodes, printResult } from './output.ts';
import { printable } from './printable.ts';
import { canonical, foldersOf, withEachEngine, withEngine, type States } from './engines.ts';

type StatusOptions = States & { readonly json: boolean };

/** So many paths are asked about at once. */
const askedAtOnce = 1_000;

/**
 * Tells how the libraries stand: as the app that runs says it, else as the last run left them.
 * @returns the exit code, as `exitCodeOfOverview` says
 */
export async function statusCommand(options: StatusOptions): Promise<number> {
  const overview = addUp(await withEachEngine(options, (calls) => calls.status.overview()));
  printResult(options.json, { ...overview, libraries: overview.libraries.map(forPrinting) }, () =>
    describeOverview(overview, Date.now()),
  );
  return exitCodeOfOverview(overview);
}

/**
 * Tells why files stand as they do; of folders, those that are not in step.
 * @returns the exit code: 0 when all are in step, 2 when one waits for a person, 3 when one is not in step otherwise
 */
export async function explainCommand(named: readonly string[], options: StatusOptions): Promise<number> {
  const answer: { files: ExplainedPaths['files']; folders: ExplainedPaths['folders'] } = { files: [], folders: [] };
  let left = named.map((path) => resolve(path));
  const folders = foldersOf(options);
  for (const [place, folder] of folders.entries()) {
    const isLast = place === folders.length - 1;
    await withEngine(folder, async ({ status, libraries: { list } }) => {
      const libraries = await list();
      const mine: string[] = [];
      const others: string[] = [];
      for (const path of left) {
        const place = await placeInLibrary(path, (one) => libraryHolding(libraries, one) !== undefined);
        // What no state folder knows is for the last one to explain.
        if (place === undefined && !isLast) others.push(path);
        else mine.push(place ?? (await canonical(path)));
      }
      left = others;
      for (const paths of inLists(mine, askedAtOnce)) {
        const { files, folders: below } = await status.explain({ paths: [...paths] });
        answer.files.push(...files);
        answer.folders.push(...below);
      }
    });
  }
  const files = answer.files.map((file) => ({ ...file, standing: standingOfFile(file) }));
  printResult(options.json, { files, folders: answer.folders }, () => describeAnswer(answer));
  return exitCodeOf([...files.map(({ standing }) => standing), ...answer.folders.map(standingOfFolder)]);
}

/** Whoever is not signed in has something to do, also about what was in step. */
function standingOfFile({ explanation: { reason } }: ExplainedFileRecord): Standing {
  if (reason.code === 'notConfirmed' && reason.because === 'refused') return 'needsYou';
  return standingOf[reason.code];
}

/** Of a folder itself, beside the files in it that are not in step. */
function standingOfFolder({ toCome, unconfirmed }: ExplainedPaths['folders'][number]): Standing {
  if (unconfirmed === 'refused' || toCome.forPerson > 0) return 'needsYou';
  if (unconfirmed !== undefined) return 'unconfirmed';
  return toCome.count > 0 ? 'underWay' : 'inStep';
}

/**
 * Where a path stands in a library. Links on the way to the library are followed, links in it are not: what they are is
 * what is asked.
 */
async function placeInLibrary(path: string, isInLibrary: (path: string) => boolean): Promise<string | undefined> {
  if (isInLibrary(path)) return path;
  const above = dirname(path);
  const place = above === path ? undefined : await placeInLibrary(above, isInLibrary);
  if (place !== undefined) return join(place, basename(path));
  const real = await realpath(path).catch(() => undefined);
  return real !== undefined && isInLibrary(real) ? real : undefined;
}

function describeAnswer(answer: ExplainedPaths): string {
  const { files, folders } = printable(answer);
  const speaker = englishSpeaker(Date.now());
  const describe = (file: ExplainedFileRecord): string => {
    const { path, explanation, suggestion } = file;
    const words = allWords(putIntoWords(explanation, 'en', speaker));
    const suggested = suggestion ? [suggestionInWords(suggestion, 'en', speaker)] : [];
    return [path, words, ...suggested, ...describeKey(file)].join('\n  ');
  };
  return [
    ...files.map(describe),
    ...folders.map(({ path, inStep, notInStep, leftOut, toCome, unconfirmed }) => {
      const more = leftOut === 0 ? '' : `; ${leftOut} of them are not named here`;
      const forPerson = toCome.forPerson === 0 ? '' : `, ${toCome.forPerson} of them for you to look at`;
      const coming = toCome.count === 0 ? '' : `; ${toCome.count} to be fetched${forPerson}`;
      const doubt = unconfirmed === undefined ? '' : ` (not confirmed now: ${whyUnconfirmed[unconfirmed]})`;
      return `${path}: ${inStep} in step, ${notInStep} not${more}${coming}${doubt}`;
    }),
  ].join('\n');
}

/** The key in the form that `release` and `versions` take, and who gets the file by it. */
function describeKey({ key, version, notOfPrograms }: ExplainedFileRecord): string[] {
  if (key === undefined) return [];
  const agreed = version === undefined ? 'no version agreed yet' : `version ${version}`;
  return [
    `Key: ${key} (${agreed})`,
    ...(notOfPrograms === undefined
      ? []
      : [
          `Its link gives it this program and version. Libraries for ${notOfPrograms.join(', ')} only do not receive it.`,
        ]),
  ];
}

function exitCodeOf(standings: readonly Standing[]): number {
  if (standings.includes('needsYou')) return exitCodes.needsPerson;
  return standings.every((standing) => standing === 'inStep') ? exitCodes.done : exitCodes.notInStep;
}

function forPrinting({ forPerson, lastScanAtMs, ...library }: StatusOverview['libraries'][number]) {
  return {
    ...library,
    forPerson: forPerson.map((file) => fileForPerson(library.root, file)),
    lastScan: lastScanAtMs === undefined ? undefined : new Date(lastScanAtMs).toISOString(),
  };
}
