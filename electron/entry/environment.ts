import { readFileSync } from 'node:fs';
import { AppError } from '../../shared/errors/app-error.ts';
import { connectionOrigins, type ServiceAddresses } from '../../shared/model/service-address.ts';
import type { GivenSecrets } from '../platform/secrets.ts';

/** The environment variables a command reads; secrets come from here or the keychain, never from arguments. */
export const environmentNames = {
  contentAddress: 'CADSYNC_BASE_URL',
  dataAddress: 'CADSYNC_DATA_URL',
  tokenAddress: 'CADSYNC_AUTH_URL',
  clientId: 'CADSYNC_CLIENT_ID',
  clientSecret: 'CADSYNC_CLIENT_SECRET',
  licenseCode: 'CADSYNC_LICENSE_CODE',
  allowHttp: 'CADSYNC_ALLOW_HTTP',
  databasePassword: 'CADSYNC_DATABASE_PASSWORD',
  filesKeyId: 'CADSYNC_FILES_KEY_ID',
  filesSecret: 'CADSYNC_FILES_SECRET',
  fromDatabasePassword: 'CADSYNC_FROM_DATABASE_PASSWORD',
  fromFilesKeyId: 'CADSYNC_FROM_FILES_KEY_ID',
  fromFilesSecret: 'CADSYNC_FROM_FILES_SECRET',
  toDatabasePassword: 'CADSYNC_TO_DATABASE_PASSWORD',
  toFilesKeyId: 'CADSYNC_TO_FILES_KEY_ID',
  toFilesSecret: 'CADSYNC_TO_FILES_SECRET',
} as const;

export type EnvironmentName = keyof typeof environmentNames;

/**
 * What the environment says, or the file that the variable with `_FILE` behind its name names, as containers hand secrets
 * over.
 * @throws AppError `invalid-request` when that file cannot be read
 */
export function fromEnvironment(name: EnvironmentName): string | undefined {
  return process.env[environmentNames[name]] || fromFile(`${environmentNames[name]}_FILE`) || undefined;
}

function fromFile(variable: string): string | undefined {
  const path = process.env[variable];
  if (!path) return undefined;
  try {
    return textOf(readFileSync(path)).replace(/\r?\n$/, '');
  } catch (cause) {
    throw new AppError('invalid-request', { cause, detail: `The file that ${variable} names cannot be read.` });
  }
}

/** PowerShell of Windows writes UTF-16, and editors there a byte order mark before UTF-8: no secret begins with one. */
function textOf(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

/** The addresses of the environment. */
export function addressesFromEnvironment(): ServiceAddresses {
  return {
    contentAddress: fromEnvironment('contentAddress') ?? '',
    dataAddress: fromEnvironment('dataAddress') ?? '',
    tokenAddress: fromEnvironment('tokenAddress') ?? '',
  };
}

/**
 * The secrets of the environment, for the app. Whoever set them means them for the addresses they set next to them, so
 * they belong to the origins of CADSYNC_BASE_URL, CADSYNC_DATA_URL and CADSYNC_AUTH_URL together, exactly as a typed
 * secret does. Without CADSYNC_BASE_URL, or when one of the three is no address, they belong to nothing: an address that
 * somebody types into the window never gets them. (The service inside the app takes them as its own credentials; they
 * do not leave the computer for that.)
 */
export function secretsFromEnvironment(): GivenSecrets {
  return {
    boundTo: connectionOrigins(addressesFromEnvironment()),
    clientSecret: fromEnvironment('clientSecret'),
    licenseCode: fromEnvironment('licenseCode'),
  };
}

/** Whether somebody accepted that other computers are spoken to without encryption: CADSYNC_ALLOW_HTTP is 1. */
export function allowsHttp(): boolean {
  return fromEnvironment('allowHttp') === '1';
}
