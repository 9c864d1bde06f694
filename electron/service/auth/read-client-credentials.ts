import type { TokenFailure } from '../../../shared/api/token.ts';

/** With what a client proves who it is. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What a token request says, or why it cannot be served (RFC 6749 section 5.2). */
export type TokenRequest = { readonly candidates: readonly ClientCredentials[] } | TokenFailure;

/**
 * Reads a token request of the client-credentials grant: credentials in the form or as HTTP Basic.
 * @param form body of the request as text
 * @returns the credentials given; more than one reading where a client may or may not have encoded its Basic values
 */
export function readClientCredentials(form: string, authorization: string | undefined): TokenRequest {
  const fields = new URLSearchParams(form);
  for (const name of new Set(fields.keys())) {
    if (fields.getAll(name).length > 1) return failure('invalid_request', `${name} is given more than once`);
  }
  const grantType = fields.get('grant_type');
  if (!grantType) return failure('invalid_request', 'grant_type is missing');
  if (grantType !== 'client_credentials') {
    return failure('unsupported_grant_type', 'only client_credentials is supported');
  }
  const basic = /^Basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(authorization ?? '')?.[1];
  const clientId = fields.get('client_id');
  const clientSecret = fields.get('client_secret');
  if (basic !== undefined) {
    // RFC 6749 section 2.3: one way of authentication per request.
    if (clientSecret !== null) return failure('invalid_request', 'the client authenticates in two ways');
    return { candidates: readBasic(basic) };
  }
  if (clientId === null || clientSecret === null)
    return failure('invalid_client', 'client_id or client_secret is missing');
  return { candidates: [{ clientId, clientSecret }] };
}

/** RFC 6749 section 2.3.1 asks for form-encoded values in Basic; many clients send them as they are. */
function readBasic(encoded: string): readonly ClientCredentials[] {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return [];
  const raw = { clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1) };
  return [raw, { clientId: decodeFormValue(raw.clientId), clientSecret: decodeFormValue(raw.clientSecret) }];
}

function decodeFormValue(text: string): string {
  return new URLSearchParams(`value=${text.replaceAll('&', '%26')}`).get('value') ?? '';
}

function failure(error: TokenFailure['error'], description: string): TokenFailure {
  return { error, error_description: description };
}
