import { implement } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import type { MessagePortMain } from 'electron';
import { shellContract } from '../../shared/rpc/shell-contract.ts';
import type { SecretsPort } from '../engine/application/connection-ports.ts';
import type { ShellPort } from '../engine/application/host-ports.ts';
import { done } from './done.ts';
import { withWireErrors } from './wire-error.ts';

/** What the main process does for the engine's process. */
export interface ShellVerbs extends Omit<ShellPort, 'chooseFolder' | 'chooseSavePlace'> {
  readonly secrets: SecretsPort;
  /** The folder a person picked, if any. */
  chooseFolder(): Promise<string | undefined>;
  /** The full path a person chose, if any; who chose a file that is there agreed that it is replaced. */
  chooseSavePath(suggestedName: string): Promise<string | undefined>;
  /** The ways to an origin, as Chromium names them. */
  resolveProxy(origin: string): Promise<string>;
}

/** Answers the shell contract on a port of the engine's process, for as long as the port is open. */
export function serveShell(port: MessagePortMain, verbs: ShellVerbs): void {
  new RPCHandler(createShellRouter(verbs)).upgrade(port);
  port.start();
}

function createShellRouter(verbs: ShellVerbs) {
  const { secrets } = verbs;
  const os = implement(shellContract).use(withWireErrors);
  return os.router({
    secrets: {
      get: os.secrets.get.handler(async ({ input }) => {
        const value = await secrets.get(input.name, input.boundTo);
        return { value, keychain: secrets.keychain };
      }),
      set: os.secrets.set.handler(async ({ input }) => {
        await secrets.set(input.name, input.value, input.boundTo);
        return { keychain: secrets.keychain };
      }),
      placeOf: os.secrets.placeOf.handler(async ({ input }) => ({
        place: await secrets.placeOf(input.name, input.boundTo),
        keychain: secrets.keychain,
      })),
      probe: os.secrets.probe.handler(async () => ({ keychain: await secrets.probe() })),
    },
    files: {
      open: os.files.open.handler(done(({ input }) => verbs.open(input.absolutePath))),
      reveal: os.files.reveal.handler(done(({ input }) => verbs.reveal(input.absolutePath))),
      chooseFolder: os.files.chooseFolder.handler(async () => ({ root: await verbs.chooseFolder() })),
      chooseSavePath: os.files.chooseSavePath.handler(async ({ input }) => ({
        path: await verbs.chooseSavePath(input.suggestedName),
      })),
    },
    network: {
      resolveProxy: os.network.resolveProxy.handler(async ({ input }) => ({
        proxies: await verbs.resolveProxy(input.origin),
      })),
    },
  });
}
