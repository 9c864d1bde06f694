import { AppError } from '../../shared/errors/app-error.ts';
import type { KeychainState, SecretPlace } from '../../shared/model/keychain.ts';
import { keychainStateOf, keychainSilent } from './keychain-failure.ts';

/** What the app keeps secret, by the name it has everywhere. */
export type SecretName = 'clientSecret' | 'licenseCode' | 'proxySignIn';

/**
 * The secrets of this user. Each belongs to the origins of the connection it was given for (`boundTo`, as
 * `connectionOrigins` writes them; a sign-in belongs to its proxy): asked for with any others, there is none. Looked for first in the environment, then
 * among what was set in this process, then in the system keychain.
 */
export interface Secrets {
  get(name: SecretName, boundTo: string): Promise<string | undefined>;
  /**
   * Sets a secret, or forgets it. Where the keychain cannot take it, it lasts as long as the process.
   * @throws AppError `secret-not-removed` where a keychain does not forget it, also one that could not be opened: what
   * is in it would be back at the next start
   */
  set(name: SecretName, value: string | undefined, boundTo: string): Promise<void>;
  /** Where `get` has it from. */
  placeOf(name: SecretName, boundTo: string): Promise<SecretPlace>;
  /** Finds out whether the keychain can be used; every other call does so first. */
  probe(): Promise<KeychainState>;
  /** As the last question found it: what is set outlives the process only while it `works`. */
  readonly keychain: KeychainState;
}

/** Secrets that somebody gave to the process when it was started. */
export interface GivenSecrets {
  /** The origins they were given for; `undefined`: for none, so that they are used for none. */
  readonly boundTo: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly licenseCode?: string | undefined;
}

/** The part of keytar that is used. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

interface SecretsOptions {
  /** The name under which the keychain shows the secrets to their owner. */
  readonly service: string;
  readonly given?: GivenSecrets;
  /** Loads the keychain; rejects where its native library is missing. */
  readonly loadKeychain?: () => Promise<Keychain>;
  /** Only looks: nothing in the keychain is changed, whatever is found there. */
  readonly onlyLooks?: boolean;
  /** Long enough for a person to unlock the keychain; some never answer where there is no desktop. */
  readonly patienceMs?: number;
}

/** Those that were once kept without their origins. */
const names: readonly SecretName[] = ['clientSecret', 'licenseCode'];

const usualPatienceMs = 60_000;

/**
 * Makes the secrets of one user. No other failure of the keychain is thrown: `keychain` tells of it.
 *
 * The keychain has them under `service`, with the name of the secret and its origins as the account, so that their
 * owner sees what each is for: `clientSecret https://content.example token=https://login.example`. An account without
 * origins is from before secrets belonged to an address. Nobody knows for which it was given, so it is never read as a
 * secret, and removed as soon as the keychain is opened.
 */
export function createSecrets(options: SecretsOptions): Secrets {
  const { service, given } = options;
  const inMemory = new Map<string, string | undefined>();
  const keychain = openKeychain(options);

  const fromOutside = (name: SecretName, boundTo: string): string | undefined =>
    name !== 'proxySignIn' && given?.boundTo === boundTo && given[name] !== '' ? given[name] : undefined;

  /** Accounts that were set while the keychain did not take them. */
  const onlyInMemory = new Set<string>();

  async function forget(account: string): Promise<void> {
    const wasKnown = inMemory.has(account);
    const kept = inMemory.get(account);
    inMemory.set(account, undefined);
    keychain.openAgain();
    const taken = await keychain.ask((open) => open.deletePassword(service, account));
    if (taken || keychain.isMissing()) return void onlyInMemory.delete(account);
    // It would be back at the next start.
    if (wasKnown) inMemory.set(account, kept);
    else inMemory.delete(account);
    throw new AppError('secret-not-removed');
  }

  const secrets: Secrets = {
    async get(name, boundTo) {
      const outside = fromOutside(name, boundTo);
      if (outside !== undefined) return outside;
      const account = accountOf(name, boundTo);
      if (inMemory.has(account)) return inMemory.get(account);
      const read = await keychain.ask((open) => open.getPassword(service, account));
      // Set while the keychain was asked: that is newer.
      if (read && !inMemory.has(account)) inMemory.set(account, read.answer ?? undefined);
      return inMemory.get(account);
    },
    async set(name, value, boundTo) {
      const account = accountOf(name, boundTo);
      if (value === undefined || value === '') return forget(account);
      inMemory.set(account, value);
      keychain.openAgain();
      const taken = await keychain.ask((open) => open.setPassword(service, account, value));
      if (taken) onlyInMemory.delete(account);
      else onlyInMemory.add(account);
    },
    async placeOf(name, boundTo) {
      if (fromOutside(name, boundTo) !== undefined) return 'environment';
      if ((await secrets.get(name, boundTo)) === undefined) return 'none';
      return onlyInMemory.has(accountOf(name, boundTo)) ? 'memory' : 'keychain';
    },
    probe: () => keychain.probe(),
    get keychain() {
      return keychain.state;
    },
  };
  return secrets;
}

/** What a keychain is like, and whether that has to be found out again. */
interface KeychainStanding {
  state: KeychainState;
  hasFailed: boolean;
}

/** Opens the keychain with the first question; one that fails or is slow only means that nothing is sure to last. */
function openKeychain(options: SecretsOptions) {
  const { patienceMs = usualPatienceMs } = options;
  const standing: KeychainStanding = { state: 'notAsked', hasFailed: false };
  let opening: Promise<Keychain | undefined> | undefined;
  const opened = (): Promise<Keychain | undefined> => (opening ??= tryToOpen(options, standing));

  return {
    /** What the keychain does, or `undefined` when it cannot: then nothing that is set is sure to last. */
    async ask<T>(question: (keychain: Keychain) => Promise<T>): Promise<{ readonly answer: T } | undefined> {
      const keychain = await opened();
      if (!keychain) return undefined;
      try {
        const answer = await within(patienceMs, question(keychain));
        standing.state = 'works';
        return { answer };
      } catch (failure) {
        standing.state = keychainStateOf(failure);
        return undefined;
      }
    },

    /** Whether nothing here keeps secrets. One that is locked, silent or refuses may have some all the same. */
    isMissing: (): boolean =>
      standing.hasFailed && (standing.state === 'missingLibrary' || standing.state === 'noKeyring'),

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

async function tryToOpen(
  { service, loadKeychain = loadKeytar, patienceMs = usualPatienceMs, onlyLooks = false }: SecretsOptions,
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
    await within(patienceMs, removeUnbound(keychain, service, onlyLooks));
    standing.state = 'works';
    return keychain;
  } catch (failure) {
    return failed(keychainStateOf(failure));
  }
}

/** What is there from before secrets belonged to an address; to ask for it tells that the keychain answers. */
async function removeUnbound(keychain: Keychain, service: string, onlyLooks: boolean): Promise<void> {
  for (const name of names) {
    const isThere = (await keychain.getPassword(service, name)) !== null;
    if (isThere && !onlyLooks) await keychain.deletePassword(service, name);
  }
}

function accountOf(name: SecretName, boundTo: string): string {
  return `${name} ${boundTo}`;
}

async function loadKeytar(): Promise<Keychain> {
  // Loaded at run time: on Linux without libsecret this rejects, and the app goes on without.
  const { default: keytar } = await import('keytar');
  return keytar;
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(keychainSilent), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
