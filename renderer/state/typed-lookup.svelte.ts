/** How products are asked for: by one of two columns, or by text. */
export type LookupWay = 'gtin' | 'code' | 'text';

/** What a person entered to look products up, which stays while other views are looked at. */
export interface TypedLookup {
  way: LookupWay;
  /** The columns, by what they hold. */
  readonly columns: Record<Exclude<LookupWay, 'text'>, string>;
  searched: string;
  /** Whether that was looked up, and is to be shown again. */
  isAsked: boolean;
}

export function createTypedLookup(): TypedLookup {
  const typed = $state<TypedLookup>({ way: 'gtin', columns: { gtin: '', code: '' }, searched: '', isAsked: false });
  return typed;
}
