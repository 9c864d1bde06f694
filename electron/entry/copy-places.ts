import type { Redactor } from '../client/redactor.ts';
import { requireTenantId } from '../service/auth/clients.ts';
import type { CopyPlace } from '../service/copying/open-copy-end.ts';
import { wrong } from './commands/wrong-request.ts';
import { databaseUrlOf, officeFilesOf, type Side } from './office-access.ts';
import { requireFolder, requireServiceFolder } from './service-folder.ts';

/** One end of a copy as the command line names it. */
export interface NamedPlace {
  /** A data folder, or the address of a database. */
  readonly place: string;
  readonly files: string | undefined;
  readonly tenant: string | undefined;
}

/**
 * Reads where a copy comes from or goes to; passwords and keys are those of the environment, of this end where it has
 * any.
 * @param side as the options call it
 * @throws AppError `invalid-request` where something is missing or too much, `database-address-invalid`,
 *   `file-store-address-invalid`, `unknown-item` where a copy comes from a folder that is not there
 */
export function readCopyPlace(
  side: Side,
  { place, files, tenant }: NamedPlace,
  redactor: Pick<Redactor, 'remember'>,
): CopyPlace {
  if (!/^postgres(ql)?:/i.test(place)) {
    if (files !== undefined || tenant !== undefined) {
      throw wrong(`--${side}-files and --${side}-tenant belong to a database, and ${place} is a folder.`);
    }
    if (side === 'from') requireServiceFolder(place);
    return { kind: 'folder', dataDir: place };
  }
  if (files === undefined || tenant === undefined) {
    throw wrong(`A database needs --${side}-files and --${side}-tenant with the name of the office.`);
  }
  requireTenantId(tenant);
  const officeFiles = officeFilesOf({ files, workDir: undefined }, { redactor, side });
  if (side === 'from' && officeFiles.kind === 'folder') requireFolder(officeFiles.folder);
  const databaseUrl = databaseUrlOf(place, { redactor, side });
  return { kind: 'office', databaseUrl, files: officeFiles, tenantId: tenant };
}
