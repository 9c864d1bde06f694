import { hash, randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { AppError } from '../../../shared/errors/app-error.ts';

/** So much work does one guess cost: 16 MB and some 30 ms. It stands in each hash, so it may grow. */
const cost = { N: 2 ** 14, r: 8, p: 1 } as const;
const keyBytes = 32;
const longestCost = 2 ** 18;

/** A secret as it is kept: `scrypt$N$r$p$salt$key`, from which nobody gets it back. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(secret, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Compares secrets with their hashes. */
export interface SecretChecks {
  /**
   * Which of the hashes is that of the secret. Where none is, it takes as long for nobody, with no hashes, as for a client
   * of which a secret is being replaced, with two.
   * @throws AppError `too-many-requests` while too many others wait
   */
  fitting(given: string, hashes: readonly string[]): Promise<string | undefined>;
  /** Whether this text was found to fit since these checks were made. */
  hasFitted(given: string): boolean;
}

/** A wrong secret is compared as often at least, so that its time does not tell how many hashes there are. */
const fewestCompared = 2;
const mostRemembered = 10_000;
/** Whoever comes behind so many would wait for longer than callers do. */
const usualMostWaiting = 200;

/**
 * Checks that look at one secret at a time, and remember what fitted: guessing costs time, asking again does not.
 * @param mostWaiting as many secrets may wait for their turn
 * @param compare takes the time that a guess costs
 */
export function createSecretChecks(mostWaiting = usualMostWaiting, compare = isOf): SecretChecks {
  // Only digests with a key of this process: what is remembered helps nobody to guess.
  const own = randomBytes(32).toString('base64');
  const fitted = new Map<string, Set<string>>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const nobody = hashSecret(own);
  const digestOf = (given: string): string => hash('sha256', `${own}\n${given}`, 'base64');

  async function inTurn<T>(check: () => Promise<T>): Promise<T> {
    if (waiting >= mostWaiting)
      throw new AppError('too-many-requests', { detail: 'Too many secrets are being checked.' });
    waiting += 1;
    const turn = last.then(check).finally(() => (waiting -= 1));
    last = turn.catch(() => undefined);
    return turn;
  }

  async function firstFitting(given: string, hashes: readonly string[]): Promise<string | undefined> {
    for (const hashed of hashes) if (await compare(given, hashed)) return hashed;
    for (let compared = hashes.length; compared < fewestCompared; compared += 1) await compare(given, await nobody);
    return undefined;
  }

  return {
    async fitting(given, hashes) {
      const digest = digestOf(given);
      const known = fitted.get(digest);
      const remembered = hashes.find((hashed) => known?.has(hashed));
      if (remembered !== undefined) return remembered;
      const found = await inTurn(() => firstFitting(given, hashes));
      if (found === undefined) return undefined;
      if (fitted.size >= mostRemembered) fitted.clear();
      fitted.set(digest, (fitted.get(digest) ?? new Set()).add(found));
      return found;
    },
    hasFitted: (given) => fitted.has(digestOf(given)),
  };
}

async function isOf(given: string, hashed: string): Promise<boolean> {
  const [kind, N, r, p, salt = '', key = ''] = hashed.split('$');
  const [expected, work] = [Buffer.from(key, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) }];
  if (kind !== 'scrypt' || expected.length !== keyBytes || !(work.N <= longestCost)) return false;
  return timingSafeEqual(await derive(given, Buffer.from(salt, 'base64url'), work), expected);
}

function derive(secret: string, salt: Buffer, work: Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>>): Promise<Buffer> {
  const options = { ...work, maxmem: 256 * work.N * work.r };
  return new Promise((resolve, reject) => {
    scrypt(secret.normalize(), salt, keyBytes, options, (failure, key) => (failure ? reject(failure) : resolve(key)));
  });
}
