import { searchPath } from '../http/register-open-documents.ts';
import type { HandlerPorts, Handlers } from './handler.ts';

/** Operation 23: where the platform is, and for those with a token also with what to connect. */
export function createDataInformationHandlers({ credentials }: HandlerPorts): Pick<Handlers, 'getDataInformation'> {
  return {
    async getDataInformation({ authorized, baseAddress }) {
      const addresses = {
        AuthorizationServerUrl: baseAddress,
        ContentServiceUrl: `${baseAddress}/api/v1/`,
        DataServiceUrl: `${baseAddress}/api/v1/`,
        SearchUrl: baseAddress + searchPath,
        // Clients of 2020 append it as it is to the address of the validator they were given. This service has none,
        // so there is no code: an empty text leaves that address as it is, which a missing name would not.
        ValidationFunctionCode: '',
      };
      if (!authorized) return { value: addresses };
      return { value: { ...addresses, ClientId: credentials.clientId, ClientSecret: credentials.clientSecret } };
    },
  };
}
