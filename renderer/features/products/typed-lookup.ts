/** How products are asked for: by one of two columns, or by text. */
export type LookupWay = 'gtin' | 'code' | 'text';

/** What a person entered to look products up. */
interface TypedLookup {
  way: LookupWay;
  /** The columns, by what they hold. */
  readonly columns: Record<Exclude<LookupWay, 'text'>, string>;
  searched: string;
  /** Whether that was looked up, and is to be shown again. */
  isAsked: boolean;
}

export const beginLookup = (): TypedLookup => ({
  way: 'gtin',
  columns: { gtin: '', code: '' },
  searched: '',
  isAsked: false,
});
