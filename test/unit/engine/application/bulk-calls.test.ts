import { expect, it } from 'vitest';
import { lookUpProducts } from '../../../../electron/engine/application/look-up-products.ts';
import { findRemoteItems } from '../../../../electron/engine/remote/remote-items.ts';
import type { RemoteCaller, ViewCaller } from '../../../../shared/api/caller.ts';
import { contract } from '../../../../shared/api/contract.ts';
import { listLimits } from '../../../../shared/api/limits.ts';
import type { CadMetadata, CadMetadataCriteria } from '../../../../shared/api/schemas/cad-metadata.ts';
import type { CadProduct } from '../../../../shared/api/schemas/cad-product.ts';
import type { ContentKey } from '../../../../shared/model/content-key.ts';

type Pair = Pick<CadProduct, 'manufacturerGln' | 'productCode'>;

/** A service that takes what the contract takes, knows every product and file, and notes how long each list was. */
function createTaker() {
  const lengths: number[] = [];
  const call = async (id: 'findProducts' | 'findCurrentMetadata', { body }: { body: readonly unknown[] }) => {
    lengths.push(body.length);
    expect(contract[id].body.schema.safeParse(body).success).toBe(true);
    return id === 'findProducts' ? body : (body as CadMetadataCriteria[]).map(recordOf);
  };
  return { lengths, remote: { call } as unknown as RemoteCaller, views: { call } as unknown as ViewCaller };
}

function recordOf({ identifier }: CadMetadataCriteria): CadMetadata {
  return { ...identifier, type: 'Template', majorVersion: 1, minorVersion: 0, etim: identifier?.etim };
}

it('more products than the service takes at once are looked up in several calls', async () => {
  const { views, lengths } = createTaker();
  const pairs = Array.from({ length: listLimits.productPairs + 3 }, (_, index) => `P-${index}`);
  const queries = pairs.map((productCode) => ({ by: 'code', gln: '8712345000004', productCode }) as const);
  const answers = await lookUpProducts(() => views, queries);
  expect(lengths).toEqual([listLimits.productPairs, 3]);
  const found = answers.map((answer) => ('product' in answer ? (answer.product as Pair).productCode : undefined));
  expect(found).toEqual(pairs);
});

it('more files than the service takes at once are asked for in several calls', async () => {
  const { remote, lengths } = createTaker();
  const keys = Array.from({ length: listLimits.criteria + 3 }, (_, index): ContentKey => ({
    applicationName: 'Revit',
    applicationVersion: '2025',
    etimClassCode: `EC${String(index + 1).padStart(6, '0')}`,
    etimClassCodeVersion: '1',
    etimModelCode: 'MC000001',
    etimModelCodeVersion: '1',
    type: 'Template',
  }));
  const items = await findRemoteItems(remote, keys, new AbortController().signal);
  expect(lengths).toEqual([listLimits.criteria, 3]);
  expect(items.size).toBe(keys.length);
});
