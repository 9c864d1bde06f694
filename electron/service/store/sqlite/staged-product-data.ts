import type Database from 'better-sqlite3';
import { z } from 'zod';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { StagedProductData } from '../store.ts';
import { createClassRecords } from './class-records.ts';
import type { SharedCommits } from '../../../commits/shared-commits.ts';
import { createProductRecords } from './product-records.ts';
import { createTidying } from './tidy-generations.ts';

/** The generations of product data: one is shown, the next one may be written meanwhile. */
export interface Generations {
  shown(): number;
  stage(): Promise<StagedProductData>;
  /** Waits for what is staged, and ends tidying, which goes on when the database is opened again. */
  close(): Promise<void>;
}

const shownRow = z.object({ shown: z.number() });

/** What an import left behind whose process ended is tidied up from now on, where it is not only read. */
export function createGenerations(
  database: Database.Database,
  commits: SharedCommits,
  { readsOnly }: { readonly readsOnly: boolean },
): Generations {
  let { shown } = shownRow.parse(database.prepare('SELECT shown FROM product_data').get());
  const show = database.prepare('UPDATE product_data SET shown = ?');
  const tidying = createTidying(database, commits, () => shown);
  let staged: PromiseWithResolvers<void> | undefined;
  if (!readsOnly) tidying.begin();

  return {
    shown: () => shown,
    async stage() {
      if (staged) throw new AppError('import-under-way');
      const mine = (staged = Promise.withResolvers<void>());
      try {
        await tidying.finish();
      } catch (thrown) {
        staged = undefined;
        mine.resolve();
        throw thrown;
      }
      const next = shown + 1;
      const end = async (): Promise<void> => {
        staged = undefined;
        tidying.begin();
        await tidying.rest();
        mine.resolve();
      };
      return {
        classes: createClassRecords(database, commits, () => next),
        products: createProductRecords(database, commits, () => next),
        async show() {
          await commits.add(() => show.run(next));
          shown = next;
          await end();
        },
        drop: end,
      };
    },
    async close() {
      // First, so that what is dropped meanwhile is not tidied to its end.
      await tidying.close();
      await staged?.promise;
    },
  };
}
