import type { AddInCredentials, AddInState } from '../../../shared/rpc/add-in-records.ts';
import type { EngineCalls } from '../../../shared/rpc/command-contract.ts';
import type { WaitingWrite } from '../../../shared/rpc/waiting-writes.ts';
import { describeError } from '../../../shared/errors/app-error.ts';
import { isMissing } from '../../../shared/model/keychain.ts';
import { writeWords } from '../../../shared/words/write-words.ts';
import { withEngine } from './engines.ts';
import { describeWaiting } from './waiting-requests.ts';
import { exitCodes, printResult } from './output.ts';

interface Told {
  readonly state: AddInState;
  readonly credentials?: AddInCredentials | undefined;
  /** Whether there were new ones that nothing keeps and nobody answers with. */
  readonly areUnkept: boolean;
  readonly writes: readonly WaitingWrite[];
}

/** What is done before it is told how it stands then. */
export type AddInsChange =
  | { readonly kind: 'none' | 'off' | 'renew' | 'retry' }
  | { readonly kind: 'on'; readonly port?: number | undefined }
  | { readonly kind: 'discard'; readonly writeId: number };

/**
 * Tells, or changes, how CAD add-ins are answered on this computer.
 * @returns the exit code: 2 where they are not answered although that is on, or where something was refused
 * @throws AppError `unknown-item` where nothing was synced with this state yet, or for a write that does not wait
 */
export async function addInsCommand(
  change: AddInsChange,
  { stateDir, json }: { readonly stateDir: string; readonly json: boolean },
): Promise<number> {
  const told = await withEngine(stateDir, async ({ addIns, writes }): Promise<Told> => {
    const credentials = await carryOut({ addIns, writes }, change);
    return toldOf(await addIns.state(), credentials, await writes.list());
  });
  printResult(json, told, describe);
  const { state, areUnkept } = told;
  const needsPerson = areUnkept || state.error !== undefined || told.writes.some(({ error }) => error !== undefined);
  return needsPerson ? exitCodes.needsPerson : exitCodes.done;
}

/** Of credentials that only this command knows, nothing is told: they end with it, and nobody would ever be answered. */
function toldOf(state: AddInState, credentials: AddInCredentials | undefined, writes: Told['writes']): Told {
  const areUnkept = credentials !== undefined && state.credentials === 'memory' && !state.serves;
  return { state, credentials: areUnkept ? undefined : credentials, areUnkept, writes };
}

async function carryOut(
  { addIns, writes }: Pick<EngineCalls, 'addIns' | 'writes'>,
  change: AddInsChange,
): Promise<AddInCredentials | undefined> {
  switch (change.kind) {
    case 'on': {
      const { credentials } = await addIns.turn({
        on: true,
        ...(change.port === undefined ? {} : { port: change.port }),
      });
      return credentials === 'none' ? addIns.renew() : undefined;
    }
    case 'off':
      await addIns.turn({ on: false });
      return undefined;
    case 'renew':
      return addIns.renew();
    case 'retry':
      await writes.retry({});
      return undefined;
    case 'discard':
      await writes.discard({ writeId: change.writeId });
      return undefined;
    case 'none':
      return undefined;
  }
}

function describe({ state, credentials, areUnkept, writes }: Told): string {
  const lines = areUnkept ? [] : [standing(state)];
  if (credentials) {
    const { clientId, clientSecret, licenseCode } = credentials;
    lines.push('These are shown once:', `  client id      ${clientId}`, `  client secret  ${clientSecret}`);
    lines.push(`  license code   ${licenseCode}`);
    if (state.credentials === 'memory') {
      lines.push(describeLasting(state));
    }
  }
  if (areUnkept) lines.push(describeUnkept(state));
  const waiting = writes.filter(({ isStuck }) => !isStuck).length;
  if (waiting > 0) lines.push(describeWaiting(waiting));
  for (const { writeId, operation, title, error } of writes) {
    lines.push(`${writeId}  ${writeWords[operation]}  ${title}${error ? `: ${describeError(error)}` : ''}`);
  }
  return lines.join('\n');
}

/** Only in a keychain that is there can older ones be. */
function describeLasting({ keychain }: AddInState): string {
  const lasting = 'they last as long as the process that answers add-ins';
  return isMissing(keychain)
    ? `There is no keychain to keep them in: ${lasting}.`
    : `The keychain did not take them: ${lasting}; any older ones in it count again after that.`;
}

function describeUnkept({ keychain }: AddInState): string {
  const why = isMissing(keychain) ? 'There is no keychain to keep credentials in' : 'The keychain took no credentials';
  return `${why}, and nothing runs that would answer with them. Run "cadsync addins renew" while the app or "cadsync sync --watch" runs.`;
}

function standing({ on, port, address, error, credentials }: AddInState): string {
  if (!on) return 'CAD add-ins are not answered: they are off ("cadsync addins on").';
  if (address !== undefined) return `CAD add-ins are answered at ${address}`;
  if (error) return `CAD add-ins are not answered. ${describeError(error)}`;
  if (credentials === 'unread') {
    return 'CAD add-ins are answered once the keychain gives their credentials; "cadsync addins renew" makes new ones.';
  }
  if (credentials === 'none') return 'CAD add-ins are answered once there are credentials: "cadsync addins renew".';
  return `CAD add-ins are answered at http://127.0.0.1:${port} while the app or "cadsync sync --watch" runs with this state.`;
}
