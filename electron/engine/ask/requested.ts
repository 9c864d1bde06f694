import { AppError } from '../../../shared/errors/app-error.ts';
import { parseContentKey, type ContentKey } from '../../../shared/model/content-key.ts';
import { parseVersion, type Version } from '../../../shared/model/version.ts';

/** A version as a person names it. @throws AppError `invalid-request` for a text that is none */
export function requestedVersion(text: string): Version {
  const version = parseVersion(text);
  if (!version) throw new AppError('invalid-request', { detail: `${text} is no version.` });
  return version;
}

/** A key as a person names it. @throws AppError `invalid-request` for a text that is none */
export function requestedKey(text: string): ContentKey {
  const key = parseContentKey(text);
  if (!key.ok) throw new AppError('invalid-request', { detail: `${key.fault.detail}.` });
  return key.value;
}
