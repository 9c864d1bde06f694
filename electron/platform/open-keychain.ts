import { createRequire } from 'node:module';
import { connectionSecrets, isMissing, type KeychainState } from '../../shared/model/keychain.ts';
import { keychainStateOf, keychainSilent } from './keychain-failure.ts';
import { within } from './within.ts';

/** The part of keytar that is used. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

export interface KeychainOptions {
  /** The name under which the keychain shows the secrets to their owner. */
  readonly service: string;
  /** Loads the keychain; rejects where its native library is missing. */
  readonly loadKeychain?: () => Promise<Keychain>;
  /** Only looks: nothing in the keychain is changed, whatever is found there. */
  readonly onlyLooks?: boolean;
  /** Long enough for a person to unlock the keychain; some never answer where there is no desktop. */
  readonly patienceMs?: number;
}

const usualPatienceMs = 60_000;

/** What a keychain is like, and whether that has to be found out again. */
interface KeychainStanding {
  state: KeychainState;
  hasFailed: boolean;
  /** Then there is one, whatever it says later. */
  wasOpen: boolean;
}

/** Opens the keychain with the first question; one that fails or is slow only means that nothing is sure to last. */
export function openKeychain(options: KeychainOptions) {
  const { patienceMs = usualPatienceMs } = options;
  const standing: KeychainStanding = { state: 'notAsked', hasFailed: false, wasOpen: false };
  let opening: Promise<Keychain | undefined> | undefined;
  const opened = (): Promise<Keychain | undefined> => (opening ??= tryToOpen(options, standing));

  return {
    /** What the keychain does, or `undefined` when it cannot: then nothing that is set is sure to last. */
    async ask<T>(question: (keychain: Keychain) => Promise<T>): Promise<{ readonly answer: T } | undefined> {
      const keychain = await opened();
      if (!keychain) return undefined;
      try {
        const answer = await within(patienceMs, question(keychain), keychainSilent);
        standing.state = 'works';
        return { answer };
      } catch (failure) {
        standing.state = keychainStateOf(failure);
        return undefined;
      }
    },

    /** Whether nothing here keeps secrets. */
    isMissing: (): boolean => !standing.wasOpen && isMissing(standing.state),

    /** Where it could not be opened, the next question tries again: a person may have unlocked it. */
    openAgain(): void {
      if (standing.hasFailed) opening = undefined;
      standing.hasFailed = false;
    },

    async probe(): Promise<KeychainState> {
      await opened();
      return standing.state;
    },
    get state() {
      return standing.state;
    },
  };
}

export type OpenKeychain = ReturnType<typeof openKeychain>;

async function tryToOpen(
  { service, loadKeychain = loadKeytar, patienceMs = usualPatienceMs, onlyLooks = false }: KeychainOptions,
  standing: KeychainStanding,
): Promise<Keychain | undefined> {
  const failed = (state: KeychainState): undefined => void Object.assign(standing, { state, hasFailed: true });
  let keychain: Keychain;
  try {
    keychain = await loadKeychain();
  } catch {
    return failed('missingLibrary');
  }
  try {
    // The library may be there and the keyring behind it not; only a question tells.
    await within(patienceMs, removeUnbound(keychain, service, onlyLooks), keychainSilent);
    Object.assign(standing, { state: 'works', wasOpen: true });
    return keychain;
  } catch (failure) {
    return failed(keychainStateOf(failure));
  }
}

/** What is there from before the secrets of a connection belonged to its addresses; to ask for it tells that the keychain answers. */
async function removeUnbound(keychain: Keychain, service: string, onlyLooks: boolean): Promise<void> {
  for (const name of connectionSecrets) {
    const isThere = (await keychain.getPassword(service, name)) !== null;
    if (isThere && !onlyLooks) await keychain.deletePassword(service, name);
  }
}

async function loadKeytar(): Promise<Keychain> {
  // Loaded at run time: on Linux without libsecret this rejects, and the app goes on without. `import` would fail for as
  // long as the process runs, also once a person has installed it.
  return createRequire(import.meta.url)('keytar') as Keychain;
}
