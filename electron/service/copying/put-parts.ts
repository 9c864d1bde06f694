import { AppError } from '../../../shared/errors/app-error.ts';
import type { StagedProductData, StoredBlob } from '../store/store.ts';
import type { ValidationFile } from '../store/stored-lists.ts';
import {
  bimStatePart,
  etimClassPart,
  filterPart,
  modellingClassPart,
  productPart,
  requestIn,
  standardPart,
  termPart,
  validationFilePart,
  validationRequestPart,
  versionPart,
  type BimState,
  type FollowingVersion,
} from './copied-parts.ts';
import { copyFiles, type BytesCopy } from './copy-bytes.ts';
import type { CopyPart, PartName } from './copy-part.ts';
import { walkPart, type Walk } from './walk-part.ts';

/** So many rows are one commit. */
const rowsPerCommit = 200;

/** A part of which what is missing is put where it is missing. */
export interface PutPart {
  readonly name: PartName;
  putMissing(walk: Walk): Promise<void>;
}

/** Parts that are put by themselves. What they refer to goes first. */
export function partsOf(copy: BytesCopy): readonly PutPart[] {
  const { store } = copy.target;
  const oneByOne =
    <Row>(put: (row: Row) => Promise<unknown>) =>
    async (rows: readonly Row[]): Promise<void> => {
      for (const row of rows) await put(row);
    };
  return [
    putting(versionPart, (rows) => putVersions(copy, rows)),
    putting(validationFilePart, (rows) => putValidationFiles(copy, rows)),
    putting(
      validationRequestPart,
      oneByOne((json) => store.validation.add(requestIn(json), json)),
    ),
    putting(
      filterPart,
      oneByOne((filter) => store.filters.put(filter)),
    ),
    putting(
      standardPart,
      oneByOne(async ({ standardName, standardId }) => {
        const standing = await store.standards.put(standardName, standardId);
        if (standing.standardId !== standardId)
          throw targetDiffers(`Not the same on both sides: the standard ${standardName}.`);
      }),
    ),
  ];
}

/** Product data, which is shown as a whole. */
export function productPartsOf({ classes, products }: StagedProductData): readonly PutPart[] {
  return [
    putting(etimClassPart, (rows) => classes.putEtimClasses(rows)),
    putting(modellingClassPart, (rows) => classes.putModellingClasses(rows)),
    putting(termPart, (rows) => classes.fillTerms(rows)),
    putting(productPart, (rows) => products.putProducts(rows)),
  ];
}

/** What is said of products, once they are shown. */
export function bimStatesOf({ target }: BytesCopy): PutPart {
  return putting(bimStatePart, async (rows: readonly BimState[]) => {
    const unknown = await target.store.products.setBimReady(
      new Map(rows.map(({ productId, ready }) => [productId, ready])),
    );
    if (unknown.length > 0) throw targetDiffers(`Only at the source: product ${unknown[0]}.`);
  });
}

function putting<Row>(part: CopyPart<Row>, put: (rows: readonly Row[]) => Promise<void>): PutPart {
  return {
    name: part.name,
    async putMissing(walk) {
      let waiting: Row[] = [];
      const putWaiting = async (): Promise<void> => {
        const rows = waiting;
        waiting = [];
        await put(rows);
        for (const _ of rows) walk.onRow();
      };
      await walkPart(
        part,
        { ...walk, onRow: () => undefined },
        {
          async missing(row) {
            waiting.push(row);
            if (waiting.length === rowsPerCommit) await putWaiting();
          },
          other: (difference) => {
            throw targetDiffers(difference);
          },
        },
      );
      if (waiting.length > 0) await putWaiting();
    },
  };
}

async function putVersions(copy: BytesCopy, rows: readonly FollowingVersion[]): Promise<void> {
  await copyFiles(copy, distinct(rows.map(({ blob }) => blob)));
  const outcome = await copy.target.store.versions.append(
    rows.map(({ blob, ...version }) => ({ ...version, blobId: blob.blobId })),
  );
  if (outcome !== 'appended') throw targetDiffers('Somebody stores versions there meanwhile.');
}

async function putValidationFiles(copy: BytesCopy, rows: readonly ValidationFile[]): Promise<void> {
  await copyFiles(copy, distinct(rows.map(({ blob }) => blob)));
  for (const { blob, fileName, contentType } of rows) {
    await copy.target.store.validation.putFile(blob.blobId, fileName, contentType);
  }
}

function distinct(blobs: readonly StoredBlob[]): Iterable<StoredBlob> {
  return new Map(blobs.map((blob) => [blob.blobId, blob])).values();
}

/** @param differences in sentences */
export function targetDiffers(differences: string): AppError {
  const advice = 'A copy replaces and removes nothing: make both the same through the service, or copy to a new place.';
  return new AppError('copy-target-differs', { detail: `${differences} ${advice}` });
}
