import { z } from 'zod';

/** The token endpoint (interface description, section 5): OAuth 2.0 client credentials, form-encoded. */
export const tokenPath = '/oauth/token';

export const tokenLifetimeSeconds = 3600;

export const tokenRequest = z.object({
  grant_type: z.string(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
});

export const tokenAnswer = z
  .looseObject({
    access_token: z.string().min(1),
    token_type: z.string(),
    expires_in: z.coerce.number().int().nonnegative(),
  })
  .meta({ id: 'TokenAnswer' });

/** Some services write the number as a text. */
const secondsAsRead = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(?:\.\d+)?$/)
    .transform(Number),
]);

/**
 * What a service answers as it is read: it may leave out all but the token (RFC 6749, section 5.1). Whoever says nothing of
 * how long it lasts, that it does not, or what is no time, is taken at the usual time; a service that means less refuses
 * the token.
 */
export const receivedToken = tokenAnswer.extend({
  token_type: z
    .string()
    .nullish()
    .transform((type) => type ?? 'Bearer'),
  expires_in: secondsAsRead.pipe(z.number().min(1)).catch(tokenLifetimeSeconds),
});

/** Failure of the token endpoint, RFC 6749 section 5.2. */
export const tokenFailure = z
  .looseObject({
    error: z.enum(['invalid_request', 'invalid_client', 'unsupported_grant_type']),
    error_description: z.string().optional(),
  })
  .meta({ id: 'TokenFailure' });

/** Failures of other kinds that pass by themselves: RFC 6749 section 4.1.2.1, and RFC 8628 section 3.5. */
export const passingTokenFailures: ReadonlySet<string> = new Set([
  'server_error',
  'temporarily_unavailable',
  'slow_down',
]);

/** A failure as it is read: services name others, too. */
export const receivedTokenFailure = tokenFailure.extend({
  error: z.string().min(1),
  error_description: z.string().nullish(),
});

export type TokenFailure = z.output<typeof tokenFailure>;
