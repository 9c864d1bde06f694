import { checkDigitOf } from '../../shared/model/gs1-check-digit.ts';

/** An invented manufacturer with numbers of the right form. */
export interface Maker {
  readonly name: string;
  readonly gln: string;
  /** What its GTINs begin with. */
  readonly gs1Prefix: string;
}

/** Four manufacturers that do not exist. */
export const makers = {
  heat: makerOf('Noordwarmte', '871990010'),
  flow: makerOf('Deltaklep', '871990020'),
  bath: makerOf('Kade Sanitair', '871990030'),
  build: makerOf('Bouwlijn & Licht', '871990040'),
} as const;

/** The GTIN-13 of a manufacturer's item. @param item 0 … 999 */
export function gtinOf(maker: Maker, item: number): string {
  const body = `${maker.gs1Prefix}${String(item).padStart(3, '0')}`;
  return `${body}${checkDigitOf(body)}`;
}

function makerOf(name: string, gs1Prefix: string): Maker {
  const body = `${gs1Prefix}000`;
  return { name, gs1Prefix, gln: `${body}${checkDigitOf(body)}` };
}
