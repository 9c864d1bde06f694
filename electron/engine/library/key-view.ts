import { parseContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import { belongingFor } from '../judge/belonging.ts';
import { followedVersion } from '../judge/policy.ts';
import { isRolledBack } from '../judge/rolled-back.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Ports } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import { isOnlyLibrary, readLibraryClaims } from '../state/libraries.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { LibraryChoices, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { RemoteItem } from '../state/remote-tree.ts';
import type { ServiceTrees } from '../state/service-trees.ts';
import type { Belonging, KeyView, LocalEntry, SyncedEntry } from '../tree/entries.ts';
import type { TooEarly } from './planning.ts';
import { isOfPrograms } from '../tree/of-programs.ts';
import { freshPath } from './target-path.ts';

/** What a library knows, as far as it is looked at for its keys. */
export interface ViewGround
  extends
    Pick<LibraryRecords, 'library' | 'files'>,
    Pick<LibraryFolder, 'longestPath' | 'missingSinceMs'>,
    Pick<LibraryChoices, 'settings' | 'ignoreRules'>,
    ServiceSide {
  readonly ports: Pick<Ports, 'clock' | 'database'>;
  readonly queue: Pick<Queue, 'publishing'>;
  readonly absenceGraceMs: number;
}

/** What the planner looks at, with all that is known of the newest version on the service. */
export interface SeenKey extends KeyView {
  readonly remote?: RemoteItem | undefined;
}

/** See `Planning.view`. */
export function viewOfKey(ground: ViewGround, key: ContentKeyText, known?: readonly LocalFile[]): SeenKey | TooEarly {
  const { ports, files, library } = ground;
  const trees = ground.trees();
  const [longestMs = Infinity] = ground.missingSinceMs.values();
  const goneAfterMs = Math.min(ports.clock.now() - ground.absenceGraceMs, longestMs - 1);
  const claimants = files.claimants(key, goneAfterMs, known);
  if (!trees || claimants.unsettled) return 'unsettled';
  if (claimants.mayReturn) return 'mayReturn';
  const locals = claimants.settled;
  const [local] = locals;
  const synced = agreedFor(ground, key, local);
  const remote = trees.remote(key);
  const isSentAsked = local ? remote !== undefined && remote.sha256 !== local.sha256 : synced === undefined;
  const sent = isSentAsked ? trees.sent(key) : undefined;
  return {
    key,
    locals,
    remote,
    synced,
    ...(local
      ? viewOfChange(ground, trees, key, { local, synced })
      : viewOfAbsence(ground, trees, key, { remote, synced, sent })),
    conflict: trees.conflict(key),
    sent,
    fetchedElsewhere: locals.some(({ fetchedFrom = trees.serviceId }) => fetchedFrom !== trees.serviceId),
    ...(ground.settings().upload === 'onPublish'
      ? { publishing: ground.queue.publishing(library.libraryId, key) }
      : {}),
  };
}

/** See `Planning.agreedFor`. */
export function agreedFor(
  { trees, ignoreRules, files }: Pick<ViewGround, 'trees' | 'ignoreRules' | 'files'>,
  key: ContentKeyText,
  local: LocalEntry | undefined,
): SyncedEntry | undefined {
  const synced = trees()?.synced(key);
  if (!synced || !local || local.path === synced.path || local.sha256 === synced.sha256) return synced;
  // Nobody decided that: its program saved it so that the library cannot send it any more.
  const hasLeft = files.get(synced.path)?.missing === 'newerProgram';
  return hasLeft || ignoreRules().ignoresFile(synced.path) ? undefined : synced;
}

/** What the planner looks at of a file that is not as agreed. */
function viewOfChange(
  { files, changes }: ViewGround,
  trees: ServiceTrees,
  key: ContentKeyText,
  { local, synced }: { readonly local: LocalEntry; readonly synced: SyncedEntry | undefined },
): Pick<KeyView, 'isRolledBack' | 'takesTheirs'> {
  if (!synced || local.sha256 === synced.sha256) return {};
  const answered = changes()?.get(key, 'rollback');
  const isEarlier = trees.earlierVersion(key, local.sha256) !== undefined;
  return {
    isRolledBack: isRolledBack(files.get(local.path) ?? {}, synced, isEarlier),
    takesTheirs: answered?.standing === 'restored' && answered.sha256 === local.sha256,
  };
}

/** What both sides agreed on for a key, and what the service has of it. */
interface KnownOfKey {
  readonly remote: RemoteItem | undefined;
  readonly synced: SyncedEntry | undefined;
  /** What was sent of it, where nothing was agreed on. */
  readonly sent: ReadonlySet<Sha256> | undefined;
}

/** What the planner looks at of a key of which no file is here. */
function viewOfAbsence(
  ground: ViewGround,
  trees: ServiceTrees,
  key: ContentKeyText,
  known: KnownOfKey,
): Partial<KeyView> {
  const removal = ground.changes()?.get(key, 'removal');
  return {
    restoreAt: removal?.standing === 'restored' ? removal.path : undefined,
    removal: trees.removal(key),
    placeIgnored: isPlaceIgnored(ground, key, known),
    belonging: belongingOf(ground, trees, key, known),
    isWanted: trees.isWanted(key),
    hasOtherKey: hasOtherKey(ground, key, known),
  };
}

/** Whether the file that the service has, or may have, of a key is of another one by now, or of none. */
function hasOtherKey({ files }: ViewGround, key: ContentKeyText, { synced, sent }: KnownOfKey): boolean {
  if (!synced) return (sent?.size ?? 0) > 0 && files.isLeft(key);
  if (files.hasOtherKey(synced.path, key)) return true;
  // Nothing is known at its place any more once it was moved.
  return files.get(synced.path) === undefined && files.isLeft(key);
}

/** Whether the file of a key that is not here would be, or was, where the library ignores what is there. */
function isPlaceIgnored(
  { ignoreRules, longestPath }: ViewGround,
  key: ContentKeyText,
  { remote, synced }: KnownOfKey,
): boolean {
  const rules = ignoreRules();
  if (rules.isEmpty) return false;
  if (synced) return rules.ignoresFile(synced.path);
  const parsed = parseContentKey(key);
  if (!remote || !parsed.ok) return false;
  return rules.ignoresFile(freshPath(parsed.value, remote, longestPath, () => false));
}

/** See `Planning.comesUnasked`. */
export function comesUnasked(ground: ViewGround, key: ContentKeyText): boolean {
  const { ports, library } = ground;
  const [trees, settings] = [ground.trees(), ground.settings()];
  const remote = trees?.remote(key);
  if (!trees || !remote || settings.direction === 'upOnly' || !followedVersion(remote.version, settings)) return false;
  const claims = readLibraryClaims(ports.database, key, trees.serviceId);
  const unasked = claims.map((claim) =>
    claim.libraryId === library.libraryId ? { ...claim, holdsKey: false, wantsKey: false } : claim,
  );
  return belongingFor(library.libraryId, unasked) === 'here';
}

/** Asked only about what would be fetched: the claims of all libraries have to be read for it. */
function belongingOf(
  { ports, library, settings }: ViewGround,
  trees: ServiceTrees,
  key: ContentKeyText,
  { remote, synced }: KnownOfKey,
): Belonging {
  if (!remote || synced) return 'here';
  const isForProgram = isOfPrograms(key, library.programs);
  if (isForProgram && settings().fetch === 'everything' && isOnlyLibrary(ports.database)) return 'here';
  return belongingFor(library.libraryId, readLibraryClaims(ports.database, key, trees.serviceId));
}
