import { hidden, type Clients } from '../auth/clients.ts';
import { licenseParameter, type OperationShape } from '../../../shared/api/operation.ts';

/**
 * The path of a request as an answer or a report may name it: without its query, and without the license codes, which
 * people also put where they do not belong.
 */
export function operationInstance(
  shape: OperationShape,
  params: Readonly<Record<string, string | undefined>>,
  hideLicenses: Clients['hideLicenses'],
): string {
  const path = shape.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === licenseParameter ? hidden : encodeURIComponent((params[name] ?? '').toWellFormed()),
  );
  return hideLicenses(path);
}

/** The same for a path that is no operation's, in which a license code may stand anywhere. */
export function unknownInstance(url: string, hideLicenses: Clients['hideLicenses']): string {
  const [path = ''] = url.split('?', 1);
  return hideLicenses(path);
}
