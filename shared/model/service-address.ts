/** The addresses of one connection, as a person or the environment gives them. Empty: the same as the content address. */
export interface ServiceAddresses {
  readonly contentAddress: string;
  readonly dataAddress: string;
  /** Where tokens are fetched, without `/oauth/token`. */
  readonly tokenAddress: string;
}

/** Why a text is no address of a service, as the code of the error. */
export type AddressFault = 'address-invalid' | 'address-scheme-refused' | 'address-with-password';

/** What is wrong with an address; `undefined` while nothing is. */
export function addressFault(text: string): AddressFault | undefined {
  const url = readUrl(text);
  if (!url) return 'address-invalid';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'address-scheme-refused';
  // They would replace the bearer token, and they would stand in every message about the address.
  return url.username !== '' || url.password !== '' ? 'address-with-password' : undefined;
}

/**
 * An address as it is kept: without what is behind `?` or `#`. No request uses that, and links that come by mail have keys
 * there.
 */
export function keptAddress(text: string): string {
  return text.trim().replace(/[?#].*$/s, '');
}

/**
 * The origins (scheme, host, port) of a connection as one text: what its secrets belong to. The token address gets the
 * client secret, and the token it gives goes to the content and data addresses, so all three count, each in its role:
 * with any other origin the connection is another one, and its secrets are asked for again. Paths do not count, because
 * whoever answers for an origin answers for all of its paths.
 *
 * It looks like `https://content.example`, with ` data=https://data.example` and ` token=https://login.example:8443`
 * after it where those differ. `undefined` when an address is faulty or the content address is missing.
 */
export function connectionOrigins({ contentAddress, dataAddress, tokenAddress }: ServiceAddresses): string | undefined {
  const content = originOf(contentAddress);
  const data = dataAddress.trim() === '' ? content : originOf(dataAddress);
  const token = tokenAddress.trim() === '' ? content : originOf(tokenAddress);
  if (content === undefined || data === undefined || token === undefined) return undefined;
  return [content, data === content ? '' : ` data=${data}`, token === content ? '' : ` token=${token}`].join('');
}

/**
 * A name that stays the same for the same service however its address was written: upper case, `/api/v1`, doubled
 * slashes or one at the end, a usual port, a dot after the host, and the names of this computer make no other service
 * of it, so nothing is compared again.
 */
export function serviceIdOf(contentAddress: string): string {
  const url = readUrl(contentAddress);
  if (!url) return contentAddress.trim().toLowerCase();
  return `${url.protocol}//${placeOf(url, isLoopback(contentAddress) ? 'localhost' : hostOf(url))}`;
}

/**
 * What a person calls a service, by its address or else by its id: with the host as it was entered, which is how errors
 * name it. @param embedded what the service inside the app is called
 */
export function serviceNameOf(address: string, embedded: string): string {
  if (address === 'embedded') return embedded;
  const url = readUrl(address);
  return url ? placeOf(url, hostOf(url)) : address.trim();
}

/** A service without its scheme: host, port and path. */
function placeOf({ port, pathname }: URL, host: string): string {
  const path = pathname
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .replace(/\/api(\/v\d+)?$/i, '');
  return `${host}${port === '' ? '' : `:${port}`}${path}`;
}

/** The origins that would be spoken to without encryption over a network: `http:` beyond this computer. */
export function unencryptedOrigins({ contentAddress, dataAddress, tokenAddress }: ServiceAddresses): string[] {
  const open = [contentAddress, dataAddress, tokenAddress]
    .filter(isUnencrypted)
    .flatMap((text) => originOf(text) ?? []);
  return [...new Set(open)];
}

/** Whether what is sent to this address could be read on its way: `http:` to another computer. */
export function isUnencrypted(address: string): boolean {
  return readUrl(address)?.protocol === 'http:' && !isLoopback(address);
}

/** Whether an address stands for this computer. */
export function isLoopback(address: string): boolean {
  const url = readUrl(address);
  const host = url ? hostOf(url) : '';
  // 127.0.0.0/8, also as IPv6 writes it.
  return host === 'localhost' || host === '[::1]' || /^(127(\.\d+){3}|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/.test(host);
}

/** A dot at the end of a name only says that nothing comes after it. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '');
}

function originOf(text: string): string | undefined {
  return addressFault(text) === undefined ? readUrl(text)?.origin : undefined;
}

function readUrl(text: string): URL | undefined {
  const trimmed = text.trim();
  return URL.canParse(trimmed) ? new URL(trimmed) : undefined;
}
