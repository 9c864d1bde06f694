import type * as Electron from 'electron';

type Answer = (request: Request) => Response | Promise<Response>;
type RequestHandler = NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>;
type CheckHandler = NonNullable<Parameters<Electron.Session['setPermissionCheckHandler']>[0]>;
type DeviceHandler = NonNullable<Parameters<Electron.Session['setDevicePermissionHandler']>[0]>;

/** The session of all pages: its protocols answer as Chromium would ask them, and handlers are kept for tests. */
class Session {
  readonly #protocols = new Map<string, Answer>();
  permissionRequest: RequestHandler | undefined;
  permissionCheck: CheckHandler | undefined;
  devicePermission: DeviceHandler | undefined;

  readonly protocol = { handle: (scheme: string, answer: Answer) => void this.#protocols.set(scheme, answer) };

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.permissionRequest = handler ?? undefined;
  }
  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.permissionCheck = handler ?? undefined;
  }
  setDevicePermissionHandler(handler: DeviceHandler | null): void {
    this.devicePermission = handler ?? undefined;
  }

  /** What the system names for every origin. */
  proxies = 'DIRECT';

  async resolveProxy(_origin: string): Promise<string> {
    return this.proxies;
  }

  async fetch(url: string, init?: RequestInit): Promise<Response> {
    const answer = this.#protocols.get(new URL(url).protocol.slice(0, -1));
    if (!answer) throw new Error(`ERR_UNKNOWN_URL_SCHEME: ${url}`);
    return answer(new Request(url, init));
  }
}

export const session = { defaultSession: new Session() };

export const protocol = {
  privileged: [] as Electron.CustomScheme[],
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    this.privileged.push(...schemes);
  },
};

session.defaultSession satisfies Pick<
  Electron.Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'resolveProxy'
> & { readonly protocol: Pick<Electron.Protocol, 'handle'> };
protocol satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged'>;
