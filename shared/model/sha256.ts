/** A SHA-256 digest as 64 lower-case hexadecimal digits. */
export type Sha256 = string & { readonly kind: 'Sha256' };

/** Of no bytes at all. */
export const sha256OfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' as Sha256;

export function isSha256(text: string): text is Sha256 {
  return /^[0-9a-f]{64}$/.test(text);
}
