import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { metadataWithFilesType } from '../../../shared/api/operation.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Download, RecordsWithFiles } from '../handlers/handler.ts';
import type { TakeTurn } from '../take-turns.ts';
import { jsonPieces, jsonText } from '../json-text.ts';
import { headerText } from './content-disposition.ts';
import { isKnown, sendDownload, sendKnown, sendStream, type Exchange } from './send-download.ts';

/** What a handler answers, without the operation's own types. */
export interface AnyAnswer {
  readonly headers?: Readonly<Record<string, string>>;
  readonly entityTag?: string;
  readonly value?: unknown;
  readonly download?: Download;
  readonly withFiles?: RecordsWithFiles;
}

interface SendingParts {
  /** Opens what a handler answers with, of the tenant of its client. */
  readonly open: Blobs['open'];
  /** To be waited for before anything is said that was read. */
  readonly settled: () => Promise<void>;
  readonly takeTurn: TakeTurn;
}

/** So much text goes out at once. */
const pieceLength = 32 * 1024;

/** Sends what a handler answered in the form the operation declares. */
export async function sendAnswer(
  exchange: Exchange,
  kind: 'json' | 'text' | 'bytes',
  answer: AnyAnswer,
  { open, settled, takeTurn }: SendingParts,
): Promise<FastifyReply> {
  const { reply } = exchange;
  await settled();
  for (const [name, text] of Object.entries(answer.headers ?? {})) void reply.header(name, headerText(text));
  if (answer.download) return sendDownload(exchange, answer.download, open);
  if (answer.withFiles) return sendWithFiles(exchange, answer.withFiles);
  if (answer.entityTag !== undefined) {
    const entityTag = `"${answer.entityTag}"`;
    if (isKnown(exchange.request, entityTag)) return sendKnown(reply, entityTag);
    void reply.header('etag', entityTag);
  }
  if (kind === 'text') return reply.type('text/plain; charset=utf-8').send(String(answer.value));
  void reply.type('application/json; charset=utf-8');
  if (!isPaged(answer.value)) return reply.send(await jsonText(answer.value, takeTurn));
  // The first page is asked for before anything is sent, so that a failure can still be answered as one.
  const pages = answer.value[Symbol.asyncIterator]();
  const first = await pages.next();
  await settled();
  return sendStream(
    exchange,
    Readable.from(listText(first, pages, { settled, takeTurn }), { objectMode: false, highWaterMark: 64 * 1024 }),
  );
}

function sendWithFiles({ reply }: Exchange, { records, files }: RecordsWithFiles): FastifyReply {
  return reply.type(metadataWithFilesType).send(Buffer.concat([Buffer.from(`${records}\n`), ...files]));
}

function isPaged(value: unknown): value is AsyncIterable<readonly unknown[]> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** A JSON list, written as its pages come. */
async function* listText(
  first: IteratorResult<readonly unknown[]>,
  pages: AsyncIterator<readonly unknown[]>,
  { settled, takeTurn }: Omit<SendingParts, 'open'>,
): AsyncGenerator<string> {
  let text = '[';
  let separator = '';
  for (let page = first; !page.done; page = await pages.next()) {
    await settled();
    for (const item of page.value) {
      await takeTurn();
      text += separator;
      separator = ',';
      for await (const piece of jsonPieces(item, takeTurn)) {
        text += piece;
        if (text.length < pieceLength) continue;
        yield text;
        text = '';
      }
    }
  }
  yield `${text}]`;
}
