import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, toAppError } from '../../shared/errors/app-error.ts';
import { decidedEarly } from '../../shared/rpc/intake-limits.ts';
import { largestFileBytes, placeForFile, type AddedFile, type PlaceForFile } from '../../shared/rpc/intake-records.ts';

/** Puts what arrives into a library. */
export type TakeFile = (
  place: PlaceForFile,
  source: { readonly bytes: AsyncIterable<Uint8Array>; readonly sizeBytes: number },
) => Promise<AddedFile>;

/** What a page may send at the same time. */
export const mostFilesAtOnce = 4;
/** How long a sender may pause. */
const idleMs = 120_000;

/**
 * Takes a file that a page sends, as it arrives: `PUT /intake?libraryId=…&path=…&ifThere=…`. The answer is the record of
 * what came of it, or with status 422 the record of the error. Where that was decided before all bytes were there it
 * comes with status 409: a browser that still sends takes only an answer of 400 and above for one. Whoever calls has let
 * the page in.
 */
export async function receiveFile(request: IncomingMessage, response: ServerResponse, take: TakeFile): Promise<void> {
  request.socket.setTimeout(idleMs);
  // What was not read of a body that is refused must not become the next request.
  response.setHeader('Connection', 'close');
  try {
    const { place, sizeBytes } = readQuestion(request);
    const taken = await take(place, { bytes: bytesOf(request), sizeBytes });
    const isRead = request.complete;
    request.resume();
    say(response, isRead ? 200 : decidedEarly, taken);
  } catch (thrown) {
    request.resume();
    say(response, 422, toAppError(thrown).toRecord());
  }
}

function readQuestion({ url = '', headers }: IncomingMessage): { place: PlaceForFile; sizeBytes: number } {
  const asked = Object.fromEntries(new URL(url, 'http://127.0.0.1').searchParams);
  const place = placeForFile.safeParse(asked);
  const sizeBytes = Number(headers['content-length']);
  if (!place.success || !Number.isSafeInteger(sizeBytes)) throw new AppError('invalid-request');
  if (sizeBytes > largestFileBytes) throw new AppError('body-too-large');
  return { place: place.data, sizeBytes };
}

/** Who stops sending breaks off: what arrived by then is no file. */
async function* bytesOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of request) yield chunk as Uint8Array;
    // From here on the sender waits for the disk.
    request.socket.setTimeout(0);
  } catch (cause) {
    throw new AppError('addition-broken-off', { cause });
  }
}

function say(response: ServerResponse, status: number, record: unknown): void {
  response.writeHead(status, { 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(record));
}
