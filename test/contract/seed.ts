import { randomUUID } from 'node:crypto';
import type { CadKey } from '../../shared/model/content-key.ts';
import type { ProductData } from '../../shared/model/product-data.ts';
import { otherPump, pump, pumpStructure } from './sample-products.ts';
import { send } from './send.ts';
import type { Target } from './target.ts';

/** The values that name a CAD file in a path. */
export type SeedKey = { readonly [Name in keyof CadKey | 'type']: string };

/** What the suite has put on the server before it asks. */
export interface Seed {
  /** A CAD file with one release and a draft after it. */
  readonly key: SeedKey;
  readonly blobId: string;
  readonly attachmentName: string;
  readonly validationBlobId: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly filterId: string;
}

/** Every run uses keys of its own, so that a server may be asked again and again. */
export async function seed(target: Target): Promise<Seed> {
  const run = randomUUID();
  const key = {
    applicationName: 'Contract suite',
    applicationVersion: `2025-${run.slice(0, 8)}`,
    etimClassCode: pumpStructure.etimClass.code,
    etimClassCodeVersion: pumpStructure.etimClass.version,
    etimModelCode: pumpStructure.modellingClass.code,
    etimModelCodeVersion: pumpStructure.modellingClass.version,
    type: 'Template',
  };
  const blobId = await text(send(target, 'storeFile', { file: { name: 'pump.rfa', content: `pump ${run}` } }));
  const attachmentName = 'drawing.pdf';
  await storeRecord(target, blobId, key, {});
  await text(send(target, 'release', { params: key, json: { comments: 'first' } }));
  await storeRecord(target, blobId, key, {});
  await storeRecord(target, blobId, { ...key, type: 'Drawing' }, { attachmentName });
  const content = JSON.stringify([run]);
  return {
    key,
    blobId,
    attachmentName,
    validationBlobId: await text(send(target, 'storeValidationFile', { file: { name: 'ValidationFile', content } })),
    projectId: `project ${run}`,
    projectName: 'Pumping station',
    filterId: target.hasSampleProducts ? await text(send(target, 'storeFilter', { json: sampleFilter() })) : '',
  };
}

/** A metadata record for a key, as a client posts it. */
export function metadataRecord(key: SeedKey, more: object): Record<string, unknown> {
  return {
    Application: { Name: key.applicationName, Version: key.applicationVersion },
    Etim: {
      ClassCode: key.etimClassCode,
      ClassCodeVersion: key.etimClassCodeVersion,
      ModelCode: key.etimModelCode,
      ModelCodeVersion: key.etimModelCodeVersion,
    },
    BaseFilename: 'pump',
    FileExtension: 'rfa',
    Type: key.type,
    ...more,
  };
}

export function sampleFilter(): Record<string, unknown> {
  const record = (product: ProductData) => ({
    EtimClassCode: product.etimClassCode,
    ModellingClassCode: product.modellingClassCode,
    ProductId: product.productId,
    ProductCode: product.productCode,
    Properties: [{ Code: 'EF000008', Description: 'Width', Type: 'N', Value: { NumericValue: 180.5 } }],
  });
  return { CADProducts: [record(pump), record(otherPump)], LanguageCode: 'nl', SearchCriteria: null };
}

export async function storeRecord(target: Target, blobId: string, key: SeedKey, more: object): Promise<void> {
  await text(send(target, 'storeMetadata', { params: { blobId }, json: [metadataRecord(key, more)] }));
}

async function text(answering: Promise<Response>): Promise<string> {
  const answer = await answering;
  const body = await answer.text();
  if (!answer.ok) throw new Error(`Preparing failed with ${answer.status}: ${body}`);
  return body;
}
