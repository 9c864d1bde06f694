import type Database from 'better-sqlite3';
import { z } from 'zod';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { StagedProductData, TellProgress } from '../store.ts';
import { createClassRecords } from './class-records.ts';
import type { SharedCommits } from '../../../commits/shared-commits.ts';
import { createProductRecords } from './product-records.ts';
import { createTidying } from './tidy-generations.ts';

/** The generations of product data: one is shown, the next one may be written meanwhile. */
export interface Generations {
  shown(): number;
  stage(onTidying?: TellProgress): Promise<StagedProductData>;
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
    async stage(onTidying) {
      if (isStaged) throw new AppError('import-under-way');
      isStaged = true;
      try {
        await tidying.finish(onTidying);
      } catch (thrown) {
        isStaged = false;
        throw thrown;
      }
      const next = shown + 1;
      const end = (): void => {
        isStaged = false;
        tidying.begin();
      };
      return {
        classes: createClassRecords(database, commits, () => next),
        products: createProductRecords(database, commits, () => next),
        async show() {
          await commits.add(() => show.run(next));
          shown = next;
          end();
          // Until then, products are not found by new words of their classes.
          await tidying.rest();
        },
        // Nobody can tell whether that is cleaned away, and whoever has cancelled does not wait for it.
        drop: async () => end(),
      };
    },
    close: () => tidying.close(),
  };
}
