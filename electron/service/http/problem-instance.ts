import { hidden, type Clients } from '../auth/clients.ts';
import { licenseParameter, type OperationShape } from '../../../shared/api/operation.ts';
import { readRecord } from '../../../shared/api/read-record.ts';
import { operationWords } from './route-path.ts';

/**
 * The path of a request as an answer or a report may name it: without its query, and without the license codes, which
 * people also put where they do not belong. A value of another form than its place has may be one.
 */
export function operationInstance(
  shape: OperationShape,
  params: Readonly<Record<string, string | undefined>>,
  hideLicenses: Clients['hideLicenses'],
): string {
  const misformed = new Set(readRecord(shape.params, params).error?.issues.map((issue) => issue.path[0]));
  if (!isVersion(params['version'] ?? '')) misformed.add('version');
  const path = shape.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    if (name === licenseParameter || (value !== '' && misformed.has(name))) return hidden;
    return encodeURIComponent(value.toWellFormed());
  });
  return hideLicenses(path);
}

/**
 * The same for a path that is no operation's: a license code may stand anywhere in it, so only known words are shown.
 * @param route what the server has under that path; undefined where it has nothing
 */
export function unknownInstance(url: string, route?: string): string {
  const [path = ''] = url.split('?', 1);
  const ownWords = route?.split('/') ?? [];
  const isWord = (part: string): boolean => operationWords.has(part.toLowerCase()) || ownWords.includes(part);
  const isShown = (part: string): boolean =>
    part === '' || isWord(part) || (/^v/i.test(part) && isVersion(part.slice(1)));
  return path
    .split('/')
    .map((part) => (isShown(part) ? part : hidden))
    .join('/');
}

function isVersion(text: string): boolean {
  return /^\d{1,3}$/.test(text);
}
