import { createClient, type ServiceClient } from '../client/client.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { environmentNames, fromEnvironment, type EnvironmentName } from './environment.ts';

/**
 * A client of the service that the environment names.
 * @throws AppError `not-connected` when an address or the client id is missing, naming the variable
 */
export function clientFromEnvironment(): { readonly service: ServiceClient; readonly serviceId: string } {
  const contentAddress = required('contentAddress');
  // Read once: each look at the environment is a call to the system, and every request asks for the license code.
  const [clientSecret, licenseCode] = [fromEnvironment('clientSecret'), fromEnvironment('licenseCode')];
  const service = createClient({
    contentAddress,
    dataAddress: fromEnvironment('dataAddress'),
    tokenAddress: fromEnvironment('tokenAddress'),
    clientId: required('clientId'),
    secrets: {
      clientSecret: async () => clientSecret,
      licenseCode: async () => licenseCode,
    },
  });
  return { service, serviceId: contentAddress.replace(/\/+$/, '') };
}

function required(name: EnvironmentName): string {
  const value = fromEnvironment(name);
  if (value === undefined) throw new AppError('not-connected', { detail: `${environmentNames[name]} is not set.` });
  return value;
}
