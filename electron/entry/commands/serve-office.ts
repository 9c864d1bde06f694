import type { Redactor } from '../../client/redactor.ts';
import { openOfficeService, type OpenedOffice } from '../../service/open-office-service.ts';
import { databaseUrlOf, officeFilesOf } from '../office-access.ts';
import type { ServicePlace, UsualServeOptions } from './serve.ts';

/**
 * Opens one of the processes of a service for several offices.
 * @throws AppError of the command line, the database, the files or the port
 */
export function openOffice(
  usual: UsualServeOptions,
  place: ServicePlace & { readonly kind: 'office' },
  redactor: Redactor,
): Promise<OpenedOffice> {
  const databaseUrl = databaseUrlOf(place.database, { redactor });
  return openOfficeService({ ...usual, databaseUrl, files: officeFilesOf(place, { redactor }) });
}
