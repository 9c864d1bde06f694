import { licenseParameter, type OperationShape } from '../../../shared/api/operation.ts';

const hidden = '***';

/** The path of a request as an answer or a report may name it: without its query, and without the license code. */
export function operationInstance(shape: OperationShape, params: Readonly<Record<string, string | undefined>>): string {
  return shape.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === licenseParameter ? hidden : encodeURIComponent((params[name] ?? '').toWellFormed()),
  );
}

/** The same for a path that is no operation's, in which a license code may stand anywhere. */
export function unknownInstance(url: string, licenseCodes: readonly string[]): string {
  const [path = ''] = url.split('?', 1);
  return licenseCodes
    .flatMap((code) => [code, encodeURIComponent(code)])
    .filter((code) => code !== '')
    .reduce((text, code) => text.replaceAll(code, hidden), path);
}
