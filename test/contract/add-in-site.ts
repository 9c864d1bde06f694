import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../electron/client/client.ts';
import { systemClock as clientClock } from '../../electron/client/clock.ts';
import { createConnectionGate } from '../../electron/engine/transfer/connection-gate.ts';
import { createGateway } from '../../electron/gateway/gateway.ts';
import { openMirror } from '../../electron/gateway/mirror.ts';
import { openOutbox } from '../../electron/gateway/outbox/outbox.ts';
import { createReplay, type WriteEvent } from '../../electron/gateway/outbox/replay.ts';
import { createWritingGateways } from '../../electron/gateway/outbox/writing-gateway.ts';
import { createServiceMirror } from '../../electron/gateway/service-mirror.ts';
import { systemClock } from '../../electron/platform/clock.ts';
import { openPassingService } from '../../electron/service/open-passing-service.ts';
import type { RemoteCaller } from '../../shared/api/caller.ts';
import type { OperationId } from '../../shared/api/contract.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { embeddedClientSecret, openTarget, requestToken, type Target } from './target.ts';

/** What add-ins speak to, with a service behind it whose line can be cut. */
export type AddInSite = Awaited<ReturnType<typeof openAddInSite>>;

/** Everything between the line and the outbox is the real thing, also the engine's opinion of the connection. */
export async function openAddInSite() {
  const behind = await openTarget();
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-add-in-'));
  const line = createLine();
  const client = createClient({
    contentAddress: behind.address,
    clientId: 'contract',
    secrets: { clientSecret: async () => embeddedClientSecret, licenseCode: async () => behind.licenseCode },
  });
  const remote = line.between(client);
  const mirror = openMirror(join(folder, 'mirror.db'), 1e8);
  const owner = { serviceId: behind.address, account: ['contract'], licenseCode: async () => behind.licenseCode };
  const gate = createConnectionGate(systemClock, Math.random, () => undefined);
  const events: WriteEvent[] = [];
  const problems: unknown[] = [];
  let aheadMs = 0;
  /** After an outage the gateway asks nothing for a moment; here that moment passes at once. */
  const viewClock = { ...clientClock, now: () => clientClock.now() + aheadMs };
  let site = await openDoor();

  async function openDoor() {
    gate.reset(true);
    const views = createGateway({ remote, mirror: createServiceMirror(mirror, owner), clock: viewClock });
    const outbox = openOutbox(join(folder, 'add-ins'));
    const connected = () => ({ serviceId: behind.address, views, remote });
    const parts = { outbox, connected, reach: gate, tell: (event: WriteEvent) => void events.push(event) };
    const replay = createReplay({ ...parts, clock: systemClock });
    const credentials = { clientId: 'add-in', clientSecret: 'add-in-secret' };
    const licenseCodes = ['LICENSE-OF-ADD-IN'];
    const caller = createWritingGateways({ ...parts, replay, now: viewClock.now })('addIn');
    const onProblem = ({ cause }: { readonly cause: unknown }): void => void problems.push(cause);
    const passingDir = join(folder, 'passing');
    const serviceId = (): string => behind.address;
    const options = { caller, serviceId, passingDir, port: 0, credentials, licenseCodes, onProblem };
    const door = await openPassingService(options);
    const token = await requestToken(door.address, credentials.clientId, credentials.clientSecret);
    const target: Target = { ...behind, address: door.address, token, licenseCode: 'LICENSE-OF-ADD-IN' };
    return { door, outbox, replay, target };
  }

  async function closeDoor(): Promise<void> {
    await site.door.close();
    await site.replay.close();
    site.outbox.close();
  }

  return {
    behind,
    line,
    events,
    /** What went wrong in the door itself. */
    problems,
    get target(): Target {
      return site.target;
    },
    get outbox() {
      return site.outbox;
    },
    cut: (): void => void (line.isCut = true),
    /** The next of these operations is refused. */
    refuseNext(id: OperationId, error: AppError): void {
      line.before = (asked) => {
        if (asked !== id) return;
        line.before = undefined;
        throw error;
      };
    },
    /** The service answers again, and what waited is done as far as it can be. */
    async mend(): Promise<void> {
      line.isCut = false;
      aheadMs += 2_000;
      gate.reset(true);
      await site.replay.run();
    },
    /** Names of the bytes that are kept for what is to be sent. */
    keptBytes: (): Promise<string[]> => readdir(join(folder, 'add-ins', 'bytes')),
    runReplay: (): Promise<void> => site.replay.run(),
    /** Ends this end and begins it anew with what is on disk. */
    async restart(): Promise<void> {
      await closeDoor();
      site = await openDoor();
    },
    async close(): Promise<void> {
      await closeDoor();
      mirror.close();
      await client.close();
      await behind.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A line that can be cut, and that can lose the answer to what was done. */
function createLine() {
  const sent: OperationId[] = [];
  const line = {
    isCut: false,
    /** The answer to the next of these operations gets lost. */
    loses: undefined as OperationId | undefined,
    sent,
    /** Waited for before the service is asked; what it throws is the answer. */
    before: undefined as ((id: OperationId) => Promise<void> | void) | undefined,
    /** What the service's answers become on their way back. */
    changes: undefined as ((id: OperationId, answer: unknown) => unknown) | undefined,
    /** From which byte on downloads were asked for. */
    startedAt: [] as number[],
    between(client: RemoteCaller): RemoteCaller {
      const passing = async <T>(id: OperationId, ask: () => Promise<T>): Promise<T> => {
        if (line.isCut) throw new AppError('service-unreachable');
        sent.push(id);
        await line.before?.(id);
        const told = await ask();
        const answer = line.changes ? (line.changes(id, told) as T) : told;
        if (line.loses !== id) return answer;
        line.loses = undefined;
        line.isCut = true;
        throw new AppError('service-timeout');
      };
      return {
        asks: 'service',
        takesFileWithMetadata: client.takesFileWithMetadata,
        givesFilesTogether: client.givesFilesTogether,
        call: (id, ...asked) => passing(id, () => client.call(id, ...asked)),
        callUnlessSeen: (id, ...asked) => passing(id, () => client.callUnlessSeen(id, ...asked)),
        upload: (id, ...asked) => passing(id, () => client.upload(id, ...asked)),
        download: (id, input, options) =>
          passing(id, () => {
            line.startedAt.push(options?.startAt ?? 0);
            return client.download(id, input, options);
          }),
      };
    },
  };
  return line;
}
