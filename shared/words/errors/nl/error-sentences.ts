import type { ErrorCode } from '../../../errors/catalogue.ts';
import { appErrors } from './app-errors.ts';
import { clientErrors } from './client-errors.ts';
import { fileErrors } from './file-errors.ts';
import { libraryErrors } from './library-errors.ts';
import { lookErrors } from './look-errors.ts';
import { serviceErrors } from './service-errors.ts';
import { serviceDataErrors } from './service-data-errors.ts';
import type { ErrorSentences } from './sentences.ts';

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
