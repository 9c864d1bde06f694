import { basename } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { MessagePortMain } from 'electron';
import type { KeychainState } from '../../shared/model/keychain.ts';
import type { shellContract } from '../../shared/rpc/shell-contract.ts';
import type { SecretsPort } from '../engine/application/connection-ports.ts';
import type { ShellPort } from '../engine/application/host-ports.ts';
import { withAppErrors } from './wire-error.ts';

/** The main process, as the engine's process sees it. Calls reject with the `AppError` of the other end. */
export interface ConnectedShell {
  readonly secrets: SecretsPort;
  readonly shell: ShellPort;
  resolveProxy(origin: string): Promise<string>;
}

/** Makes the keychain and the desktop of the main process usable over the port they are served on. */
export function connectShell(port: MessagePortMain): ConnectedShell {
  const link = withAppErrors(new RPCLink({ port }));
  const main: ContractRouterClient<typeof shellContract> = createORPCClient(link);
  port.start();
  let keychain: KeychainState = 'notAsked';
  return {
    secrets: {
      async get(name, boundTo) {
        const answer = await main.secrets.get({ name, boundTo });
        keychain = answer.keychain;
        return answer.value;
      },
      async placeOf(name, boundTo) {
        const answer = await main.secrets.placeOf({ name, boundTo });
        keychain = answer.keychain;
        return answer.place;
      },
      async set(name, value, boundTo) {
        ({ keychain } = await main.secrets.set({ name, value, boundTo }));
      },
      async probe() {
        ({ keychain } = await main.secrets.probe());
        return keychain;
      },
      // As the last answer had it: the engine shows it and cannot wait for another one.
      get keychain() {
        return keychain;
      },
    },
    shell: {
      async open(absolutePath) {
        await main.files.open({ absolutePath });
      },
      async reveal(absolutePath) {
        await main.files.reveal({ absolutePath });
      },
      async chooseFolder() {
        const { root } = await main.files.chooseFolder();
        return { supported: true, root };
      },
      async chooseSavePlace(suggestedName) {
        const { path } = await main.files.chooseSavePath({ suggestedName });
        return path === undefined ? undefined : { path, fileName: basename(path), mayReplace: true };
      },
    },
    async resolveProxy(origin) {
      return (await main.network.resolveProxy({ origin })).proxies;
    },
  };
}
