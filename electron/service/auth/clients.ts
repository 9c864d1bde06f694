import type { Right } from '../../../shared/api/rights.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ClientCredentials } from './read-client-credentials.ts';

/** Who asks: a program with credentials of its own. */
export interface Client {
  readonly clientId: string;
  /** Whose data it works with: nothing of another tenant exists for it. */
  readonly tenantId: string;
  readonly rights: ReadonlySet<Right>;
  /** Whether a license code is one of its own, in a time that tells nothing about how much of it is right. */
  owns(licenseCode: string): Promise<boolean>;
}

/** A client that has just proved who it is. */
export interface ProvenClient {
  readonly clientId: string;
  /** What is kept of the secret it gave; undefined where secrets are not replaced. */
  readonly secretHash: string | undefined;
}

/** The clients of a service. Secrets go in and are compared; none comes out. */
export interface Clients {
  /** The client whose id and secret these are; undefined for all others, in a time that does not tell which is wrong. */
  authenticate(given: ClientCredentials): Promise<ProvenClient | undefined>;
  /** The client as it is now; undefined once it was ended, also where its token still runs. */
  find(clientId: string): Promise<Client | undefined>;
  /** A path of a request without the license codes that are known, for texts that are shown. */
  hideLicenses(path: string): string;
}

/** What stands in the place of a license code. */
export const hidden = '***';

/** A tenant's name is a part of paths and keys: letters, digits and dashes. */
export function isTenantId(text: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text);
}

/**
 * Everything that is kept by the name of a tenant asks this first.
 * @throws AppError `invalid-request`
 */
export function requireTenantId(text: string): void {
  if (isTenantId(text)) return;
  const detail = 'The name of a tenant has up to 63 small letters, digits and dashes, and no dash at its ends.';
  throw new AppError('invalid-request', { detail });
}
