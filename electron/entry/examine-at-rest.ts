import { mkdtemp, rm, stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionOrigins } from '../../shared/model/service-address.ts';
import { examineState, type ExaminedState } from '../engine/application/examined-state.ts';
import type { ExaminedEngine } from '../engine/application/host-ports.ts';
import type { SecretsPort, SessionAddress } from '../engine/application/connection-ports.ts';
import { openSqlite } from '../platform/sqlite.ts';
import { createClosedNote } from './closed-state.ts';
import { addressesFromEnvironment, allowsHttp, fromEnvironment } from './environment.ts';
import { copyDatabase } from './prove-damage.ts';

/**
 * What a diagnosis takes from a state that no engine has open, and from the environment. The database is looked at in a
 * copy: to open it would change it, and a damaged one is to stay as it was found.
 */
export function examinedAtRest(stateDir: string, secrets: SecretsPort): ExaminedEngine {
  let reading: Promise<ExaminedState | undefined> | undefined;
  const readState = (): Promise<ExaminedState | undefined> => (reading ??= readCopy(stateDir));
  return examinedHeadless(readState, secrets);
}

/** The same of a state that is read otherwise, or not at all. */
export function examinedHeadless(
  readState: () => Promise<ExaminedState | undefined>,
  secrets: SecretsPort,
): ExaminedEngine {
  const service = async (): Promise<SessionAddress | undefined> =>
    serviceOf((await readState().catch(() => undefined))?.connection, secrets);
  return {
    readState,
    service,
    embeddedAddress: () => undefined,
    async secrets() {
      const state = await secrets.probe();
      const found = await service();
      const boundTo = found && boundToOf(found);
      if (boundTo === undefined) return { state, clientSecret: 'none', licenseCode: 'none' };
      const [clientSecret, licenseCode] = await Promise.all([
        secrets.placeOf('clientSecret', boundTo),
        secrets.placeOf('licenseCode', boundTo),
      ]);
      return { state: secrets.keychain, clientSecret, licenseCode };
    },
  };
}

/** The service that the environment names; else the one of the app's settings, unless that is the embedded one. */
function serviceOf(
  connection: ExaminedState['connection'] | undefined,
  secrets: SecretsPort,
): SessionAddress | undefined {
  const isNamed = fromEnvironment('contentAddress') !== undefined;
  const addresses = isNamed ? addressesFromEnvironment() : connection;
  if (!addresses || (!isNamed && connection?.kind !== 'remote')) return undefined;
  const { contentAddress, dataAddress, tokenAddress } = addresses;
  const boundTo = connectionOrigins(addresses);
  const secretOf = (name: 'clientSecret' | 'licenseCode') => async () =>
    boundTo === undefined ? undefined : secrets.get(name, boundTo);
  return {
    contentAddress,
    dataAddress,
    tokenAddress,
    clientId: (isNamed ? fromEnvironment('clientId') : connection?.clientId) ?? '',
    allowHttp: isNamed ? allowsHttp() : connection?.httpAcceptedFor === boundTo,
    secrets: { clientSecret: secretOf('clientSecret'), licenseCode: secretOf('licenseCode') },
  };
}

function boundToOf({ contentAddress, dataAddress = '', tokenAddress = '' }: SessionAddress): string | undefined {
  return connectionOrigins({ contentAddress, dataAddress, tokenAddress });
}

/** @throws AppError `state-damaged`, `state-out-of-reach`, `state-unreadable` */
async function readCopy(stateDir: string): Promise<ExaminedState | undefined> {
  const file = join(stateDir, 'state.db');
  if (!existsSync(file)) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'cadsync-doctor-'));
  try {
    const copy = join(folder, 'state.db');
    copyDatabase(file, copy);
    const database = openSqlite(copy);
    try {
      const state = examineState(database);
      if (createClosedNote(file).isThere()) return state;
      const { mtimeMs } = await stat(file);
      return { ...state, uncleanEndMs: mtimeMs };
    } finally {
      database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
