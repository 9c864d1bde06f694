import type { StagedProductData, Store, TellProgress } from './store.ts';

/** Stages product data and shows it as a whole; where `stage` throws, nothing of it is shown. */
export async function stageWholly<Staged>(
  store: Pick<Store, 'stageProductData'>,
  stage: (staged: StagedProductData) => Promise<Staged>,
  onTidying?: TellProgress,
): Promise<Staged> {
  const staged = await store.stageProductData(onTidying);
  try {
    const result = await stage(staged);
    await staged.show();
    return result;
  } catch (thrown) {
    await staged.drop();
    throw thrown;
  }
}
