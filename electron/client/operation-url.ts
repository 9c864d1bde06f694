import type { OperationShape } from '../../shared/api/operation.ts';
import { servedApiVersion } from '../../shared/api/contract.ts';
import { AppError, type InputFault } from '../../shared/errors/app-error.ts';

/** Parameters of one request; the license code already stands among them where the operation has one. */
interface RequestParameters {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/**
 * The address of one request, derived from the operation's declaration. Absent query values are left out; an absent
 * optional last path value leaves a trailing slash.
 * @param address as `serviceAddress` gives it
 * @throws AppError `invalid-request` with the faults, when a value does not fit its declaration or a path.
 */
export function operationUrl(address: string, operation: OperationShape, input: RequestParameters): string {
  checkParameters(operation, input);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'version' ? servedApiVersion : pathValue(name, input.params[name]),
  );
  const query = Object.keys(operation.query.shape)
    .filter((name) => input.query[name] !== undefined)
    .map((name) => `${name}=${encodeURIComponent(textOf(input.query[name]))}`)
    .join('&');
  return `${address}${path}${query === '' ? '' : `?${query}`}`;
}

/** A wrong value costs a request of a scarce budget and comes back as a 400; the declaration knows it beforehand. */
function checkParameters(operation: OperationShape, input: RequestParameters): void {
  const faults = [
    ...faultsOf('path', operation.params, input.params),
    ...faultsOf('query', operation.query, input.query),
  ];
  if (faults.length > 0) throw new AppError('invalid-request', { faults, detail: faults.map(sentenceOf).join(' ') });
}

function faultsOf(place: 'path' | 'query', schema: OperationShape['params'], values: unknown): InputFault[] {
  const result = schema.safeParse(values);
  if (result.success) return [];
  return result.error.issues.map(({ path, message }) => ({ in: place, name: path.join('.'), detail: message }));
}

function sentenceOf({ name, detail }: InputFault): string {
  return `${name ?? ''}: ${detail}.`;
}

function pathValue(name: string, value: unknown): string {
  const text = textOf(value);
  // Every reader of URLs resolves these away, percent-encoded or not, and would ask for something else.
  if (text === '.' || text === '..') {
    throw new AppError('invalid-request', {
      detail: `${name} cannot be "${text}".`,
      faults: [{ in: 'path', name, detail: 'dots alone cannot stand in a path' }],
    });
  }
  return encodeURIComponent(text.toWellFormed());
}

/** Parameters are texts by declaration; nothing else reaches this place after the check. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : '';
}
