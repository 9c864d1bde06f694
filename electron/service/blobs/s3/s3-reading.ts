import { Readable } from 'node:stream';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import type { ByteRange } from '../blobs.ts';
import { lostBytes } from '../lost-bytes.ts';
import { BrokenAnswer, dropBody, s3Tries, type S3Answer, type S3Client } from './s3-client.ts';
import { asMissing, stillAway } from './s3-failures.ts';

interface Wanted {
  readonly key: string;
  readonly sha256: Sha256;
  readonly range: ByteRange;
  /** Length of the whole object. */
  readonly totalBytes: number;
}

/**
 * Bytes of an object, streamed through. Where the connection breaks, what is missing is asked for again; a reader gets
 * all bytes or an error.
 * @throws AppError `bytes-lost` when they are not there or have another length, `file-store-away`, `file-store-refused`
 */
export async function readObject(client: S3Client, wanted: Wanted): Promise<Readable> {
  // Asked for before there is a stream: a failure is then still answered as one.
  const first = await askFor(client, wanted);
  const stream = Readable.from(wholeRange(client, wanted, first), { objectMode: false, highWaterMark: 256 * 1024 });
  // Whoever goes away before reading leaves a generator that never begins, and so lets go of nothing.
  return stream.once('close', () => dropBody(first));
}

async function* wholeRange(client: S3Client, wanted: Wanted, first: S3Answer['body']): AsyncGenerator<Buffer> {
  const { end } = wanted.range;
  let at = wanted.range.start;
  let body = first;
  for (let cuts = 0; ;) {
    let cause: unknown = new BrokenAnswer('It ended before its end.');
    try {
      for await (const piece of body as AsyncIterable<Buffer>) {
        cuts = 0;
        at += piece.length;
        if (at > end + 1) throw new AppError('internal-error', { detail: 'The store of files sends too many bytes.' });
        yield piece;
      }
    } catch (thrown) {
      if (thrown instanceof AppError) throw thrown;
      cause = thrown;
    }
    if (at === end + 1) return;
    cuts += 1;
    if (cuts === s3Tries) throw stillAway(cuts, cause);
    await client.backOff(cuts - 1);
    body = await askFor(client, { ...wanted, range: { start: at, end } });
  }
}

/** The object ends before the first byte that is asked for. */
const endsBefore = 416;

function askFor(
  client: S3Client,
  { key, sha256, range: { start, end }, totalBytes }: Wanted,
): Promise<S3Answer['body']> {
  const isWhole = start === 0 && end === totalBytes - 1;
  const headers: Record<string, string> = isWhole ? {} : { range: `bytes=${start}-${end}` };
  return client.ask(
    { method: 'GET', key, headers, expects: [isWhole ? 200 : 206, 404, endsBefore] },
    async (answer) => {
      if (answer.status === 404) throw await missing(answer, sha256);
      const announced = answer.headers['content-length'];
      const place = answer.headers['content-range'];
      const foundBytes = isWhole ? announced : /\/(\d+)$/.exec(String(place))?.[1];
      if (answer.status === endsBefore || (foundBytes !== undefined && Number(foundBytes) !== totalBytes)) {
        throw lostBytes(sha256);
      }
      if (announced !== undefined && Number(announced) !== end - start + 1) {
        throw new BrokenAnswer(`It announces ${String(announced)} bytes instead of ${end - start + 1}.`);
      }
      if (!isWhole && place !== `bytes ${start}-${end}/${totalBytes}`) {
        throw new BrokenAnswer('It sends another part than it was asked for.');
      }
      return answer.body;
    },
  );
}

async function missing({ body }: S3Answer, sha256: Sha256): Promise<AppError> {
  asMissing(await body.text());
  return lostBytes(sha256);
}
