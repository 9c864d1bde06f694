import { AppError } from '../../shared/errors/app-error.ts';
import { tokenPath } from '../../shared/api/token.ts';

/**
 * The part of an address that the paths of the contract are put behind: without `/api`, `/api/v1`, the token path or a
 * trailing slash, whichever of them a person typed.
 * @throws AppError `not-connected` when the text is no http or https address, or holds a user name or password.
 */
export function serviceAddress(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AppError('not-connected', { detail: 'The address of the service is not an http or https address.' });
  }
  // They would replace the bearer token, and they would stand in every message about the address.
  if (url.username !== '' || url.password !== '') {
    throw new AppError('not-connected', {
      detail: 'The address of the service must not hold a user name or password.',
    });
  }
  const path = url.pathname.replace(/\/+$/, '');
  const tail = [/\/api(\/v\d+)?$/i, new RegExp(`${tokenPath}$`, 'i')].find((pattern) => pattern.test(path));
  return url.origin + (tail ? path.replace(tail, '') : path).replace(/\/+$/, '');
}

/** Whether an address stands for this machine: then no proxy belongs in between. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
