import type { CadContentVersions } from '../../../shared/api/schemas/cad-metadata.ts';
import { isRelease } from '../../../shared/model/version.ts';
import type { Outbox } from './outbox.ts';
import { countedOn, subjectsOf } from './plan-write.ts';
import type { VersionsOf } from './queued-writes.ts';
import type { ServiceAtHand } from './replay.ts';
import { withTold } from './told-versions.ts';
import { waitingAt } from './waiting.ts';
import type { Line } from './waiting-versions.ts';
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
  if (countedOn(asked.id, asked.input).length === 0) return () => ({ versions: [] });
  const subjects = subjectsOf(asked.id, asked.input);
  const waiting = (): readonly number[] =>
    waitingAt(outbox, service.serviceId)
      .writes.filter((write) => isBehind({ needs: [], subjects }, write))
      .map(({ writeId }) => writeId);
  for (;;) {
    const before = waiting();
    const known = await knownOf(asked, async (line) => {
      let isListedNow = true;
      const listed = await list(service, line, { onMirrored: () => (isListedNow = false) });
      return listed && isListedNow ? listed : withToldOf(outbox, service, { line, listed });
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
  const known = await knownOf(asked, async (line) => {
    let seenMs = Infinity;
    const mirrored = await list(service, line, { asksMirrorOnly: true, onMirrored: (ms) => (seenMs = ms) });
    const { versions } = withToldOf(outbox, service, { line, listed: seenMs <= sentMs ? mirrored : undefined });
    // Of what was released already nothing is made: then another draft was meant, which was not known here.
    return { versions: asked.id === 'release' && versions[0] && isRelease(versions[0]) ? [] : versions };
  });
  return countedOn(asked.id, asked.input).some((line) => known(line).versions.length > 0) ? known : undefined;
}

async function knownOf({ id, input }: Asked, find: (line: Line) => Promise<CadContentVersions>): Promise<VersionsOf> {
  const known = new Map<string, CadContentVersions>();
  for (const line of countedOn(id, input)) known.set(line.line, await find(line));
  return ({ line }) => known.get(line) ?? { versions: [] };
}

/** Of attachments the service lists no versions. */
async function list(
  { views }: ServiceAtHand,
  { key: { languageCode, ...params }, attachmentName }: Line,
  options: Parameters<ServiceAtHand['views']['call']>[2],
): Promise<CadContentVersions | undefined> {
  if (attachmentName !== '') return undefined;
  return views.call('listVersions', { params, query: { languageCode } }, options).catch(() => undefined);
}

function withToldOf(
  outbox: Outbox,
  { serviceId }: ServiceAtHand,
  { line, listed }: { readonly line: Line; readonly listed: CadContentVersions | undefined },
): CadContentVersions {
  const { key, attachmentName } = line;
  // Only the service knows which language of a file is meant where none is named; an attachment is then of none.
  const languageCode = key.languageCode ?? (attachmentName === '' ? undefined : '');
  return withTold(listed ?? { versions: [] }, outbox.toldVersions(serviceId, line), languageCode);
}
