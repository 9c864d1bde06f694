import type { HandlerPorts, Handlers } from './handler.ts';

/** Operation 23: where the platform is, and for those with a token also with what to connect. */
export function createDataInformationHandlers({ credentials }: HandlerPorts): Pick<Handlers, 'getDataInformation'> {
  return {
    async getDataInformation({ authorized, baseAddress }) {
      const addresses = {
        AuthorizationServerUrl: baseAddress,
        ContentServiceUrl: `${baseAddress}/api/v1/`,
        DataServiceUrl: `${baseAddress}/api/v1/`,
      };
      if (!authorized) return { value: addresses };
      return { value: { ...addresses, ClientId: credentials.clientId, ClientSecret: credentials.clientSecret } };
    },
  };
}
