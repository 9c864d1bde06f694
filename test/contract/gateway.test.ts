import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type ServiceClient } from '../../electron/client/client.ts';
import { systemClock } from '../../electron/client/clock.ts';
import { decisions } from '../../electron/gateway/decisions.ts';
import { createGateway } from '../../electron/gateway/gateway.ts';
import { openMirror, type Mirror } from '../../electron/gateway/mirror.ts';
import { createServiceMirror, type MirrorOwner } from '../../electron/gateway/service-mirror.ts';
import type { CallId, CallInput, RemoteCaller } from '../../shared/api/caller.ts';
import { operationIds } from '../../shared/api/contract.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { needsProducts, rightRequests } from './right-requests.ts';
import { seed, type Seed } from './seed.ts';
import { embeddedClientSecret, openTarget, type Target } from './target.ts';

let target: Target;
let seeded: Seed;
let client: ServiceClient;
let folder: string;
let mirror: Mirror;
let whom: MirrorOwner;
let isAway = false;

beforeAll(async () => {
  target = await openTarget();
  seeded = await seed(target);
  folder = await mkdtemp(join(tmpdir(), 'cadsync-gateway-'));
  const { CADSYNC_CLIENT_ID: clientId = 'contract', CADSYNC_CLIENT_SECRET: secret = embeddedClientSecret } =
    process.env;
  client = createClient({
    contentAddress: target.address,
    tokenAddress: process.env['CADSYNC_AUTH_URL'],
    clientId,
    secrets: { clientSecret: async () => secret, licenseCode: async () => target.licenseCode },
  });
  whom = { serviceId: target.address, account: [clientId], licenseCode: async () => target.licenseCode };
  mirror = openMirror(join(folder, 'mirror.db'), 1e8);
});

afterAll(async () => {
  mirror.close();
  await client.close();
  await target.close();
  await rm(folder, { recursive: true });
});

/** The same service, until the line to it is cut. */
function breakable(remote: RemoteCaller): RemoteCaller {
  const reach = (): RemoteCaller => {
    if (isAway) throw new AppError('service-unreachable');
    return remote;
  };
  return {
    asks: 'service',
    takesFileWithMetadata: remote.takesFileWithMetadata,
    givesFilesTogether: remote.givesFilesTogether,
    call: async (...asked) => reach().call(...asked),
    callUnlessSeen: async (...asked) => reach().callUnlessSeen(...asked),
    upload: async (...asked) => reach().upload(...asked),
    download: async (...asked) => reach().download(...asked),
  };
}

const mirrored = operationIds.filter((id): id is CallId => decisions[id].kind === 'mirrored');

describe('What this service answers', () => {
  it.for(mirrored)('%s: it is the same when the service is away, and has an age', async (id, { skip }) => {
    if (needsProducts.has(id) && !target.hasSampleProducts) skip();
    const { params = {}, query = {}, json } = await rightRequests[id]({ target, seed: seeded });
    const input = { params, query, body: json } as unknown as CallInput<typeof id>;
    isAway = false;
    const gateway = createGateway({
      remote: breakable(client),
      mirror: createServiceMirror(mirror, whom),
      clock: systemClock,
    });
    const online = await client.call(id, input);
    expect(await gateway.call(id, input)).toEqual(online);
    isAway = true;
    let seenMs: number | undefined;
    expect(await gateway.call(id, input, { onMirrored: (ms) => (seenMs = ms) })).toEqual(online);
    expect(seenMs).toBeGreaterThan(Date.now() - 60_000);
  });
});
