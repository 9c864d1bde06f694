import { contract, type OperationId } from '../../shared/api/contract.ts';
import { licenseParameter, type OperationShape } from '../../shared/api/operation.ts';
import type { Target } from './target.ts';

/** A request as the suite writes it down: what is left out is right. */
export interface Ask {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as the one file part of a multipart body. */
  readonly file?: { readonly name: string; readonly content: string };
  /** Sent as it is. */
  readonly raw?: { readonly body: string; readonly contentType?: string };
  readonly version?: string;
  /** `null`: none is sent. */
  readonly token?: string | null;
  readonly licenseCode?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Behind the path, to leave the operation. */
  readonly beyond?: string;
}

/** Sends a request for an operation, built from the contract. */
export async function send(target: Target, id: OperationId, ask: Ask): Promise<Response> {
  const shape: OperationShape = contract[id];
  const headers = new Headers(ask.headers);
  const token = ask.token === undefined ? target.token : ask.token;
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  return fetch(addressOf(target, shape, ask), { method: shape.method, headers, ...bodyOf(ask, headers) });
}

function addressOf(target: Target, shape: OperationShape, ask: Ask): string {
  const licenseCode = ask.licenseCode ?? target.licenseCode;
  const values: Record<string, string> = { version: '1', [licenseParameter]: licenseCode, ...ask.params };
  if (ask.version !== undefined) values['version'] = ask.version;
  const path = shape.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams({
    ...(shape.license === 'query' ? { [licenseParameter]: licenseCode } : {}),
    ...ask.query,
  });
  return `${target.address}${path}${ask.beyond ?? ''}${query.size > 0 ? `?${query.toString()}` : ''}`;
}

function bodyOf(ask: Ask, headers: Headers): { body?: string | FormData } {
  if (ask.file) {
    const form = new FormData();
    form.append('fileToUpload', new Blob([ask.file.content]), ask.file.name);
    return { body: form };
  }
  if (ask.raw) {
    if (ask.raw.contentType) headers.set('content-type', ask.raw.contentType);
    return { body: ask.raw.body };
  }
  if (ask.json === undefined) return {};
  headers.set('content-type', 'application/json; charset=utf-8');
  return { body: JSON.stringify(ask.json) };
}
