import { join } from 'node:path';
import { systemClock } from '../client/clock.ts';
import type { RemoteCaller } from '../../shared/api/caller.ts';
import { serviceIdOf } from '../../shared/model/service-address.ts';
import { defaultSettings } from '../../shared/rpc/settings.ts';
import type { MirrorPort, ServiceViews } from '../engine/application/connection-ports.ts';
import { createGateway } from '../gateway/gateway.ts';
import { openMirror, type Mirror } from '../gateway/mirror.ts';
import { createServiceMirror } from '../gateway/service-mirror.ts';
import { fromEnvironment } from './environment.ts';

const megabyte = 1_000_000;

/** Views that tell when nothing of what they were answered is still to be kept. */
interface KeptViews extends ServiceViews {
  readonly settled: () => Promise<void>;
}

/** What services answered, in a file of this folder; opened when it is first needed. */
export function createMirrorPort(dataDir: string) {
  let opened: Mirror | undefined;
  let limit: number | undefined;
  const open = (): Mirror =>
    (opened ??= openMirror(join(dataDir, 'mirror.db'), defaultSettings.mirrorMegabytes * megabyte));

  return {
    viewsOf(remote, { dataAddress, clientId, secrets }, serviceId): KeptViews {
      if (serviceId === undefined) {
        const views = createGateway({ remote, mirror: undefined, clock: systemClock });
        return { ...views, forgetAnswers: () => undefined, settled: async () => undefined };
      }
      const account = [dataAddress === undefined ? serviceId : serviceIdOf(dataAddress), clientId];
      const mirror = createServiceMirror(open(), { serviceId, account, licenseCode: secrets.licenseCode });
      const views = createGateway({ remote, mirror, clock: systemClock });
      return { ...views, forgetAnswers: () => mirror.forgetAll(), settled: () => mirror.settled() };
    },
    limitTo(megabytes) {
      if (megabytes !== limit) open().limitTo(Math.min(megabytes * megabyte, Number.MAX_SAFE_INTEGER));
      limit = megabytes;
    },
    close() {
      opened?.close();
      opened = undefined;
    },
  } satisfies MirrorPort;
}

export interface LazyViews {
  /** Opens the mirror where nobody did yet. */
  readonly views: () => ServiceViews;
  /** Waits until what was answered is kept: the end of a command would else come first on a busy computer. */
  readonly close: () => Promise<void>;
}

/**
 * The service that the environment names, for what people look at.
 * @param stateDir where the mirror is
 */
export function viewsOfEnvironment(stateDir: string, remote: RemoteCaller, serviceId: string): LazyViews {
  const port = createMirrorPort(stateDir);
  const whom = {
    dataAddress: fromEnvironment('dataAddress'),
    clientId: fromEnvironment('clientId') ?? '',
    secrets: { licenseCode: async () => fromEnvironment('licenseCode') },
  };
  let views: KeptViews | undefined;
  return {
    views: () => (views ??= port.viewsOf(remote, whom, serviceId)),
    async close() {
      await views?.settled();
      port.close();
    },
  };
}
