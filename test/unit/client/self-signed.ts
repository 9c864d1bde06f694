import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate for `localhost` that nobody vouches for, made anew for each run, with its key. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const ed25519 = der(0x30, der(0x06, [0x2b, 0x65, 0x70]));
  const name = der(0x30, der(0x31, der(0x30, der(0x06, [0x55, 0x04, 0x03]), der(0x0c, [...Buffer.from('localhost')]))));
  const time = (text: string) => der(0x17, [...Buffer.from(text)]);
  const content = der(
    0x30,
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ed25519,
    name,
    der(0x30, time('200101000000Z'), time('490101000000Z')),
    name,
    [...publicKey.export({ type: 'spki', format: 'der' })],
  );
  const signature = sign(null, Buffer.from(content), privateKey);
  const whole = der(0x30, content, ed25519, der(0x03, [0, ...signature]));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${Buffer.from(whole).toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

/** One value as X.509 writes it: its kind, its length, and what is in it. */
function der(tag: number, ...parts: readonly number[][]): number[] {
  const content = parts.flat();
  const { length } = content;
  if (length < 0x80) return [tag, length, ...content];
  return length < 0x100 ? [tag, 0x81, length, ...content] : [tag, 0x82, length >> 8, length & 0xff, ...content];
}
