import { z } from 'zod';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Step } from '../judge/plan-key.ts';

const version = z.object({ major: z.int(), minor: z.int() });
const sha256 = z.string().transform((text) => text as Sha256);
const localEntry = z.object({ path: z.string(), sha256, fetchedFrom: z.string().optional() });

/** What a queue entry is to bring about. Kept as JSON; must stay readable after an update of the app. */
export const intentSchema = z.discriminatedUnion('operation', [
  z.object({
    operation: z.literal('upload'),
    path: z.string(),
    sha256,
    /** The newest version the bytes were made from. */
    base: version.optional(),
    /** The blob that already holds the bytes, after an attempt that got this far. */
    blobId: z.string().optional(),
  }),
  z.object({
    operation: z.literal('download'),
    version,
    replaces: localEntry.optional(),
    /** Where the file is wanted, if nothing stands there. */
    at: z.string().optional(),
  }),
  /** Both sides changed: fetch the service's version beside the local file and compare. */
  z.object({ operation: z.literal('fetchTheirs'), version, local: localEntry }),
  z.object({
    operation: z.literal('release'),
    comment: z.string(),
    /** The bytes the person asked to publish. */
    sha256: sha256.optional(),
    /** Major version before the release was first sent; set just before, so that a lost answer is recognised. */
    sentFromMajor: z.int().optional(),
    /** When it was last sent, or its answer was lost, by the computer's clock. */
    sentMs: z.number().optional(),
    /** When the service took it, by the computer's clock: from then on it is only looked for. */
    acceptedMs: z.number().optional(),
  }),
]);

export type Intent = z.output<typeof intentSchema>;
export type UploadIntent = Extract<Intent, { operation: 'upload' }>;
export type DownloadIntent = Extract<Intent, { operation: 'download' }>;
export type FetchTheirsIntent = Extract<Intent, { operation: 'fetchTheirs' }>;
export type ReleaseIntent = Extract<Intent, { operation: 'release' }>;
export type TransferIntent = Exclude<Intent, ReleaseIntent>;

/** Whether two intents would do the same, whatever progress one of them has made. */
export function sameIntent(a: Intent, b: Intent): boolean {
  return JSON.stringify(withoutProgress(a)) === JSON.stringify(withoutProgress(b));
}

/** The file of the library that an intent is about; a download of a new file has none. */
export function pathOfIntent(intent: Intent): string | undefined {
  switch (intent.operation) {
    case 'upload':
      return intent.path;
    case 'download':
      return intent.replaces?.path;
    case 'fetchTheirs':
      return intent.local.path;
    case 'release':
      return undefined;
  }
}

function withoutProgress(intent: Intent): unknown {
  if (intent.operation !== 'upload') return intent;
  const { operation, path, sha256: bytes, base } = intent;
  return { operation, path, bytes, base: base ? `${base.major}.${base.minor}` : null };
}

/** What a step that moves bytes asks the queue for; `undefined` for steps that move none. */
export function intentOf(step: Step): TransferIntent | undefined {
  switch (step.kind) {
    case 'upload':
      return { operation: 'upload', path: step.path, sha256: step.sha256, base: step.base };
    case 'download':
      return { operation: 'download', version: step.version, replaces: step.replaces, at: step.at };
    case 'diverged':
      return { operation: 'fetchTheirs', version: step.theirs, local: step.local };
    case 'nothing':
    case 'holdRivals':
    case 'holdConflict':
    case 'heldBack':
    case 'adopt':
    case 'relink':
    case 'removedHere':
    case 'removalConfirmed':
      return undefined;
  }
}
