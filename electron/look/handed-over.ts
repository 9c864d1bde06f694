/** From here on handing a buffer over costs less than copying it; a list of many is slow to hand over. */
const leastBytes = 16 * 1024;

/** The buffers of an answer that a thread hands over instead of copying them. */
export function handedOver(answer: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const gather = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer && value.buffer.byteLength >= leastBytes) found.add(value.buffer);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(gather);
  };
  gather(answer);
  return [...found];
}
