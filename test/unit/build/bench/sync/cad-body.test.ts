import { describe, expect, test } from 'vitest';
import { benchPrograms, cadBody } from '../../../../../build/bench/sync/cad-body.ts';
import { inspectCadFile } from '../../../../../electron/cad/inspect.ts';
import { createBytesFile } from '../../../cad/bytes-file.ts';

const order = { kind: 'dwg', sizeBytes: 5_000, seed: 1, place: 3, revision: 0 } as const;

describe('the body of a benchmark file', () => {
  test('is the same for the same place, and another one for another place, seed or revision', () => {
    const body = cadBody(order);
    expect(cadBody({ ...order }).equals(body)).toBe(true);
    for (const other of [{ place: 4 }, { seed: 2 }, { revision: 1 }]) {
      expect(cadBody({ ...order, ...other }).equals(body)).toBe(false);
    }
  });

  test.each(['rfa', 'dwg', 'ifc', 'step', 'dxf'] as const)('of kind %s looks whole at every size', async (kind) => {
    for (const sizeBytes of [2_048, 4_097, 66_000, 7_300_000, 20_000_001]) {
      const body = cadBody({ ...order, kind, sizeBytes });
      expect(body.length).toBeGreaterThanOrEqual(sizeBytes);
      expect(body.length).toBeLessThan(sizeBytes + 4_096);
      const facts = await inspectCadFile(createBytesFile(body), `part.${kind}`, body.length);
      expect(facts.whole, `${kind} of ${sizeBytes} bytes`).toBe('whole');
    }
  });

  test('of a family tells the program and version of the library', async () => {
    const body = cadBody({ ...order, kind: 'rfa' });
    expect(await inspectCadFile(createBytesFile(body), 'part.rfa', body.length)).toMatchObject({
      applicationVersion: benchPrograms[0].version,
      program: `${benchPrograms[0].name} ${benchPrograms[0].version}`,
    });
  });
});
