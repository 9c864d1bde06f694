import { connectionOrigins, type ServiceAddresses } from '../../shared/model/service-address.ts';
import type { GivenSecrets } from '../platform/secrets.ts';

/** The environment variables a command reads; secrets come from here or the keychain, never from arguments. */
export const environmentNames = {
  contentAddress: 'CADSYNC_BASE_URL',
  dataAddress: 'CADSYNC_DATA_URL',
  tokenAddress: 'CADSYNC_AUTH_URL',
  clientId: 'CADSYNC_CLIENT_ID',
  clientSecret: 'CADSYNC_CLIENT_SECRET',
  licenseCode: 'CADSYNC_LICENSE_CODE',
  allowHttp: 'CADSYNC_ALLOW_HTTP',
} as const;

export type EnvironmentName = keyof typeof environmentNames;

export function fromEnvironment(name: EnvironmentName): string | undefined {
  const value = process.env[environmentNames[name]];
  return value === undefined || value === '' ? undefined : value;
}

/** The addresses of the environment. */
export function addressesFromEnvironment(): ServiceAddresses {
  return {
    contentAddress: fromEnvironment('contentAddress') ?? '',
    dataAddress: fromEnvironment('dataAddress') ?? '',
    tokenAddress: fromEnvironment('tokenAddress') ?? '',
  };
}

/**
 * The secrets of the environment, for the app. Whoever set them means them for the addresses they set next to them, so
 * they belong to the origins of CADSYNC_BASE_URL, CADSYNC_DATA_URL and CADSYNC_AUTH_URL together, exactly as a typed
 * secret does. Without CADSYNC_BASE_URL, or when one of the three is no address, they belong to nothing: an address that
 * somebody types into the window never gets them. (The service inside the app takes them as its own credentials; they
 * do not leave the computer for that.)
 */
export function secretsFromEnvironment(): GivenSecrets {
  return {
    boundTo: connectionOrigins(addressesFromEnvironment()),
    clientSecret: fromEnvironment('clientSecret'),
    licenseCode: fromEnvironment('licenseCode'),
  };
}

/** Whether somebody accepted that other computers are spoken to without encryption: CADSYNC_ALLOW_HTTP is 1. */
export function allowsHttp(): boolean {
  return fromEnvironment('allowHttp') === '1';
}
