import { AppError } from '../../shared/errors/app-error.ts';
import type { KeptSecret, KeychainState, SecretPlace } from '../../shared/model/keychain.ts';
import { openKeychain, type KeychainOptions, type OpenKeychain } from './open-keychain.ts';
import { createSecretQuestions } from './secret-questions.ts';

/**
 * The secrets of this user. Each belongs to the origins of the connection it was given for (`boundTo`, as
 * `connectionOrigins` writes them; a sign-in belongs to its proxy): asked for with any others, there is none. Looked for
 * first in the environment, then among what was set in this process, then in the system keychain.
 */
interface Secrets {
  /**
   * `undefined` also where the keychain does not say; `placeOf` tells that. Each question may ask a person: one that
   * failed is put again after some minutes, or once something is set or probed.
   */
  get(name: KeptSecret, boundTo: string): Promise<string | undefined>;
  /**
   * Sets a secret, or forgets it. One that the keychain does not take lasts as long as the process, and goes into it as
   * soon as it answers again.
   * @throws AppError `secret-not-removed` where a keychain does not forget it, also one that could not be opened: what
   * is in it would be back at the next start
   */
  set(name: KeptSecret, value: string | undefined, boundTo: string): Promise<void>;
  /** Where `get` has it from. */
  placeOf(name: KeptSecret, boundTo: string): Promise<SecretPlace>;
  /**
   * Finds out whether the keychain can be used; every other call does so first. One that could not be opened is tried
   * again, for a person may have unlocked it, and takes what it did not take before.
   */
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

interface SecretsOptions extends KeychainOptions {
  readonly given?: GivenSecrets;
  /** Milliseconds since any moment. */
  readonly now?: () => number;
}

/**
 * Makes the secrets of one user. No other failure of the keychain is thrown: `keychain` tells of it.
 *
 * The keychain has them under `service`, with the name of the secret and its origins as the account, so that their
 * owner sees what each is for: `clientSecret https://content.example token=https://login.example`. An account without
 * origins is from before secrets belonged to an address. Nobody knows for which it was given, so it is never read as a
 * secret, and removed as soon as the keychain is opened.
 */
export function createSecrets(options: SecretsOptions): Secrets {
  const { service, given, now = () => performance.now() } = options;
  const keychain = openKeychain(options);
  const accounts = createAccounts(service, keychain, now);

  const fromOutside = (name: KeptSecret, boundTo: string): string | undefined =>
    name !== 'proxySignIn' && given?.boundTo === boundTo && given[name] !== '' ? given[name] : undefined;

  return {
    get: async (name, boundTo) => fromOutside(name, boundTo) ?? accounts.read(accountOf(name, boundTo)),
    set(name, value, boundTo) {
      const account = accountOf(name, boundTo);
      return value === undefined || value === '' ? accounts.forget(account) : accounts.keep(account, value);
    },
    placeOf: async (name, boundTo) =>
      fromOutside(name, boundTo) === undefined ? accounts.placeOf(accountOf(name, boundTo)) : 'environment',
    async probe() {
      accounts.askAgain();
      await accounts.putRest();
      return keychain.probe();
    },
    get keychain() {
      return keychain.state;
    },
  };
}

/** What is known of accounts in the keychain. */
interface Held {
  readonly inMemory: Map<string, string | undefined>;
  /** Those that were set and that the keychain did not take yet: it may still have the ones of before. */
  readonly onlyInMemory: Set<string>;
}

/** What is known of accounts in the keychain, and what is to go there. */
function createAccounts(service: string, keychain: OpenKeychain, now: () => number) {
  const held: Held = { inMemory: new Map(), onlyInMemory: new Set() };
  const { inMemory, onlyInMemory } = held;
  const changes = createChanges(service, keychain, held);
  const inTurn = createTurns();
  const putRestInTurn = async (): Promise<void> => (onlyInMemory.size > 0 ? inTurn(changes.putRest) : undefined);

  const questions = createSecretQuestions(async (account) => {
    // An answer that comes too late for who asked is there for who asks next.
    const found = await keychain.ask(async (open) => {
      const answer = await open.getPassword(service, account);
      // Set while the keychain was asked: that is newer.
      if (!inMemory.has(account)) inMemory.set(account, answer ?? undefined);
    });
    // Who asks does not wait for that.
    if (found) void putRestInTurn();
    return found !== undefined;
  }, now);

  async function read(account: string): Promise<string | undefined> {
    if (!inMemory.has(account)) await questions.put(account);
    return inMemory.get(account);
  }

  function askAgain(): void {
    keychain.openAgain();
    questions.putFailedAgain();
  }

  /** A person may have opened the keychain for it. */
  const change = (work: () => Promise<void>): Promise<void> =>
    inTurn(() => {
      askAgain();
      return work();
    });

  return {
    read,
    forget: (account: string) => change(() => changes.forget(account)),
    keep: (account: string, value: string) => change(() => changes.keep(account, value)),
    putRest: putRestInTurn,
    askAgain,
    async placeOf(account: string): Promise<SecretPlace> {
      const value = await read(account);
      if (value !== undefined) return onlyInMemory.has(account) ? 'memory' : 'keychain';
      return inMemory.has(account) || keychain.isMissing() ? 'none' : 'unread';
    },
  };
}

/** What changes accounts, one at a time. */
function createChanges(service: string, keychain: OpenKeychain, { inMemory, onlyInMemory }: Held) {
  async function put(account: string): Promise<boolean> {
    const value = inMemory.get(account);
    if (value === undefined) return false;
    const taken = await keychain.ask((open) => open.setPassword(service, account, value));
    if (taken) onlyInMemory.delete(account);
    return taken !== undefined;
  }

  /** Once the keychain answers it takes these too: else the ones of before would be used again at the next start. */
  async function putRest(): Promise<void> {
    for (const account of onlyInMemory) if (!(await put(account))) return;
  }

  return {
    putRest,

    async keep(account: string, value: string): Promise<void> {
      inMemory.set(account, value);
      onlyInMemory.add(account);
      if (await put(account)) await putRest();
    },

    async forget(account: string): Promise<void> {
      const wasKnown = inMemory.has(account);
      const kept = inMemory.get(account);
      inMemory.set(account, undefined);
      const taken = await keychain.ask((open) => open.deletePassword(service, account));
      if (taken || keychain.isMissing()) return void onlyInMemory.delete(account);
      // It would be back at the next start.
      if (wasKnown) inMemory.set(account, kept);
      else inMemory.delete(account);
      throw new AppError('secret-not-removed');
    },
  };
}

/**
 * One change at a time, in memory too: what was removed is not put back by one that began before, and what was given
 * after it is not taken for what was removed.
 */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return (change: () => Promise<void>): Promise<void> => {
    const changed = last.then(change);
    last = changed.catch(() => undefined);
    return changed;
  };
}

function accountOf(name: KeptSecret, boundTo: string): string {
  return `${name} ${boundTo}`;
}
