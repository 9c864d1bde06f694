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
  /** Ends tidying, which goes on when the database is opened again. */
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
  let isStaged = false;
  if (!readsOnly) tidying.begin();

  return {
    shown: () => shown,
    async stage() {
      if (isStaged) throw new AppError('import-under-way');
      isStaged = true;
      try {
        await tidying.finish();
      } catch (thrown) {
        isStaged = false;
        throw thrown;
      }
      const next = shown + 1;
      const end = async (): Promise<void> => {
        isStaged = false;
        tidying.begin();
        await tidying.rest();
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
    close: () => tidying.close(),
  };
}
