import { appErrors } from './catalogue/app-errors.ts';
import { clientErrors } from './catalogue/client-errors.ts';
import { fileErrors } from './catalogue/file-errors.ts';
import { libraryErrors } from './catalogue/library-errors.ts';
import { lookErrors } from './catalogue/look-errors.ts';
import { serviceDataErrors } from './catalogue/service-data-errors.ts';
import { serviceErrors } from './catalogue/service-errors.ts';

/** Every error this product raises, once. `status` and wording are derived from here on all sides. */
export const catalogue = {
  ...serviceErrors,
  ...clientErrors,
  ...serviceDataErrors,
  ...lookErrors,
  ...fileErrors,
  ...libraryErrors,
  ...appErrors,
} as const;

export type ErrorCode = keyof typeof catalogue;

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(catalogue, text);
}
