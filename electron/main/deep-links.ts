import { formatContentKey, parseContentKey } from '../../shared/model/content-key.ts';
import { formatGtin, hasRightGtinCheckDigit, parseGtin } from '../../shared/model/gtin.ts';
import type { WindowWish } from '../../shared/rpc/window-wish.ts';

/** The scheme of links that lead into the app. */
export const linkScheme = 'cadsync';

/** Anybody can put a link anywhere: a longer one is not looked at. */
const longestLink = 2_048;

/**
 * Reads a link: `cadsync://product/8719900100018` or `cadsync://file/Revit/2025/EC…`. A link only ever shows something,
 * and what it shows is named by a value that was checked.
 * @returns `undefined` for anything else
 */
export function readLink(link: string): WindowWish | undefined {
  const [, kind, value] =
    (link.length > longestLink ? null : /^cadsync:\/\/(product|file)\/([^?#\\]+)$/i.exec(link)) ?? [];
  if (kind === undefined || value === undefined) return undefined;
  return kind.toLowerCase() === 'product' ? productLink(value) : fileLink(value);
}

function productLink(value: string): WindowWish | undefined {
  // Browsers and mail programs add a slash.
  const digits = value.replace(/\/$/, '');
  const gtin = /^\d+$/.test(digits) ? parseGtin(digits) : undefined;
  return gtin?.ok && hasRightGtinCheckDigit(gtin.value) ? { kind: 'product', gtin: formatGtin(gtin.value) } : undefined;
}

function fileLink(value: string): WindowWish | undefined {
  const text = decoded(value.replace(/\/$/, ''));
  const key = text === undefined ? undefined : parseContentKey(text);
  return key?.ok ? { kind: 'file', key: formatContentKey(key.value) } : undefined;
}

/** A key has percent signs of its own, for the characters that divide it: those stay, others are an address's. */
function decoded(value: string): string | undefined {
  try {
    const text = value.replace(/%(?!2F|25|40)[0-9A-F]{2}(%[89AB][0-9A-F])*/gi, decodeURIComponent);
    return /\p{Cc}/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The link among a program's arguments, where it was started by one. */
export function linkAmong(argv: readonly string[]): string | undefined {
  return argv.find((argument) => argument.toLowerCase().startsWith(`${linkScheme}:`));
}
