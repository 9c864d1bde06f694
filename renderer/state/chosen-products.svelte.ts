import type { ProductAnswer } from '../../shared/rpc/product-records.ts';

/** The products that were looked up last: what selections, exports and checks in other views are about. */
export interface ChosenProducts {
  readonly ids: readonly number[];
  readonly set: (answers: readonly ProductAnswer[]) => void;
}

export function createChosenProducts(): ChosenProducts {
  let ids = $state.raw<readonly number[]>([]);
  return {
    get ids() {
      return ids;
    },
    set(answers) {
      ids = idsOf(answers);
    },
  };
}

/** The service's ids of the products that were found, each once. */
export function idsOf(answers: readonly ProductAnswer[]): number[] {
  return [...new Set(answers.flatMap(({ product }) => product?.productId ?? []))];
}
