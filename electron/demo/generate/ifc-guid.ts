import { hash } from 'node:crypto';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$';

/** A GlobalId of IFC: 128 bits in 22 digits of base 64, the same for the same name at every run. */
export function ifcGuidOf(name: string): string {
  const hex = hash('sha256', name, 'hex').slice(0, 32);
  let rest = BigInt(`0x${hex}`);
  let guid = '';
  for (let place = 0; place < 22; place += 1) {
    guid = (digits[Number(rest & 63n)] ?? '0') + guid;
    rest >>= 6n;
  }
  return guid;
}
