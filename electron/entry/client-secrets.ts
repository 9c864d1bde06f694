import { randomBytes } from 'node:crypto';
import { wrong } from './commands/wrong-request.ts';
import { environmentNames, fromEnvironment } from './environment.ts';

/** A secret for a client, made up. */
export function newClientSecret(): string {
  return randomBytes(24).toString('base64url');
}

/** A license code, made up. */
export function newLicenseCode(): string {
  return randomBytes(12).toString('hex');
}

/** A service can be asked often: what is shorter may be guessed. */
const fewestCharacters = 16;

/**
 * What the environment gives a client of a service of our own to prove itself with; undefined where nothing is given.
 * @throws AppError `invalid-request` where it is too short
 */
export function givenToClient(name: 'clientSecret' | 'licenseCode'): string | undefined {
  const given = fromEnvironment(name);
  if (given === undefined || given.length >= fewestCharacters) return given;
  throw wrong(
    `${environmentNames[name]} is too short: it needs at least ${fewestCharacters} characters. Without it, one is made up.`,
  );
}
