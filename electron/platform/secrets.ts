/** What the app keeps secret, by the name it has everywhere. */
export type SecretName = 'clientSecret' | 'licenseCode';

/** The secrets of this user: environment first, then what was set in this process, then the system keychain. */
export interface Secrets {
  get(name: SecretName): Promise<string | undefined>;
  /** Sets a secret, or forgets it. Where the keychain cannot take it, it lasts as long as the process. */
  set(name: SecretName, value: string | undefined): Promise<void>;
  /** Finds out whether the keychain can be used; every other call does so first. */
  probe(): Promise<boolean>;
  /** Whether what is set outlives the process; `false` until the keychain was found to work. */
  readonly kept: boolean;
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
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Loads the keychain; rejects where its native library is missing. */
  readonly loadKeychain?: () => Promise<Keychain>;
  /** Long enough for a person to unlock the keychain; some never answer where there is no desktop. */
  readonly patienceMs?: number;
}

const variables: Readonly<Record<SecretName, string>> = {
  clientSecret: 'CADSYNC_CLIENT_SECRET',
  licenseCode: 'CADSYNC_LICENSE_CODE',
};

const usualPatienceMs = 60_000;

/** Makes the secrets of one user. No failure of the keychain is thrown: `kept` tells of it. */
export function createSecrets(options: SecretsOptions): Secrets {
  const { service, environment = process.env, loadKeychain = loadKeytar, patienceMs = usualPatienceMs } = options;
  const inMemory = new Map<SecretName, string | undefined>();
  let opening: Promise<Keychain | undefined> | undefined;
  let kept = false;

  /** What the keychain does, or `undefined` when it cannot: then nothing that is set is sure to last. */
  async function ask<T>(question: (keychain: Keychain) => Promise<T>): Promise<{ readonly answer: T } | undefined> {
    const keychain = await (opening ??= open());
    if (!keychain) return undefined;
    try {
      return { answer: await within(patienceMs, question(keychain)) };
    } catch {
      kept = false;
      return undefined;
    }
  }

  async function open(): Promise<Keychain | undefined> {
    try {
      const keychain = await loadKeychain();
      // The library may be there and the keyring behind it not; only a question tells.
      await within(patienceMs, keychain.getPassword(service, 'clientSecret'));
      kept = true;
      return keychain;
    } catch {
      return undefined;
    }
  }

  return {
    async get(name) {
      const given = environment[variables[name]];
      if (given !== undefined && given !== '') return given;
      if (inMemory.has(name)) return inMemory.get(name);
      const read = await ask((keychain) => keychain.getPassword(service, name));
      // Set while the keychain was asked: that is newer.
      if (read && !inMemory.has(name)) inMemory.set(name, read.answer ?? undefined);
      return inMemory.get(name);
    },
    async set(name, value) {
      const wanted = value === '' ? undefined : value;
      inMemory.set(name, wanted);
      await ask(async (keychain) => {
        if (wanted === undefined) await keychain.deletePassword(service, name);
        else await keychain.setPassword(service, name, wanted);
      });
    },
    async probe() {
      opening ??= open();
      await opening;
      return kept;
    },
    get kept() {
      return kept;
    },
  };
}

async function loadKeytar(): Promise<Keychain> {
  // Loaded at run time: on Linux without libsecret this rejects, and the app goes on without.
  const { default: keytar } = await import('keytar');
  return keytar;
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the keychain does not answer')), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
