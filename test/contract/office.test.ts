import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classRecordsOf } from '../../electron/service/products/class-records-of.ts';
import { createProductImport } from '../../electron/service/products/product-import.ts';
import { readImport } from '../../electron/service/products/read-import.ts';
import { contract, operationIds, type OperationId } from '../../shared/api/contract.ts';
import type { OperationShape } from '../../shared/api/operation.ts';
import { rights } from '../../shared/api/rights.ts';
import { openOffice, type Office } from '../fakes/office.ts';
import { expectProblem } from './answer-checks.ts';
import { rightRequests, type World } from './right-requests.ts';
import { otherPump, pump, pumpStructure } from './sample-products.ts';
import { seed } from './seed.ts';
import { send, type Ask } from './send.ts';
import type { Target } from './target.ts';

let office: Office;
let world: World;
let south: Target;

async function targetOf(clientId: string, hasSampleProducts: boolean): Promise<Target> {
  const token = await office.token(clientId);
  const licenseCode = `${clientId}-license`;
  return { address: office.address, token, licenseCode, hasSampleProducts, close: async () => undefined };
}

beforeAll(async () => {
  office = await openOffice();
  await office.addClient('north', 'north');
  await office.addClient('south', 'south');
  const read = readImport([pumpStructure], [pump, otherPump]);
  await createProductImport(office.storeOf('north')).takeAsIs(classRecordsOf(read.structures), read.products);
  const target = await targetOf('north', true);
  world = { target, seed: await seed(target) };
  await send(target, 'storeStandard', { json: 'Standard of the north' });
  south = await targetOf('south', false);
});

afterAll(() => office.close());

const nothing = { status: 404, body: undefined };
const ownThing = { status: 200, body: undefined };
const emptyList = { status: 200, body: [] };

/** What the south is answered when it asks with the ids of the north: as if there were no north. */
const answersToSouth: Record<OperationId, { readonly status: number; readonly body: unknown }> = {
  getAttachment: nothing,
  exportFilter: nothing,
  exportProducts: nothing,
  getFile: nothing,
  storeFile: ownThing,
  getMetadata: nothing,
  storeMetadata: { status: 400, body: undefined },
  listMetadata: emptyList,
  findMetadata: emptyList,
  findCurrentMetadata: emptyList,
  getStandards: { status: 200, body: {} },
  storeStandard: ownThing,
  getValidationFile: nothing,
  storeValidationFile: ownThing,
  getValidationRequests: nothing,
  deleteValidationRequests: nothing,
  storeValidationRequest: ownThing,
  getNamedValidationRequests: nothing,
  deleteNamedValidationRequests: nothing,
  listVersions: { status: 200, body: { versions: [] } },
  release: { status: 400, body: undefined },
  setBimReady: nothing,
  getDataInformation: ownThing,
  getProduct: nothing,
  findProducts: nothing,
  getProductByGtin: nothing,
  getProductValues: nothing,
  getFilter: nothing,
  // Without products of its own there is nothing to select.
  storeFilter: nothing,
  getStructure: nothing,
};

describe('a client of another office', () => {
  /** What the north can read of its own. */
  async function readNorth(): Promise<readonly string[]> {
    const reading = operationIds.filter((id) => contract[id].right === 'read' && !/ValidationRequests$/.test(id));
    const answers = reading.map(async (id) => (await send(world.target, id, await rightRequests[id](world))).text());
    return Promise.all(answers.map(async (text, index) => (/^export/.test(reading[index] ?? '') ? '' : text)));
  }

  const asks = new Map<OperationId, Ask>();
  let before: readonly string[];

  beforeAll(async () => {
    for (const id of operationIds) asks.set(id, await rightRequests[id](world));
    before = await readNorth();
  });

  it.each(operationIds)('finds nothing of this one with its ids: %s', async (id) => {
    const answer = await send(south, id, asks.get(id) ?? {});
    const text = await answer.text();
    const expected = answersToSouth[id];
    expect([answer.status, text]).toEqual([expected.status, expect.anything()]);
    if (expected.body !== undefined) expect(JSON.parse(text)).toEqual(expected.body);
  });

  it('has changed nothing of this one after all of that', async () => {
    expect(await readNorth()).toEqual(before);
  });

  it.each(operationIds.filter((id) => contract[id].license !== undefined))(
    'is refused with a license code of this one: %s',
    async (id) => {
      const ask: Ask = { ...(await rightRequests[id](world)), licenseCode: 'north-license' };
      const about = { status: 400, type: 'license-code-rejected', secrets: ['north-license', south.token] };
      await expectProblem(await send(south, id, ask), about);
    },
  );

  it('gets a blob of its own for the same bytes', async () => {
    const file = { file: { name: 'same.rfa', content: 'the same bytes' } };
    const [one, other] = await Promise.all([world.target, south].map((target) => send(target, 'storeFile', file)));
    expect(await one?.text()).not.toBe(await other?.text());
  });

  it('is told its own id, and no secret, to connect with', async () => {
    const told = await (await send(south, 'getDataInformation', {})).json();
    expect(told).toMatchObject({ ClientId: 'south' });
    expect(JSON.stringify(told)).not.toContain('secret');
    const stranger = await (await send(south, 'getDataInformation', { token: null })).json();
    expect(stranger).not.toHaveProperty('ClientId');
  });
});

it.each([
  ['a path that is no operation', '/Files/new-license/pump.rfa', 404, 'unknown-operation'],
  ['the place of an id', `/Metadata/new-license/${crypto.randomUUID()}`, 400, 'invalid-request'],
])('a license code in %s is shown to nobody, though this process has never heard it', async (_, path, status, type) => {
  await office.addClient('new', 'north');
  const headers = { authorization: `Bearer ${await office.token('new')}` };
  const answer = await fetch(`${office.address}/api/v1${path}`, { method: 'POST', headers, body: '[]' });
  await expectProblem(answer, { status, type, secrets: ['new-license'] });
});

describe('the rights of a client', () => {
  it.each(operationIds)('decide whether it may ask %s', async (id) => {
    const shape: OperationShape = contract[id];
    await office.addClient('clerk', 'north', [shape.right]);
    const clerk = await targetOf('clerk', true);
    const ask = await rightRequests[id](world);
    expect((await send(clerk, id, ask)).status).toBe(200);
    await office.addClient(
      'clerk',
      'north',
      rights.filter((right) => right !== shape.right),
    );
    const about = { status: 403, type: 'right-missing', secrets: [clerk.licenseCode, clerk.token] };
    expect((await expectProblem(await send(clerk, id, ask), about)).detail).toContain(shape.right);
  });

  it('end with the client, though its token still runs', async () => {
    await office.addClient('guest', 'north');
    const guest = await targetOf('guest', true);
    expect((await send(guest, 'getStandards', {})).status).toBe(200);
    await office.endClient('guest');
    const about = { status: 401, type: 'invalid-token', secrets: [guest.token] };
    await expectProblem(await send(guest, 'getStandards', {}), about);
  });
});

describe('the audit trail', () => {
  it.each(operationIds)('tells what others see of %s, and nothing that is secret', async (id) => {
    const shape: OperationShape = contract[id];
    const ask = await rightRequests[id](world);
    const before = office.audit.length;
    const now = Date.now();
    expect((await send(world.target, id, ask)).status).toBe(200);
    await send(world.target, id, { ...ask, version: '9' });
    const noted = office.audit.slice(before);
    expect(noted).toHaveLength(shape.audited ? 1 : 0);
    if (!shape.audited) return;
    expect(noted).toMatchObject([{ operation: id, act: shape.audited, clientId: 'north', tenantId: 'north' }]);
    expect(noted[0]?.at).toBeGreaterThanOrEqual(now);
    expect(noted[0]?.subjects.every((subject) => subject.length > 0)).toBe(true);
    expect(JSON.stringify(noted)).not.toMatch(/license|secret|pump\.rfa|valve\.rfa|drawing\.pdf/);
  });

  it('names the content key and the version that was released', async () => {
    const before = office.audit.length;
    const ask = await rightRequests.release(world);
    await send(world.target, 'release', ask);
    expect(office.audit.slice(before).map(({ act, subjects }) => [act, subjects])).toEqual([
      ['stored', [expect.stringMatching(/ 0\.1$/)]],
      ['released', [expect.stringMatching(new RegExp(`^Contract suite/.*/${ask.params?.['type']} 1\\.0$`))]],
    ]);
  });

  it('names content keys with their versions', async () => {
    const { seed: seeded, target } = world;
    const before = office.audit.length;
    await send(target, 'storeMetadata', {
      params: { blobId: seeded.blobId },
      json: (await rightRequests.storeMetadata(world)).json,
    });
    expect(office.audit[before]?.subjects).toEqual([
      expect.stringMatching(/^Contract suite\/2025-\w+\/EC011524\/3\/MC000123\/2\/Other 0\.\d+$/),
    ]);
  });
});

describe('a limit', () => {
  it('is each client’s own, and that of all without a token together', async () => {
    const limited = await openOffice({ rateLimits: { perMinute: 2, perDay: 100 } });
    try {
      for (const name of ['north', 'south']) await limited.addClient(name, name);
      const [north, again] = [await limited.token('north'), await limited.token('north')];
      const target = { ...south, address: limited.address };
      const ask = async (token: string | null) => (await send(target, 'getStandards', { token })).status;
      expect([await ask(north), await ask(again), await ask(north)]).toEqual([200, 200, 429]);
      expect(await ask(await limited.token('south'))).toBe(200);
      // A token that is not known is refused and counts for nobody.
      for (const token of [null, 'made-up', null, 'made-up']) expect(await ask(token)).toBe(401);
      expect([await ask(null), await ask('made-up')]).toEqual([429, 401]);
    } finally {
      await limited.close();
    }
  });
});

it('what was stored is answered for, and whoever runs the service is told, when the trail cannot be written', async () => {
  const problems: unknown[] = [];
  const note = async () => Promise.reject(new Error('the disk is full'));
  const untold = await openOffice({ audit: { note }, onProblem: ({ cause }) => problems.push(cause) });
  try {
    await untold.addClient('north', 'north');
    const target = { ...world.target, address: untold.address, token: await untold.token('north') };
    expect((await send(target, 'storeStandard', { json: 'A standard' })).status).toBe(200);
    expect(problems).toEqual([new Error('the disk is full')]);
  } finally {
    await untold.close();
  }
});
