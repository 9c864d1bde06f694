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
   * Which of the hashes is that of the secret; with none it takes as long and is undefined.
   * @throws AppError `too-many-requests` while too many others wait
   */
  fitting(given: string, hashes: readonly string[]): Promise<string | undefined>;
  /** Whether this text was found to fit since these checks were made. */
  hasFitted(given: string): boolean;
}

const mostRemembered = 10_000;
/** Whoever comes behind so many would wait for longer than callers do. */
const usualMostWaiting = 200;

/**
 * Checks that do one derivation at a time, and remember what fitted: guessing costs time, asking again does not.
 * @param mostWaiting as many derivations may wait for their turn
 */
export function createSecretChecks(mostWaiting = usualMostWaiting): SecretChecks {
  // Only digests with a key of this process: what is remembered helps nobody to guess.
  const own = randomBytes(32).toString('base64');
  const fitted = new Map<string, Set<string>>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const nobody = hashSecret(own);
  const digestOf = (given: string): string => hash('sha256', `${own}\n${given}`, 'base64');

  async function inTurn(given: string, hashed: string): Promise<boolean> {
    if (waiting >= mostWaiting)
      throw new AppError('too-many-requests', { detail: 'Too many secrets are being checked.' });
    waiting += 1;
    const turn = last.then(() => isOf(given, hashed)).finally(() => (waiting -= 1));
    last = turn.catch(() => undefined);
    return turn;
  }

  return {
    async fitting(given, hashes) {
      const digest = digestOf(given);
      const known = fitted.get(digest);
      const remembered = hashes.find((hashed) => known?.has(hashed));
      if (remembered !== undefined) return remembered;
      let found: string | undefined;
      for (const hashed of hashes.length === 0 ? [await nobody] : hashes) {
        if (!(await inTurn(given, hashed)) || hashes.length === 0) continue;
        found = hashed;
        if (fitted.size >= mostRemembered) fitted.clear();
        fitted.set(digest, (fitted.get(digest) ?? new Set()).add(hashed));
      }
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
