import { expect, it } from 'vitest';
import type { OperationId } from '../../../../../shared/api/contract.ts';
import { metadataRecord } from '../../../../contract/seed.ts';
import { send, type Ask } from '../../../../contract/send.ts';
import { createSeededRandom, type SeededRandom } from '../../../../simulator/seeded-random.ts';
import { openTestStore, type StoreKind } from '../../open-test-store.ts';
import { licenseCode, pumpKey, startService, tokenOf } from '../../start-service.ts';

/** `SEED=… COUNT=…` asks for the same again, or for longer. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const requestCount = Number(process.env['COUNT'] ?? 150);

/** Names that a store may take for one another, or put in another order; without the character 0, which PostgreSQL lacks. */
const oddNames = [
  ...['a', 'A', 'Z', '_', '%', 'a%', 'a_b', 'é', 'e\u0301', 'ß', 'SS', 'İ', 'i', ' a', 'a ', '😀', '\uffff', '\ue000'],
  ...['10', '9', '02', 'a\ud800', '\\', "'", '"', '\n', 'x'.repeat(300)],
];
const guid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** A service on a store of a kind. Its ids are told, and asked for, by the order in which they came: `#1`, `#2` … */
async function openSide(kind: StoreKind, now: () => number) {
  const { service } = await startService({ store: await openTestStore(kind), now });
  const target = {
    address: await service.listen(0),
    token: await tokenOf(service),
    licenseCode,
    hasSampleProducts: false,
    close: async () => undefined,
  };
  const names = new Map<string, string>();
  const ids = new Map<string, string>();
  const nameOf = (id: string): string => {
    const name = names.get(id) ?? `#${names.size + 1}`;
    names.set(id, name);
    ids.set(name, id);
    return name;
  };
  return async (id: OperationId, ask: Ask): Promise<unknown> => {
    const own = JSON.parse(JSON.stringify(ask).replace(/#\d+/g, (name) => ids.get(name) ?? name)) as Ask;
    const answer = await send(target, id, own);
    const body = (await answer.text()).replace(guid, (found) => nameOf(found.toLowerCase()));
    // Of several things that are wrong either may be named first.
    return answer.ok ? [answer.status, body] : [answer.status, (JSON.parse(body) as { type: string }).type];
  };
}

function createRequests(random: SeededRandom) {
  const odd = (): string => random.pick(oddNames);
  const inUrl = (): string => odd().toWellFormed();
  const language = (): string => random.pick(['', 'nl', 'en', 'NL']);
  const version = (): string => random.pick(['-1', '-1', '0', '1', '2', '99999999999']);
  const key = () => ({
    ...pumpKey,
    applicationName: random.happens(0.9) ? 'Revit' : 'revit',
    applicationVersion: random.happens(0.9) ? '2025' : odd(),
    type: random.happens(0.5) ? 'Template' : odd(),
  });
  const past = [key()];
  const recent = () => {
    const chosen = random.happens(0.8) ? random.pick(past) : key();
    return Object.fromEntries(
      Object.entries(chosen).map(([name, value]) => [name, value.toWellFormed()]),
    ) as typeof pumpKey;
  };
  const record = () => {
    const of = random.happens(0.6) ? random.pick(past) : key();
    past.push(of);
    const maybe = (name: string, value: string) => (random.happens(0.3) ? { [name]: value } : {});
    const base = random.pick(['none', '0.1', '0.2', '1.0', '1.1']);
    const more = {
      ...maybe('LanguageCode', language()),
      ...maybe('AttachmentName', odd()),
      ...maybe('Comments', odd()),
    };
    return metadataRecord(of, { ...more, ...(random.happens(0.1) ? { baseVersion: base } : {}), Own: odd() });
  };
  const choice = (): Record<string, string> => ({
    ...(random.happens(0.3) ? { languageCode: language() } : {}),
    ...(random.happens(0.2) ? { majorVersion: version(), minorVersion: version() } : {}),
  });
  const someOf = <Item>(make: () => Item): Item[] => Array.from({ length: random.between(1, 3) }, make);
  // The same file twice in one list is refused.
  const records = () => [...new Map(someOf(record).map((made) => [made['Type'], made])).values()];
  const criterion = () => {
    const { applicationName: Name, applicationVersion: Version, ...rest } = recent();
    const ETIM = {
      ...{ ClassCode: rest.etimClassCode, ClassCodeVersion: rest.etimClassCodeVersion },
      ...{ ModelCode: rest.etimModelCode, ModelCodeVersion: rest.etimModelCodeVersion },
    };
    const Options = random.happens(0.7)
      ? {}
      : { LanguageCode: language(), MajorVersion: Number(version()), MinorVersion: -1 };
    return { Identifier: { Application: { Name, Version }, ETIM: random.happens(0.7) ? ETIM : {} }, Options };
  };
  const requests: readonly (readonly [weight: number, make: () => readonly [OperationId, Ask]])[] = [
    [5, () => ['storeMetadata', { params: { blobId: `#${random.between(1, 4)}` }, json: records() }]],
    [2, () => ['release', { params: recent(), query: choice(), json: { comments: odd() } }]],
    [1, () => ['listVersions', { params: recent(), query: choice() }]],
    [1, () => ['getMetadata', { params: recent(), query: choice() }]],
    [1, () => ['getFile', { params: recent(), query: choice() }]],
    [1, () => ['getAttachment', { params: recent(), query: { ...choice(), attachmentNameOrId: inUrl() } }]],
    [3, () => ['listMetadata', { params: { ...recent(), ...random.pick(listings) }, query: choice() }]],
    [1, () => ['findMetadata', { json: someOf(criterion) }]],
    [1, () => ['findCurrentMetadata', { json: someOf(criterion) }]],
    [1, () => ['storeStandard', { json: odd() }]],
    [1, () => ['getStandards', { params: { id: random.pick(['all', '', '#5', '#6']) } }]],
    [
      2,
      () => ['storeValidationRequest', { json: { ProjectId: odd(), ProjectName: odd(), TicketNumber: `t${odd()}` } }],
    ],
    [1, () => ['getValidationRequests', { params: { projectId: inUrl(), ticketNumber: '' } }]],
    [1, () => ['deleteValidationRequests', { params: { projectId: inUrl(), ticketNumber: `t${inUrl()}` } }]],
  ];
  return () => random.weighted(requests)();
}

const listings = ['null', '2020-01-01', '2030-01-01'].flatMap((afterChangeDate) =>
  ['True', 'False'].map((includeMinorVersion) => ({ afterChangeDate, includeMinorVersion })),
);

const timeout = 60_000 + 200 * requestCount;

it(`A service answers the same on PostgreSQL as on SQLite (seed ${seed})`, { timeout }, async () => {
  let nowMs = Date.UTC(2026, 5, 1, 12);
  const random = createSeededRandom(seed);
  const next = createRequests(random);
  const sides = [await openSide('memory', () => nowMs), await openSide('postgres', () => nowMs)] as const;
  const stored = [1, 2, 3, 4].map((file) => ['storeFile', { file: { name: 'a', content: `${file}` } }] as const);
  const statuses = new Set<unknown>();
  for (let count = 0; count < requestCount; count += 1) {
    nowMs += random.happens(0.5) ? 0 : 7;
    const [id, ask] = stored[count] ?? next();
    const [one, other] = await Promise.all([sides[0](id, ask), sides[1](id, ask)]);
    expect(other, `request ${count}: ${id} ${JSON.stringify(ask)}`).toEqual(one);
    statuses.add((one as readonly unknown[])[0]);
  }
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]));
});
