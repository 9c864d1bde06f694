import type { CadContentVersions } from '../../../shared/api/schemas/cad-metadata.ts';
import { formatContentKey, type ContentKey } from '../../../shared/model/content-key.ts';
import { isRelease } from '../../../shared/model/version.ts';
import type { Outbox } from './outbox.ts';
import { countedOn, subjectsOf } from './plan-write.ts';
import type { VersionsOf } from './queued-writes.ts';
import type { ServiceAtHand } from './replay.ts';
import { withTold } from './told-versions.ts';
import { waitingAt } from './waiting.ts';
import { isBehind, type AnyInput, type WriteId } from './write.ts';

interface Asked {
  readonly id: WriteId;
  readonly input: AnyInput;
}

/** What the service lists of the files that a write counts on, or listed, and told of since. */
export async function askVersions(
  { outbox }: { readonly outbox: Outbox },
  service: ServiceAtHand,
  asked: Asked,
): Promise<VersionsOf> {
  const subjects = subjectsOf(asked.id, asked.input);
  const waiting = (): readonly number[] =>
    waitingAt(outbox, service.serviceId)
      .writes.filter((write) => isBehind({ needs: [], subjects }, write))
      .map(({ writeId }) => writeId);
  for (;;) {
    const before = waiting();
    const known = await knownOf(asked, async (key) => {
      let isListedNow = true;
      const listed = await list(service, key, { onMirrored: () => (isListedNow = false) });
      return listed && isListedNow ? listed : withToldOf(outbox, service, { key, listed });
    });
    const left = waiting();
    // What was done meanwhile is not among what waits any more, and need not be among what was listed.
    if (before.every((writeId) => left.includes(writeId))) return known;
  }
}

/**
 * What was known of the files that a write counts on before it was sent: what is listed now may have it already.
 * @param sentMs milliseconds since 1970
 * @returns `undefined` where nothing was
 */
export async function versionsBefore(
  { outbox }: { readonly outbox: Outbox },
  service: ServiceAtHand,
  { sentMs, ...asked }: Asked & { readonly sentMs: number },
): Promise<VersionsOf | undefined> {
  const known = await knownOf(asked, async (key) => {
    let seenMs = Infinity;
    const mirrored = await list(service, key, { asksMirrorOnly: true, onMirrored: (ms) => (seenMs = ms) });
    const { versions } = withToldOf(outbox, service, { key, listed: seenMs <= sentMs ? mirrored : undefined });
    // Of what was released already nothing is made: then another draft was meant, which was not known here.
    return { versions: asked.id === 'release' && versions[0] && isRelease(versions[0]) ? [] : versions };
  });
  return countedOn(asked.id, asked.input).some((key) => known(key).versions.length > 0) ? known : undefined;
}

async function knownOf(
  { id, input }: Asked,
  find: (key: ContentKey) => Promise<CadContentVersions>,
): Promise<VersionsOf> {
  const known = new Map<string, CadContentVersions>();
  for (const key of countedOn(id, input)) known.set(formatContentKey(key), await find(key));
  return (key) => known.get(formatContentKey(key)) ?? { versions: [] };
}

async function list(
  { views }: ServiceAtHand,
  { languageCode, ...params }: ContentKey,
  options: Parameters<ServiceAtHand['views']['call']>[2],
): Promise<CadContentVersions | undefined> {
  return views.call('listVersions', { params, query: { languageCode } }, options).catch(() => undefined);
}

function withToldOf(
  outbox: Outbox,
  { serviceId }: ServiceAtHand,
  { key, listed }: { readonly key: ContentKey; readonly listed: CadContentVersions | undefined },
): CadContentVersions {
  return withTold(listed ?? { versions: [] }, outbox.toldVersions(serviceId, key), key.languageCode);
}
