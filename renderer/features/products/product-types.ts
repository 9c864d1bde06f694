// Types only: the schemas behind them stay out of the window's script.
import type { ProductAnswer } from '../../../shared/rpc/product-records.ts';

/** A product as the service describes it. */
export type CadProduct = NonNullable<ProductAnswer['product']>;
export type CadProperty = NonNullable<CadProduct['properties']>[number];
export type CadPropertyValue = NonNullable<CadProperty['value']>;
