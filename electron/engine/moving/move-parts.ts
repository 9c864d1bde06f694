import { toAppError, type AppError } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import { cutOffOf } from '../../../shared/errors/reachability.ts';
import type { RemoteCaller } from '../../../shared/api/caller.ts';
import type { ContentKey } from '../../../shared/model/content-key.ts';
import type { Program } from '../../../shared/model/program.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { HashesThere } from './hashes-there.ts';

/** A SHA-256 in the making. */
export interface RunningHash {
  update(bytes: Uint8Array): void;
  digest(): Sha256;
}

/** The service that is moved out of. */
interface MoveSource {
  readonly service: RemoteCaller;
  /** The programs of which it has files, each with its version. */
  programs(): Promise<readonly Program[]>;
}

export interface MoveParts {
  readonly source: MoveSource;
  readonly target: RemoteCaller;
  readonly newHash: () => RunningHash;
  readonly hashes: HashesThere;
  readonly signal: AbortSignal;
}

/** A file of the source, as a person knows it. */
export interface MovedFile {
  readonly key: ContentKey;
  readonly name: string;
}

/** Of what a service says no to only once the connection or its license is another. */
const stopsAll: ReadonlySet<string> = new Set(['cancelled', 'license-code-missing', 'license-code-rejected']);

/**
 * What one of many failed by.
 * @param ofOne an error that concerns no other
 * @throws AppError for what concerns all of them (no connection, no license)
 */
export async function failureOf(work: Promise<void>, ofOne?: ErrorCode): Promise<AppError | undefined> {
  try {
    await work;
    return undefined;
  } catch (thrown) {
    const error = toAppError(thrown);
    const { code, retryable } = error;
    if (code !== ofOne && (retryable || stopsAll.has(code) || cutOffOf(code) !== undefined)) throw error;
    return error;
  }
}
