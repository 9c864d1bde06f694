import type { ServiceCaller } from '../../../shared/api/caller.ts';
import type { ClientCredentials } from '../auth/read-client-credentials.ts';
import { createDataInformationHandlers } from '../handlers/data-information-handlers.ts';
import type { Handler } from '../handlers/handler.ts';

/** What the platform says of itself that has nothing to do with who asks. */
const ofPlatform: ReadonlySet<string> = new Set(['SearchUrl', 'RedirectUrl', 'ValidationFunctionCode']);

interface InformationParts {
  readonly caller: ServiceCaller;
  readonly credentials: ClientCredentials;
}

/** Operation 23: clients find everything here, but the pages of the platform where they are. */
export function createPassedInformation({ caller, credentials }: InformationParts): Handler<'getDataInformation'> {
  const own = createDataInformationHandlers({ credentials });
  let known: Readonly<Record<string, string>> | undefined;

  /** Asked for until it was answered once. */
  async function readPlatform(): Promise<typeof known> {
    const told = await caller.call('getDataInformation', { params: {} }).catch(() => undefined);
    return told && Object.fromEntries(Object.entries(told).filter(([name]) => ofPlatform.has(name)));
  }

  return async (request) => {
    const { value } = await own.getDataInformation(request);
    known ??= await readPlatform();
    return { value: { ...(value as Readonly<Record<string, string>>), ...known } };
  };
}
