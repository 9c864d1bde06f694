/** Begins every block of the container that SolidWorks uses since 2015. */
export const blockMark = Buffer.from('140006000800', 'hex');

/** Names of blocks have the halves of every byte exchanged. */
export function withHalvesSwapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => ((byte & 0x0f) << 4) | (byte >> 4)));
}
