import { searchPath } from '../http/register-open-documents.ts';
import type { HandlerPorts, Handlers } from './handler.ts';

/** Operation 23: where the platform is, and for those with a token also with what to connect. */
export function createDataInformationHandlers({
  credentials,
}: Pick<HandlerPorts, 'credentials'>): Pick<Handlers, 'getDataInformation'> {
  return {
    async getDataInformation({ client, baseAddress }) {
      const addresses = {
        AuthorizationServerUrl: baseAddress,
        ContentServiceUrl: `${baseAddress}/api/v1/`,
        DataServiceUrl: `${baseAddress}/api/v1/`,
        SearchUrl: baseAddress + searchPath,
        // Clients of 2020 append it as it is to the address of the validator they were given. This service has none,
        // so there is no code: an empty text leaves that address as it is, which a missing name would not.
        ValidationFunctionCode: '',
      };
      if (!client) return { value: addresses };
      // A secret that is kept as a hash cannot be told; whoever asks has it.
      if (!credentials) return { value: { ...addresses, ClientId: client.clientId } };
      return { value: { ...addresses, ClientId: credentials.clientId, ClientSecret: credentials.clientSecret } };
    },
  };
}
