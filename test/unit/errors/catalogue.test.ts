import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../shared/errors/catalogue.ts';

const folder = new URL('../../../shared/errors/catalogue/', import.meta.url);

/** The codes of each file of errors, as the catalogue puts them together. */
async function codesByFile(): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = readdirSync(folder).filter((name) => name.endsWith('-errors.ts'));
  const codes = files.map(async (name) => {
    const errors = Object.values((await import(new URL(name, folder).href)) as Record<string, object>);
    return [name, errors.flatMap((group) => Object.keys(group))] as const;
  });
  return new Map(await Promise.all(codes));
}

describe('the catalogue of errors', () => {
  test('has every code in one file, which no other overwrites', async () => {
    const codes = [...(await codesByFile()).values()].flat();
    expect(codes.filter((code, place) => codes.indexOf(code) !== place)).toEqual([]);
    expect(codes.toSorted()).toEqual(Object.keys(catalogue).toSorted());
  });
});
