import { randomInt } from 'node:crypto';
import type { Outbox } from './outbox.ts';
import type { AnyInput } from './write.ts';

/** Ids that are given while the service cannot be asked, and what stands for them. */

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const versionToken = /^version of write (\d+) /;

/** Filter ids are whole numbers, which older clients read with 32 bits: those given meanwhile are the largest of these. */
const largestFilterId = 2 ** 31 - 1;
const mostFilterIds = 1_000_000;

/** @param isFree whether nothing has this id yet */
export function provisionalFilterId(isFree: (id: string) => boolean): number {
  for (;;) {
    const id = largestFilterId - randomInt(mostFilterIds);
    if (isFree(String(id))) return id;
  }
}

/** Whether a filter may have been given this id while the service was away. */
export function isProvisionalFilterId(id: string): boolean {
  return Number(id) <= largestFilterId && Number(id) > largestFilterId - mostFilterIds;
}

/** Stands for the version that a write makes, in what is sent after it. */
export function versionTokenOf(writeId: number, line: string, part: 'version' | 'major' | 'minor' = 'version'): string {
  return `version of write ${writeId} ${part} ${line}`;
}

/** The write that makes the version an id stands for; `undefined` for any other id. */
export function writeOfVersion(id: string): number | undefined {
  const [, writeId] = versionToken.exec(id) ?? [];
  return writeId === undefined ? undefined : Number(writeId);
}

/** All texts in an input that could be ids given meanwhile. */
export function idsIn(input: AnyInput): readonly string[] {
  const found = new Set<string>();
  mapIds(input, (id) => void found.add(id));
  return [...found];
}

/** An input with other ids in their place. @param meaningOf answers nothing for an id that stands for nothing else */
function mapIds(input: AnyInput, meaningOf: (id: string) => string | undefined | void): AnyInput {
  const change = (text: string): string => {
    if (guid.test(text)) return meaningOf(text.toLowerCase()) ?? text;
    return versionToken.test(text) ? (meaningOf(text) ?? text) : text;
  };
  const mapped = mapTexts(input, change) as AnyInput;
  const { filterId } = input.params;
  if (typeof filterId !== 'string') return mapped;
  return { ...mapped, params: { ...mapped.params, filterId: meaningOf(filterId) ?? filterId } };
}

/** An input with the ids of a service in the place of those that were given meanwhile, as far as they are known. */
export function withKnownIds<Input>(outbox: Pick<Outbox, 'meaningOf'>, serviceId: string, input: Input): Input {
  return mapIds(input as AnyInput, (id) => outbox.meaningOf(serviceId, id)) as Input;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
}
