import { AppError } from '../../shared/errors/app-error.ts';
import { readS3Address } from '../service/blobs/s3/s3-address.ts';
import type { S3Keys } from '../service/blobs/s3/s3-client.ts';
import type { OfficeFiles } from '../service/office-files.ts';
import type { Redactor } from '../client/redactor.ts';
import { wrong } from './commands/wrong-request.ts';
import { environmentNames, fromEnvironment, type EnvironmentName } from './environment.ts';

/** One end of a copy, whose secrets may be others than those of the other end. */
export type Side = 'from' | 'to';

interface SecretNames {
  readonly databasePassword: EnvironmentName;
  readonly filesKeyId: EnvironmentName;
  readonly filesSecret: EnvironmentName;
}

const usual: SecretNames = {
  databasePassword: 'databasePassword',
  filesKeyId: 'filesKeyId',
  filesSecret: 'filesSecret',
};

/** Where secrets are looked for, first those of one end alone. */
const namesOf: Readonly<Record<Side, readonly SecretNames[]>> = {
  from: [
    { databasePassword: 'fromDatabasePassword', filesKeyId: 'fromFilesKeyId', filesSecret: 'fromFilesSecret' },
    usual,
  ],
  to: [{ databasePassword: 'toDatabasePassword', filesKeyId: 'toFilesKeyId', filesSecret: 'toFilesSecret' }, usual],
};

interface AccessOptions {
  /** Hides what was read. */
  readonly redactor?: Pick<Redactor, 'remember'>;
  readonly side?: Side;
}

/**
 * The address of a database as `--database` names it, with the password of the environment.
 * @throws AppError `database-address-invalid` also where a password stands in it: command lines are no place for one
 */
export function databaseUrlOf(address: string, { redactor, side }: AccessOptions = {}): string {
  const url = URL.parse(address);
  if (!url) throw new AppError('database-address-invalid');
  if (url.password !== '' || url.searchParams.has('password')) {
    const detail = `The password does not belong in it: it comes from ${environmentNames.databasePassword}.`;
    throw new AppError('database-address-invalid', { detail });
  }
  const names = side === undefined ? [usual] : namesOf[side];
  const password = names.map(({ databasePassword }) => fromEnvironment(databasePassword)).find(Boolean);
  if (password === undefined) return address;
  redactor?.remember(password);
  url.password = encodeURIComponent(password);
  return url.href;
}

/**
 * The place of files as `--files` names it, with the keys of the environment.
 * @throws AppError `file-store-address-invalid`, `invalid-request` where the environment has no keys
 */
export function officeFilesOf(
  { files, workDir }: { readonly files: string; readonly workDir: string | undefined },
  { redactor, side }: AccessOptions,
): OfficeFiles {
  if (!/^[a-z][a-z0-9+.-]+:/i.test(files)) return { kind: 'folder', folder: files };
  const address = readS3Address(files);
  const keys = readKeys(side === undefined ? [usual] : namesOf[side]);
  redactor?.remember(keys.accessKeyId);
  redactor?.remember(keys.secretAccessKey);
  return { kind: 'store', address, keys, workDir };
}

/** Key and secret belong together: one of an end alone is not completed by the usual other one. */
function readKeys(names: readonly SecretNames[]): S3Keys {
  for (const { filesKeyId, filesSecret } of names) {
    const [accessKeyId, secretAccessKey] = [fromEnvironment(filesKeyId), fromEnvironment(filesSecret)];
    if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey };
    if (accessKeyId !== undefined || secretAccessKey !== undefined) throw keysMissing(filesKeyId, filesSecret);
  }
  throw keysMissing(usual.filesKeyId, usual.filesSecret);
}

function keysMissing(keyId: EnvironmentName, secret: EnvironmentName): AppError {
  const names = `${environmentNames[keyId]} and ${environmentNames[secret]}`;
  return wrong(`Key and secret of the store of files have to be in ${names}.`);
}
