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

/** What a client of a service of our own proves itself with; what of it was made up is shown this once. */
interface ClientProofs {
  readonly clientSecret: string;
  readonly licenseCode: string;
  readonly madeUp: { readonly clientSecret?: string; readonly licenseCode?: string };
}

/**
 * Takes both from the environment, and makes up what that does not give.
 * @throws AppError `invalid-request` where one is too short
 */
export function clientProofs(): ClientProofs {
  const given = { clientSecret: givenToClient('clientSecret'), licenseCode: givenToClient('licenseCode') };
  const { clientSecret = newClientSecret(), licenseCode = newLicenseCode() } = given;
  const madeUp = {
    ...(given.clientSecret === undefined ? { clientSecret } : {}),
    ...(given.licenseCode === undefined ? { licenseCode } : {}),
  };
  return { clientSecret, licenseCode, madeUp };
}

function givenToClient(name: 'clientSecret' | 'licenseCode'): string | undefined {
  const given = fromEnvironment(name);
  if (given === undefined || given.length >= fewestCharacters) return given;
  throw wrong(
    `${environmentNames[name]} is too short: it needs at least ${fewestCharacters} characters. Without it, one is made up.`,
  );
}
