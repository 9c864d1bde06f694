import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import { appErrors } from './errors/app-errors.ts';
import { clientErrors } from './errors/client-errors.ts';
import { fileErrors } from './errors/file-errors.ts';
import { libraryErrors } from './errors/library-errors.ts';
import { lookErrors } from './errors/look-errors.ts';
import { serviceErrors } from './errors/service-errors.ts';
import { serviceDataErrors } from './errors/service-data-errors.ts';
import type { ErrorSentences } from './errors/sentences.ts';

/** The Dutch wording of every error of the catalogue. */
export const errorSentences: Readonly<Record<ErrorCode, ErrorSentences>> = {
  ...serviceErrors,
  ...clientErrors,
  ...serviceDataErrors,
  ...lookErrors,
  ...fileErrors,
  ...libraryErrors,
  ...appErrors,
};
