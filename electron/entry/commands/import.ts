import { basename } from 'node:path';
import { parseGln } from '../../../shared/model/gln.ts';
import { parseLanguageCode } from '../../../shared/model/language.ts';
import { openProductImport, type OpenedProductImport } from '../../service/open-product-import.ts';
import { detectProductFiles, importProductFiles } from '../import-product-files.ts';
import { databaseUrlOf } from '../office-access.ts';
import { describeImport } from './describe-import.ts';
import { listenForInterrupt } from './listen-for-interrupt.ts';
import { exitCodes, printProblem, printResult } from './output.ts';
import { createProgressLine } from './progress-line.ts';
import { sayHowToFree } from './say-how-to-free.ts';
import { valueOf, wrong } from './wrong-request.ts';

/** The command line of `cadsync import`. */
export interface ImportCommandOptions {
  readonly files: readonly string[];
  readonly into:
    | {
        /** Data folder of a service that is not running. */
        readonly dataDir: string;
      }
    /** The database of a service of several offices, and one of them. */
    | { readonly database: string; readonly tenant: string };
  /** Language of texts that do not say theirs. */
  readonly languageCode: string;
  /** GLN of the manufacturer of products that name none. */
  readonly manufacturerGln?: string | undefined;
  readonly json: boolean;
}

/**
 * Loads product data into the folder of a service, or into a database that is served. Every file is looked at before the
 * first is imported.
 * @returns the exit code: 2 when parts of files were left out because of faults
 * @throws AppError `invalid-request`, `import-file-unreadable`, `service-data-in-use`: nothing was imported then
 */
export async function importCommand({ files: paths, into, json, ...given }: ImportCommandOptions): Promise<number> {
  const options = readOptions(given);
  const files = await detectProductFiles(paths);
  const target = await openTarget(into);
  const interrupt = listenForInterrupt();
  const progress = createProgressLine(process.stderr);
  try {
    const onProgress = (place: number, fraction: number): void =>
      progress.show(basename(files[place]?.path ?? ''), fraction);
    const onTidying = (fraction: number): void =>
      progress.show('Removing what an earlier import left behind', fraction);
    const result = await importProductFiles(
      target,
      files,
      { ...options, signal: interrupt.signal, onTidying },
      onProgress,
    );
    progress.end();
    printResult(json, result, describeImport);
    if (!result.error) return result.faultCount === 0 ? exitCodes.done : exitCodes.needsPerson;
    printProblem(result.error);
    return exitCodes.failed;
  } finally {
    interrupt.stop();
    await target.close();
  }
}

type ReadOptions = Pick<ImportCommandOptions, 'languageCode' | 'manufacturerGln'>;

function readOptions({ languageCode, manufacturerGln }: ReadOptions): ReadOptions {
  const language = valueOf('--language', parseLanguageCode(languageCode));
  if (language === undefined) throw wrong('--language is empty.');
  if (manufacturerGln === undefined) return { languageCode: language };
  return { languageCode: language, manufacturerGln: valueOf('--manufacturer-gln', parseGln(manufacturerGln)) };
}

async function openTarget(into: ImportCommandOptions['into']): Promise<OpenedProductImport> {
  if ('database' in into) {
    const { openOfficeImport } = await import('../../service/open-office-import.ts');
    return openOfficeImport(databaseUrlOf(into.database), into.tenant);
  }
  const howToFree = 'A service runs on it: end it, import, and start it again.';
  return openProductImport(into.dataDir).catch(sayHowToFree(howToFree));
}
