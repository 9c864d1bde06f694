import type { CadProduct } from '../../../shared/api/schemas/cad-product.ts';
import { defaultContentType } from '../../../shared/model/content-key.ts';
import { parseClassVersion, parseEtimCode } from '../../../shared/model/etim-code.ts';
import { compareProgramVersions } from '../../../shared/model/program.ts';
import type { History, HistoryFilter, StoredVersion, VersionRecords } from '../store/store.ts';

/** The program that files are looked for, and the language they are wanted in. */
export interface Target {
  readonly application: string;
  readonly applicationVersion: string;
  readonly languageCode: string | undefined;
}

/**
 * Finds the newest file that a program can open for a product: of its classes, of the highest application version not
 * above the one asked, in the asked language where there is one, of the newest class versions. Products of the same
 * classes share what was found.
 */
export function createFileFinder(
  versions: VersionRecords,
  target: Target,
): (product: CadProduct) => Promise<StoredVersion | undefined> {
  const found = new Map<string, Promise<StoredVersion | undefined>>();
  return (product) => {
    const classes = readClasses(product);
    if (!classes) return Promise.resolve(undefined);
    const key = JSON.stringify(classes);
    const file = found.get(key) ?? findCompatibleFile(versions, classes, target);
    found.set(key, file);
    return file;
  };
}

type Classes = Pick<HistoryFilter, 'etimClassCode' | 'etimModelCode' | 'etimClassCodeVersion' | 'etimModelCodeVersion'>;

function readClasses(product: CadProduct): Classes | undefined {
  const etimClass = parseEtimCode('class', product.etimClassCode ?? '');
  const modellingClass = parseEtimCode('modellingClass', product.modellingClassCode ?? '');
  if (!etimClass.ok || !modellingClass.ok) return undefined;
  return {
    etimClassCode: etimClass.value,
    etimModelCode: modellingClass.value,
    ...namedVersion('etimClassCodeVersion', product.etimClassCodeVersion),
    ...namedVersion('etimModelCodeVersion', product.modellingClassCodeVersion),
  };
}

async function findCompatibleFile(
  versions: VersionRecords,
  classes: Classes,
  { application, applicationVersion, languageCode }: Target,
): Promise<StoredVersion | undefined> {
  const histories = await versions.listHistories({ applicationName: application, ...classes, attachmentName: '' });
  const openable = histories.filter(
    ({ key }) => compareProgramVersions(key.applicationVersion, applicationVersion) <= 0,
  );
  const best = openable.sort((a, b) => compareForUse(a, b, languageCode))[0];
  return best && versions.find(best.historyId, best.newestRelease ?? best.newest);
}

/** A product that names no class version is drawn by whichever there is. */
function namedVersion(name: 'etimClassCodeVersion' | 'etimModelCodeVersion', text: string | undefined) {
  const version = parseClassVersion(text ?? '');
  return text && version.ok ? { [name]: version.value } : {};
}

function compareForUse(a: History, b: History, languageCode: string | undefined): number {
  return (
    compareProgramVersions(b.key.applicationVersion, a.key.applicationVersion) ||
    rankType(a) - rankType(b) ||
    rankLanguage(a, languageCode) - rankLanguage(b, languageCode) ||
    Number(b.key.etimClassCodeVersion) - Number(a.key.etimClassCodeVersion) ||
    Number(b.key.etimModelCodeVersion) - Number(a.key.etimModelCodeVersion)
  );
}

function rankType({ key }: History): number {
  return key.type === defaultContentType ? 0 : 1;
}

function rankLanguage({ key }: History, languageCode: string | undefined): number {
  if (key.languageCode === languageCode) return 0;
  return key.languageCode === undefined ? 1 : 2;
}
