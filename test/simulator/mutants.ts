import { judgementMutants } from './judgement-mutants.ts';

/** A fault that is put into the engine on purpose, to see whether the simulator, or a test, finds it. */
export interface Mutant {
  /** What the engine then does wrong. */
  readonly name: string;
  /** As seen from `electron/engine/`. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly text: string;
  readonly instead: string;
  /** The file of the test that finds it; where none is said, the simulator does. */
  readonly test?: string;
}

/** One for each look, guard or record that the invariants rest on. */
export const mutants: readonly Mutant[] = [
  {
    name: 'sends without asking what the service has',
    file: 'transfer/carry-out.ts',
    text: 'await baseCheck.confirm(context, service, entry, signal);',
    instead: 'void baseCheck;',
  },
  {
    name: 'puts a download into whatever folder lies there when it is answered',
    file: 'observe/proven-disk.ts',
    text: 'await (look ??= isProven(disk, markerId()).finally(() => (look = undefined)));',
    instead: 'void [look, isProven];',
  },
  {
    name: 'sends over a version that nobody here has seen',
    file: 'judge/plan-key.ts',
    text: "return { kind: 'diverged', local, theirs: remote.version };",
    instead: "return { kind: 'upload', path: local.path, sha256: local.sha256, base: remote.version };",
  },
  {
    name: 'picks one of several files of a key by itself',
    file: 'judge/plan-key.ts',
    text: "if (rival) return { kind: 'holdRivals' };",
    instead: 'void rival;',
  },
  {
    name: 'sends a new file before it is known that it is the only one of its key',
    file: 'library/planning.ts',
    text: "return step.kind === 'upload' && synced?.path !== step.path;",
    instead: "return step.kind === 'upload' && synced !== undefined && synced.path !== step.path;",
  },
  {
    name: 'fetches over a file that changed here',
    file: 'judge/plan-key.ts',
    text: 'if (!localChanged) return',
    instead: 'if (true) return',
  },
  {
    name: 'takes what was agreed with one service for agreed with another',
    file: 'state/library-state.ts',
    text: 'createServiceTrees(ports.database, libraryId, serviceId)',
    instead: "createServiceTrees(ports.database, libraryId, 'one for all')",
  },
  {
    name: 'writes the agreement before the upload is acknowledged',
    file: 'transfer/transfer-upload.ts',
    text: '  let blobId: string | undefined;\n',
    instead: `  let blobId: string | undefined;
  trees.noteSynced(entry.key, { path: intent.path, sha256: intent.sha256,
    version: { major: intent.base?.major ?? 0, minor: (intent.base?.minor ?? 0) + 1 } }, 0);\n`,
  },
  {
    name: 'drops what the service could not do just now',
    file: 'transfer/transfer-failures.ts',
    text: 'queue.retryAt(entry.entryId, ',
    instead: 'queue.finish(entry.entryId); void (',
  },
  {
    name: 'takes a release whose answer was lost for never made',
    file: 'transfer/release.ts',
    text: 'if (newest && intent.sentFromMajor !== undefined && newest.version.major > intent.sentFromMajor)',
    instead: 'if (false)',
  },
  {
    name: 'releases whatever draft is the newest',
    file: 'transfer/release.ts',
    text: 'if (intent.sha256 !== undefined && sha256 !== intent.sha256) {',
    instead: 'if (false) {',
  },
  {
    name: 'makes a version of bytes that changed while they were sent',
    file: 'transfer/upload.ts',
    text: "if (reading.sha256() !== intent.sha256) throw new AppError('file-changed-meanwhile');",
    instead: '',
  },
  {
    name: 'makes a version although it was decided otherwise while its bytes were sent',
    file: 'transfer/transfer-upload.ts',
    text: 'if (hasRival || !mayBecomeVersion(context, entry, intent))',
    instead: 'if (hasRival)',
    test: 'test/unit/engine/stories/changed-while-sent.test.ts',
  },
  {
    name: 'reads a file that does not stand still',
    file: 'observe/readiness.ts',
    text: 'if (stillMs < quietTimeMs) return',
    instead: 'if (false) return',
    test: 'test/unit/engine/observe/readiness.test.ts',
  },
  {
    name: 'takes a folder that cannot be read for an empty one',
    file: 'observe/scan.ts',
    text: 'else unreadable.push(path);',
    instead: 'else void path;',
  },
  {
    name: 'takes any folder at the root for the library',
    file: 'observe/scan.ts',
    text: 'if (seen !== markerId) {',
    instead: 'if (false) {',
  },
  {
    name: 'takes a download for what was asked for without looking',
    file: 'transfer/announced-bytes.ts',
    text: 'return promises.every((promise) => promise === undefined || promise === sha256);',
    instead: 'return promises.length > 0 || sha256;',
  },
  {
    name: 'puts a new file over one that appeared in its place',
    file: 'transfer/transfer-download.ts',
    text: 'disk.place(fetched.path, at)',
    instead: 'disk.replace(fetched.path, at)',
  },
  {
    name: 'sends what is of a newer version than colleagues have',
    file: 'tree/assign-key.ts',
    text: 'return found !== undefined && isNewerVersion(found, version) ?',
    instead: 'return found !== undefined && isNewerVersion(version, found) && isSaid ?',
  },
  {
    name: 'sends what is of a program that no colleague looks for',
    file: 'tree/assign-key.ts',
    text: 'const version = link?.applicationVersion ?? declared?.version;',
    instead: 'const version = link?.applicationVersion ?? declared?.version ?? header.applicationVersion;',
  },
  {
    name: 'takes a service that was brought back and went on for one that did not',
    file: 'judge/plan-key.ts',
    text: 'if (!synced || hasOtherHistory(remote, synced)) return',
    instead: 'if (!synced || !hasOtherHistory) return',
  },
  {
    name: 'never notices that a service was brought back',
    file: 'state/remote-tree.ts',
    text: 'return meanwhile.has(key) ? this.noteRemote(key, item) : this.replaceRemote(key, item);',
    instead: 'return this.noteRemote(key, item);',
  },
  {
    name: 'takes other bytes for those that were read before, because the date is the same',
    file: 'upkeep/scrub.ts',
    text: '!isAsKnown(now, after) || sha256 !== now.sha256)',
    instead: '!isAsKnown(now, after))',
  },
  {
    name: 'tells of every edit as of one that left no trace',
    file: 'observe/path-looks.ts',
    text: 'known && isAsKnown(known, stat) ? known.sha256 : undefined',
    instead: 'known?.sha256',
  },
  {
    name: 'puts a newer version over a drawing that is open',
    file: 'transfer/replace-file.ts',
    text: 'if (await context.lockCheck().openLock(path))',
    instead: 'if (context && path === undefined)',
  },
  {
    name: 'reads a drawing while its program has it open and saves it',
    file: 'observe/readiness.ts',
    text: "if (hold === 'readingAndReplacing') return locked;",
    instead: '',
  },
  {
    name: 'asks the service all the time',
    file: 'cycle/poll-times.ts',
    text: 'askedMs + intervalMs()',
    instead: 'askedMs + 1_000',
  },
  {
    name: 'shows what the service said before as if it said so now',
    file: '../gateway/gateway.ts',
    text: 'options.onMirrored?.(seenMs);',
    instead: 'void options.onMirrored;',
  },
  {
    name: 'says of an answer that it is as old as its question',
    file: '../gateway/gateway.ts',
    text: 'options.onMirrored?.(seenMs);',
    instead: 'options.onMirrored?.(seenMs - 1);',
  },
  ...judgementMutants,
];
