/** A number as the fraction of two whole numbers; `below` is positive. */
export interface Fraction {
  readonly above: bigint;
  readonly below: bigint;
}

/** Reads a decimal number (`-7.5`, `1e-7`), or two of them as a fraction (`5/9`). */
export function fractionOf(text: string): Fraction {
  const [above = '', below = '1'] = text.split('/');
  return divide(decimal(above), decimal(below));
}

function decimal(text: string): Fraction {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', places = ''] = mantissa.split('.');
  const shift = Number(exponent) - places.length;
  const above = BigInt(whole + places);
  return shift < 0 ? { above, below: 10n ** BigInt(-shift) } : { above: above * 10n ** BigInt(shift), below: 1n };
}

export function add(one: Fraction, other: Fraction): Fraction {
  return { above: one.above * other.below + other.above * one.below, below: one.below * other.below };
}

export function multiply(one: Fraction, other: Fraction): Fraction {
  return { above: one.above * other.above, below: one.below * other.below };
}

/** @param other more than 0 */
export function divide(one: Fraction, other: Fraction): Fraction {
  return multiply(one, { above: other.below, below: other.above });
}

export function negate({ above, below }: Fraction): Fraction {
  return { above: -above, below };
}

/** A double tells numbers of so many digits apart. */
const digits = 15;

/** The number, rounded to 15 digits where it has more. */
export function toNumber({ above, below }: Fraction): number {
  const size = above < 0n ? -above : above;
  if (size === 0n) return 0;
  const shift = digits - (String(size).length - String(below).length);
  const rounded = [shift, shift - 1].map((places) => shifted(size, below, places));
  const fits = (rounded[0] ?? '').length <= digits ? 0 : 1;
  return Number(`${above < 0n ? '-' : ''}${rounded[fits]}e${fits - shift}`);
}

/** size ÷ below × 10^places, rounded to a whole number. */
function shifted(size: bigint, below: bigint, places: number): string {
  const [above, under] = places >= 0 ? [size * 10n ** BigInt(places), below] : [size, below * 10n ** BigInt(-places)];
  return String((2n * above + under) / (2n * under));
}
