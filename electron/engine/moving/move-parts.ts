import type { RemoteCaller } from '../../../shared/api/caller.ts';
import type { ContentKey } from '../../../shared/model/content-key.ts';
import type { Program } from '../../../shared/model/program.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';

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

/** What moving works with. */
export interface MoveParts {
  readonly source: MoveSource;
  readonly target: RemoteCaller;
  readonly newHash: () => RunningHash;
  readonly signal: AbortSignal;
}

/** A file of the source, as a person knows it. */
export interface MovedFile {
  readonly key: ContentKey;
  readonly name: string;
}
