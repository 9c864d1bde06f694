import type { ServiceCaller } from '../../../shared/api/caller.ts';
import type { ClientCredentials } from '../auth/read-client-credentials.ts';
import { createDataInformationHandlers } from '../handlers/data-information-handlers.ts';
import type { Handler } from '../handlers/handler.ts';

/** What the platform says of itself that has nothing to do with who asks. */
const ofPlatform: ReadonlySet<string> = new Set(['SearchUrl', 'RedirectUrl', 'ValidationFunctionCode']);

type Platform = Readonly<Record<string, string>>;

/** The service behind, and the credentials that count here. */
export interface InformationParts {
  /** Who is asked instead. */
  readonly caller: ServiceCaller;
  /** Which service the caller asks now; another one may be connected while this one is served. */
  readonly serviceId: () => string | undefined;
  readonly credentials: ClientCredentials;
}

/** Operation 23: clients find everything here, but the pages of the platform where they are. */
export function createPassedInformation({
  caller,
  serviceId,
  credentials,
}: InformationParts): Handler<'getDataInformation'> {
  const own = createDataInformationHandlers({ credentials });
  const known = new Map<string | undefined, Platform>();

  /** Each service is asked until it answered once. */
  async function readPlatform(): Promise<Platform | undefined> {
    const asked = serviceId();
    const before = known.get(asked);
    if (before) return before;
    const told = await caller.call('getDataInformation', { params: {} }).catch(() => undefined);
    // It may be what another one says, which was connected meanwhile.
    if (!told || serviceId() !== asked) return undefined;
    const platform = Object.fromEntries(Object.entries(told).filter(([name]) => ofPlatform.has(name)));
    known.set(asked, platform);
    return platform;
  }

  return async (request) => {
    const { value } = await own.getDataInformation(request);
    return { value: { ...(value as Platform), ...(await readPlatform()) } };
  };
}
