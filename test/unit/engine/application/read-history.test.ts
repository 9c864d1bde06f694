import { afterEach, describe, expect, it } from 'vitest';
import { readHistory } from '../../../../electron/engine/application/read-history.ts';
import type { Engine } from '../../../../electron/engine/engine.ts';
import type { ViewCaller, ViewOptions } from '../../../../shared/api/caller.ts';
import { sha256Of } from '../../../fakes/engine/disk.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const key = 'Revit/2025/EC011022/7/MC000101/2/Template';
const engine = { contextHolding: () => undefined } as unknown as Engine;

/** A service of which a version waits, and that says of the others what a test says. */
const serviceThat = (tell: (options: ViewOptions) => void): ViewCaller =>
  ({
    async call(_id: string, _input: unknown, options: ViewOptions) {
      tell(options);
      return { versions: [{ major: 0, minor: 1, waiting: true }] };
    },
  }) as unknown as ViewCaller;

it('a history of which the service never told says that its versions only wait', async () => {
  const partial = await readHistory(
    engine,
    serviceThat(({ onPartial }) => onPartial?.()),
    key,
  );
  expect(partial).toMatchObject({ versions: [{ version: '0.1' }], isPartial: true });
  const aged = await readHistory(
    engine,
    serviceThat(({ onMirrored }) => onMirrored?.(5)),
    key,
  );
  expect([aged.asOfMs, aged.isPartial]).toEqual([5, undefined]);
});

describe('the version that the file here is', () => {
  let world: World;
  afterEach(() => world.close());

  const isLocal = async (sha256: string | undefined): Promise<boolean | undefined> => {
    world = createWorld();
    world.hold('EC000001/MC000001/pump.rfa', 'mine');
    await world.open();
    const call = async () => ({ versions: [{ major: 0, minor: 1, sha256 }] });
    const { versions } = await readHistory(world.engine, { call } as unknown as ViewCaller, keyOf('EC000001'));
    return versions[0]?.isLocal;
  };
  const hashOf = (text: string): string => sha256Of(new TextEncoder().encode(text));

  it('is the one with its number and its bytes', async () => {
    expect(await isLocal(hashOf('mine'))).toBe(true);
  });

  it('is the one with its number where no bytes are told', async () => {
    expect(await isLocal(undefined)).toBe(true);
  });

  it('is not the one that a service which was brought back has under its number', async () => {
    expect(await isLocal(hashOf('theirs'))).toBe(false);
  });
});
