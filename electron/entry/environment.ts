import { createClient, type ServiceClient } from '../client/client.ts';
import { AppError } from '../../shared/errors/app-error.ts';

/** The environment variables a command reads; secrets come from here or the keychain, never from arguments. */
export const environmentNames = {
  contentAddress: 'CADSYNC_BASE_URL',
  dataAddress: 'CADSYNC_DATA_URL',
  tokenAddress: 'CADSYNC_AUTH_URL',
  clientId: 'CADSYNC_CLIENT_ID',
  clientSecret: 'CADSYNC_CLIENT_SECRET',
  licenseCode: 'CADSYNC_LICENSE_CODE',
} as const;

export type EnvironmentName = keyof typeof environmentNames;

export function fromEnvironment(name: EnvironmentName): string | undefined {
  const value = process.env[environmentNames[name]];
  return value === undefined || value === '' ? undefined : value;
}

/**
 * A client of the service that the environment names.
 * @throws AppError `not-connected` when an address or the client id is missing, naming the variable
 */
export function clientFromEnvironment(): { readonly service: ServiceClient; readonly serviceId: string } {
  const contentAddress = required('contentAddress');
  const service = createClient({
    contentAddress,
    dataAddress: fromEnvironment('dataAddress'),
    tokenAddress: fromEnvironment('tokenAddress'),
    clientId: required('clientId'),
    secrets: {
      clientSecret: async () => fromEnvironment('clientSecret'),
      licenseCode: async () => fromEnvironment('licenseCode'),
    },
  });
  return { service, serviceId: contentAddress.replace(/\/+$/, '') };
}

function required(name: EnvironmentName): string {
  const value = fromEnvironment(name);
  if (value === undefined) throw new AppError('not-connected', { detail: `${environmentNames[name]} is not set.` });
  return value;
}
