/** A SHA-256 digest as 64 lower-case hexadecimal digits. */
export type Sha256 = string & { readonly kind: 'Sha256' };

export function isSha256(text: string): text is Sha256 {
  return /^[0-9a-f]{64}$/.test(text);
}
