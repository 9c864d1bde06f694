import { licenseParameter, type OperationShape } from '../../../shared/api/operation.ts';

const hidden = '***';

/**
 * The path of a request as an answer or a report may name it: without its query, and without the license codes, which
 * people also put where they do not belong.
 */
export function operationInstance(
  shape: OperationShape,
  params: Readonly<Record<string, string | undefined>>,
  licenseCodes: readonly string[],
): string {
  const path = shape.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === licenseParameter ? hidden : encodeURIComponent((params[name] ?? '').toWellFormed()),
  );
  return withoutCodes(path, licenseCodes);
}

/** The same for a path that is no operation's, in which a license code may stand anywhere. */
export function unknownInstance(url: string, licenseCodes: readonly string[]): string {
  const [path = ''] = url.split('?', 1);
  return withoutCodes(path, licenseCodes);
}

function withoutCodes(path: string, licenseCodes: readonly string[]): string {
  return licenseCodes
    .flatMap((code) => [code, encodeURIComponent(code)])
    .filter((code) => code !== '')
    .reduce((text, code) => text.replaceAll(code, hidden), path);
}
