import { parseVersion } from '../../../shared/model/version.ts';
import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { QueueEntryRecord } from '../../../shared/rpc/activity-records.ts';
import { releaseStepOf } from '../../../shared/rpc/release-step.ts';
import { exampleVersions } from './activity-rows.ts';
import { ageOf } from './age.ts';
import type { Answering } from './engine-state.ts';
import { countFiles } from './example-status.ts';
import { asDraft, asInStep } from './file-rows.ts';

/** What the fake engine answers about versions, and how they come about. */
export function createVersionProcedures({ os, state, log, change }: Answering) {
  const refusalOf = (key: string): ErrorRecord | undefined =>
    state.refusals?.get(state.files.find((file) => file.key === key)?.name ?? '');
  const isQueued = (key: string): boolean =>
    state.queue.some((entry) => entry.operation === 'release' && entry.key === key);
  return {
    versions: {
      restore: os.versions.restore.handler(({ input }) => ({
        path: state.files.find(({ fileId }) => fileId === input.fileId)?.path ?? '',
        next: 'sent',
      })),
      open: os.versions.open.handler(() => ({})),
      list: os.versions.list.handler(({ input }) => {
        const file = state.files.find((candidate) => candidate.key === input.key);
        const newest = file?.version === undefined ? undefined : parseVersion(file.version);
        const isDraft = newest !== undefined && newest.minor > 0;
        return {
          key: input.key,
          versions: exampleVersions(file?.version).map((version, place) => ({
            ...version,
            sha256: place === 0 ? file?.sha256 : undefined,
          })),
          ...ageOf(state.status),
          ...(isDraft ? { publishable: releaseStepOf(newest) } : {}),
        };
      }),
    },
    publish: {
      release: os.publish.release.handler(({ input }) => {
        const refused = input.keys.flatMap((key) => {
          const error = refusalOf(key);
          return error ? [{ named: key, error }] : [];
        });
        const standing = input.keys.filter((key) => !refusalOf(key));
        const keys = standing.filter((key) => !isQueued(key));
        const already = standing.length - keys.length;
        const added = keys.map((key, place): QueueEntryRecord => ({
          entryId: 100 + state.queue.length + place,
          operation: 'release',
          libraryId: 'revit',
          key,
          title: state.files.find((file) => file.key === key)?.name ?? key,
          state: 'waiting',
          attempts: 0,
          comment: input.comment,
        }));
        state.queue = [...state.queue, ...added];
        state.files = state.files.map((file) =>
          keys.includes(file.key ?? '') ? { ...asInStep(file), state: 'releaseQueued', release: 'these' } : file,
        );
        change({ counts: countFiles(state.files) });
        log.publish({ kind: 'queue' });
        log.publish({ kind: 'files', fileIds: [] });
        return { queued: added.map(({ entryId }) => entryId), already, refused };
      }),
      withdraw: os.publish.withdraw.handler(({ input }) => {
        const taken = state.queue.filter(({ entryId }) => input.entryIds.includes(entryId));
        state.queue = state.queue.filter((entry) => !taken.includes(entry));
        const keys = taken.map(({ key }) => key);
        state.files = state.files.map((file) => (keys.includes(file.key ?? '') ? asDraft(file) : file));
        change({ counts: countFiles(state.files) });
        log.publish({ kind: 'queue' });
        log.publish({ kind: 'files', fileIds: [] });
        return { withdrawn: taken.length, sent: 0, gone: input.entryIds.length - taken.length };
      }),
    },
  };
}
