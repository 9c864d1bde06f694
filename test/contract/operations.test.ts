import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, operationIds, type OperationId } from '../../shared/api/contract.ts';
import type { OperationShape } from '../../shared/api/operation.ts';
import { expectProblem, expectSuccess } from './answer-checks.ts';
import { openFailingTarget } from './failing-target.ts';
import { refusedRequests } from './refused-requests.ts';
import { needsProducts, rightRequests, type World } from './right-requests.ts';
import { seed } from './seed.ts';
import { send } from './send.ts';
import { openTarget, type Target } from './target.ts';

const isRemote = Boolean(process.env['CONTRACT_TARGET']);
const covered = new Set<string>();
let world: World;

beforeAll(async () => {
  const target = await openTarget();
  world = { target, seed: await seed(target) };
});

afterAll(() => world.target.close());

function secrets(): string[] {
  return [world.target.licenseCode, world.target.token, 'LICENSE-WRONG'];
}

describe.each(operationIds)('operation %s', (id) => {
  const shape: OperationShape = contract[id];

  it.skipIf(isRemote && needsProducts.has(id))(`answers 200 to a right request`, async () => {
    await expectSuccess(id, await send(world.target, id, await rightRequests[id](world)));
    covered.add(`${id} 200`);
  });

  it.skipIf(shape.token === 'optional')('answers 401 without a valid token', async () => {
    const ask = await rightRequests[id](world);
    for (const token of [null, 'made-up', '']) {
      const answer = await send(world.target, id, { ...ask, token });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      await expectProblem(answer, { status: 401, type: 'invalid-token', secrets: secrets() });
    }
    covered.add(`${id} 401`);
  });

  const forVersion = shape.errors.includes(400) ? 400 : 404;
  it(`answers ${forVersion} to a version that is not served, and names the one that is`, async () => {
    const answer = await send(world.target, id, { ...(await rightRequests[id](world)), version: '9' });
    const about = { status: forVersion, type: 'unsupported-api-version', secrets: secrets() };
    expect((await expectProblem(answer, about)).detail).toContain('v1');
    covered.add(`${id} ${forVersion}`);
  });

  for (const { because, status, type, ask } of refusedRequests.filter(({ operation }) => operation === id)) {
    it(`answers ${status} when ${because}`, async () => {
      const answer = await send(world.target, id, await ask(world));
      await expectProblem(answer, { status, type, secrets: secrets() });
      covered.add(`${id} ${status}`);
    });
  }
});

describe.skipIf(isRemote)('a service whose disk fails', () => {
  let failing: Target;

  beforeAll(async () => {
    failing = await openFailingTarget();
  });
  afterAll(() => failing.close());

  it.each(operationIds)('answers %s with 500 and nothing of the failure', async (id) => {
    const ask = await rightRequests[id](world);
    const about = { status: 500, type: 'internal-error', secrets: ['on fire', ...secrets()] };
    await expectProblem(await send(failing, id, ask), about);
    covered.add(`${id} 500`);
  });
});

describe.skipIf(isRemote)('the suite', () => {
  it('tries every status that an operation lists', () => {
    const listed = operationIds.flatMap((id: OperationId) =>
      [200, ...contract[id].errors].map((status) => `${id} ${status}`),
    );
    expect(listed.length).toBe(30 + operationIds.reduce((count, id) => count + contract[id].errors.length, 0));
    expect(listed.filter((pair) => !covered.has(pair))).toEqual([]);
  });
});
