import { z } from 'zod';
import { formatVersion, nextRelease, type Version } from '../model/version.ts';

/** A draft on the service, and what its release would be called (`2.4` and `3.0`). */
export const releaseStep = z.object({ draft: z.string(), release: z.string() });
export type ReleaseStep = z.output<typeof releaseStep>;

export function releaseStepOf(draft: Version): ReleaseStep {
  return { draft: formatVersion(draft), release: formatVersion(nextRelease(draft)) };
}
