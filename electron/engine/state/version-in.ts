import type { Version } from '../../../shared/model/version.ts';
import type { Row } from './row.ts';

/** The version that the columns `major` and `minor` of a row hold. */
export function versionIn(row: Row): Version {
  return { major: row.number('major'), minor: row.number('minor') };
}
