import { createClient, type ServiceClient } from '../client/client.ts';
import type { ClientOptions } from '../client/connection.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { serviceIdOf, unencryptedOrigins } from '../../shared/model/service-address.ts';
import { systemClock } from '../platform/clock.ts';
import {
  addressesFromEnvironment,
  allowsHttp,
  environmentNames,
  fromEnvironment,
  type EnvironmentName,
} from './environment.ts';
import { tellSilence } from './commands/tell-silence.ts';

/**
 * A client of the service that the environment names. Its secrets are those of the same environment.
 * @param limits where the limits of the service are kept over restarts, asked for at the first call
 * @param onSilence without, whoever waits is told on standard error
 * @throws AppError `not-connected` when an address or the client id is missing, naming the variable;
 * `address-not-encrypted` naming the one that accepts it; `address-invalid`, `address-scheme-refused`,
 * `address-with-password`
 */
export function clientFromEnvironment({
  limits,
  onSilence = tellSilence,
}: Pick<ClientOptions, 'limits' | 'onSilence'> = {}): {
  readonly service: ServiceClient;
  readonly serviceId: string;
} {
  const contentAddress = required('contentAddress');
  expectEncrypted();
  // Read once: each look at the environment is a call to the system, and every request asks for the license code.
  const [clientSecret, licenseCode] = [fromEnvironment('clientSecret'), fromEnvironment('licenseCode')];
  const service = createClient({
    contentAddress,
    dataAddress: fromEnvironment('dataAddress'),
    tokenAddress: fromEnvironment('tokenAddress'),
    clientId: required('clientId'),
    allowHttp: allowsHttp(),
    limits,
    onSilence,
    clock: { steadyMs: systemClock.steadyMs },
    secrets: {
      clientSecret: async () => clientSecret,
      licenseCode: async () => licenseCode,
    },
  });
  return { service, serviceId: serviceIdOf(contentAddress) };
}

function expectEncrypted(): void {
  const [origin] = unencryptedOrigins(addressesFromEnvironment());
  if (origin === undefined || allowsHttp()) return;
  const detail = `${origin} is another computer. To accept that, set ${environmentNames.allowHttp}=1.`;
  throw new AppError('address-not-encrypted', { detail });
}

function required(name: EnvironmentName): string {
  const value = fromEnvironment(name);
  if (value === undefined) throw new AppError('not-connected', { detail: `${environmentNames[name]} is not set.` });
  return value;
}
