import { tokenPath } from '../../shared/api/token.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { addressFault, isUnencrypted } from '../../shared/model/service-address.ts';

/**
 * The part of an address that the paths of the contract are put behind: without `/api`, `/api/v1`, the token path or a
 * trailing slash, whichever of them a person typed.
 * @param allowHttp whether a person accepted that other computers are spoken to without encryption
 * @throws AppError `address-invalid`, `address-scheme-refused`, `address-with-password`; `address-not-encrypted` for
 * `http:` to another computer that nobody accepted.
 */
export function serviceAddress(text: string, allowHttp: boolean): string {
  const fault = addressFault(text);
  // The text itself is not told: it may hold a password.
  if (fault !== undefined) throw new AppError(fault);
  const url = new URL(text.trim());
  if (!allowHttp && isUnencrypted(text)) {
    throw new AppError('address-not-encrypted', { detail: `${url.origin} is another computer.` });
  }
  const path = url.pathname.replace(/\/+$/, '');
  const tail = [/\/api(\/v\d+)?$/i, new RegExp(`${tokenPath}$`, 'i')].find((pattern) => pattern.test(path));
  return url.origin + (tail ? path.replace(tail, '') : path).replace(/\/+$/, '');
}
