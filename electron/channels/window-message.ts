import { z } from 'zod';

const id = z.string().min(1).max(32);

/** What the window sends: a call with its input, or that it gave up a call. Nothing else reaches the RPC library. */
const windowMessage = z.union([
  z.strictObject({
    i: id,
    p: z.strictObject({
      u: z
        .string()
        .max(100)
        .regex(/^(\/[A-Za-z]+)+$/),
      b: z.unknown().optional(),
    }),
  }),
  z.strictObject({ i: id, t: z.literal(4) }),
]);

/**
 * Whether a text is a message of the window. The RPC library takes more: uploads of unbounded streams, which no call
 * of the contract uses, headers, and other hosts.
 */
export function isWindowMessage(text: string): boolean {
  try {
    return windowMessage.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
