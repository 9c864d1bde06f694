import { expect, it } from 'vitest';
import { readHistory } from '../../../../electron/engine/application/read-history.ts';
import type { Engine } from '../../../../electron/engine/engine.ts';
import type { ViewCaller, ViewOptions } from '../../../../shared/api/caller.ts';

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
