import { AppError } from '../../../shared/errors/app-error.ts';
import { readContentKey } from '../../../shared/model/content-key.ts';
import type { LinkHolder } from './pick-file.ts';

/** The ETIM class and the modelling class that a person says a file shows. */
export interface NamedClasses {
  readonly etimClassCode: string;
  readonly etimClassCodeVersion: string;
  readonly etimModelCode: string;
  readonly etimModelCodeVersion: string;
}

/**
 * A person says what files of one library show: recorded in the library's links file.
 * @param classes by path
 * @throws AppError `invalid-request` for a code of the wrong form, `unknown-item` for a file that is not there; then
 * none of them is recorded
 */
export async function assignClasses(
  { context: { files }, relink }: LinkHolder,
  classes: ReadonlyMap<string, NamedClasses>,
): Promise<void> {
  const links = new Map([...classes].map(([path, named]) => [path, checked(named)]));
  for (const path of links.keys()) {
    const file = files.get(path);
    if (!file || file.goneSinceMs !== undefined)
      throw new AppError('unknown-item', { detail: `${path} is not among the files that were seen in the folder.` });
  }
  await relink(() => links);
}

/** The one library that holds all these files. @throws AppError `invalid-request` */
export function oneLibraryOf<T>(holders: readonly T[]): T {
  const [holder, ...others] = new Set(holders);
  if (holder === undefined || others.length > 0)
    throw new AppError('invalid-request', { detail: 'Files of one library are expected.' });
  return holder;
}

function checked(named: NamedClasses): NamedClasses {
  const key = readContentKey({ ...named, applicationName: 'any', applicationVersion: 'any', type: 'any' });
  if (!key.ok) throw new AppError('invalid-request', { detail: `${key.fault.detail}.` });
  const { etimClassCode, etimClassCodeVersion, etimModelCode, etimModelCodeVersion } = key.value;
  return { etimClassCode, etimClassCodeVersion, etimModelCode, etimModelCodeVersion };
}
