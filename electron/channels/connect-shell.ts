import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { MessagePortMain } from 'electron';
import type { shellContract } from '../../shared/rpc/shell-contract.ts';
import type { Settings } from '../../shared/rpc/settings.ts';
import type { SecretsPort, ShellPort } from '../engine/application/host-ports.ts';
import { withAppErrors } from './wire-error.ts';

/** The main process, as the engine's process sees it. Calls reject with the `AppError` of the other end. */
export interface ConnectedShell {
  readonly secrets: SecretsPort;
  readonly shell: ShellPort;
  useTheme(theme: Settings['theme']): Promise<void>;
}

/** Makes the keychain and the desktop of the main process usable over the port they are served on. */
export function connectShell(port: MessagePortMain): ConnectedShell {
  const link = withAppErrors(new RPCLink({ port }));
  const main: ContractRouterClient<typeof shellContract> = createORPCClient(link);
  port.start();
  let kept = false;
  return {
    secrets: {
      async get(name, boundTo) {
        const answer = await main.secrets.get({ name, boundTo });
        kept = answer.kept;
        return answer.value;
      },
      async set(name, value, boundTo) {
        ({ kept } = await main.secrets.set({ name, value, boundTo }));
      },
      async probe() {
        ({ kept } = await main.secrets.probe());
        return kept;
      },
      // As the last answer had it: the engine shows it and cannot wait for another one.
      get kept() {
        return kept;
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
    },
    async useTheme(theme) {
      await main.window.useTheme({ theme });
    },
  };
}
