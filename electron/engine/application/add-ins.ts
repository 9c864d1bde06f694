import { toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { AddInState, MadeCredentials } from '../../../shared/rpc/add-in-records.ts';
import type { Engine } from '../engine.ts';
import { createTurns } from '../library/turns.ts';
import type { AddInDoor, KeptWrites } from './add-in-ports.ts';
import { createCommandWrites } from './command-writes.ts';
import type { SecretsPort } from './connection-ports.ts';
import { createWaitingWrites, type WaitingWriteCalls, type WaitingWriteParts } from './waiting-writes.ts';

const clientId = 'cad-add-in';

interface AddInsParts extends WaitingWriteParts {
  readonly engine: Engine;
  readonly secrets: SecretsPort;
  /** Whether add-ins are answered from here. */
  readonly serves: boolean;
  readonly newId: () => string;
}

/**
 * What CAD add-ins are answered with: a service on this computer with credentials of its own, which asks the one that is
 * connected; and what waits while that cannot be asked, whoever wrote it.
 */
export function createAddIns(parts: AddInsParts) {
  const { engine, host, serves, sends, connected } = parts;
  const waiting = createWaitingWrites(parts);
  const writes = { ...waiting, ...createCommandWrites({ writes: waiting, connected, openFile: host.openFile }) };
  const tell = (): void => engine.events.emit({ kind: 'addIns' });
  let problem: ErrorRecord | undefined;
  let credentialsId = parts.newId();
  const noteProblem = (error: unknown): void => {
    problem = error === undefined ? undefined : toAppError(error).toRecord();
    writes.noteChange();
    tell();
  };
  const door = createDoor(parts, writes.opened, noteProblem);

  /** Does what the settings say, and what can be done now of what waits. */
  async function follow(): Promise<void> {
    if (serves) await door.follow();
    // It asks the gate itself; where no library asks the service, nobody else finds out that it answers.
    if (sends) void writes.run();
  }

  async function state(): Promise<AddInState> {
    const kept = await readKept(parts);
    // What waits, waits also where no add-in is answered.
    const error = writes.problem() ?? (kept.on ? problem : undefined);
    return { ...kept, credentialsId, ...(door.address ? { address: door.address } : {}), ...(error ? { error } : {}) };
  }

  return {
    writes,
    state,

    /** Switches it on or off. */
    async turn(on: boolean, port?: number): Promise<AddInState> {
      engine.saveSettings({ addIns: on, ...(port === undefined ? {} : { addInPort: port }) });
      await follow();
      tell();
      return state();
    },

    /** Makes new credentials, in the place of those there were; this is the only time they are told. */
    async renew(): Promise<MadeCredentials> {
      const made = await makeCredentials(parts);
      ({ credentialsId } = made);
      await door.close();
      await follow();
      tell();
      return made;
    },

    /** Opens the door where that is set, and goes on with what waits. */
    async start(): Promise<void> {
      if (sends) writes.openKept();
      await follow();
    },

    follow,

    async close(): Promise<void> {
      await door.end();
      await writes.close();
    },
  };
}

async function readKept({ engine, secrets, host, serves }: AddInsParts) {
  const credentials = await secrets.placeOf('clientSecret', host.boundTo);
  const { addIns: on, addInPort: port } = engine.settings();
  return { on, port, serves, credentials, keychain: secrets.keychain };
}

/** Both are kept, or those of before: the door goes on with these where the keychain fails. */
async function makeCredentials({ secrets, host, newId }: AddInsParts): Promise<MadeCredentials> {
  const clientSecret = `${newId()}${newId()}`.replaceAll('-', '');
  const licenseCode = newId();
  const before = await secrets.get('clientSecret', host.boundTo);
  await secrets.set('clientSecret', clientSecret, host.boundTo);
  try {
    await secrets.set('licenseCode', licenseCode, host.boundTo);
  } catch (error) {
    await secrets.set('clientSecret', before, host.boundTo).catch(() => undefined);
    throw error;
  }
  return { credentialsId: newId(), clientId, clientSecret, licenseCode };
}

export type AddIns = ReturnType<typeof createAddIns>;

/** What a command and a window ask. */
export type AddInCalls = Pick<AddIns, 'state' | 'turn' | 'renew'> & { readonly writes: WaitingWriteCalls };

/** The door is open while it is on and there are credentials; one change at a time. */
function createDoor(
  { engine, host, secrets }: AddInsParts,
  opened: () => KeptWrites,
  noteProblem: (error: unknown) => void,
) {
  let door: (AddInDoor & { readonly port: number }) | undefined;
  /** What failed is tried again when something else is set. */
  let failedFor = '';
  const turns = createTurns();
  const inTurn = (work: () => Promise<void>): Promise<void> => turns('', work);
  let isEnded = false;

  const shut = async (): Promise<void> => {
    const closing = door;
    door = undefined;
    await closing?.close().catch(noteProblem);
  };

  async function followNow(): Promise<void> {
    const { addIns, addInPort: port } = engine.settings();
    if (door && (!addIns || door.port !== port)) await shut();
    if (!addIns) failedFor = '';
    if (isEnded || !addIns || door || failedFor === `${port}`) return;
    try {
      const clientSecret = await secrets.get('clientSecret', host.boundTo);
      const licenseCode = await secrets.get('licenseCode', host.boundTo);
      if (clientSecret === undefined || licenseCode === undefined) return;
      const served = await opened().serve({ port, clientId, clientSecret, licenseCode });
      door = { ...served, port };
      failedFor = '';
      noteProblem(undefined);
    } catch (error) {
      failedFor = `${port}`;
      noteProblem(error);
    }
  }

  return {
    get address(): string | undefined {
      return door?.address;
    },
    follow: () => inTurn(followNow),
    /** Until the next change. */
    close(): Promise<void> {
      failedFor = '';
      return inTurn(shut);
    },
    /** For good, whatever changes. */
    end(): Promise<void> {
      isEnded = true;
      return inTurn(shut);
    },
  };
}
