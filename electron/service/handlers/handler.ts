import type { Readable } from 'node:stream';
import type { Contract, OperationId } from '../../../shared/api/contract.ts';
import type { JsonAnswerOf, JsonBodyOf, OperationShape, ParamsOut, QueryOut } from '../../../shared/api/operation.ts';
import type { BlobShelf } from '../blobs/blob-shelf.ts';
import type { Blobs, ReceivedBytes } from '../blobs/blobs.ts';
import type { Client } from '../auth/clients.ts';
import type { ClientCredentials } from '../auth/read-client-credentials.ts';
import type { Store, StoredBlob } from '../store/store.ts';
import type { HoldBytes } from '../http/body-room.ts';
import type { RangeRequest } from '../http/byte-range.ts';
import type { TakeTurn } from '../take-turns.ts';

/** What handlers work with. */
export interface HandlerPorts {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly shelf: BlobShelf;
  readonly now: () => number;
  /** What clients are told to connect with (operation 23); undefined where each has its own, which nobody knows. */
  readonly credentials: ClientCredentials | undefined;
}

/** A file that came with a request; it is kept only if the handler keeps it. */
export interface ReceivedFile {
  readonly bytes: ReceivedBytes;
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
}

type BodyOf<O extends OperationShape> = O['body'] extends { kind: 'file' | 'fileOrJson' }
  ? ReceivedFile
  : JsonBodyOf<O>;

/** A request whose parameters and body have been read by the contract, and whose license code was accepted. */
export interface HandlerRequest<O extends OperationShape> {
  readonly params: ParamsOut<O>;
  readonly query: QueryOut<O>;
  readonly body: BodyOf<O>;
  /** The blobs of the files that came along with the records of the body, in their order. */
  readonly kept?: readonly StoredBlob[] | undefined;
  /** Whether the short files that the answer is about may come along with it. */
  readonly acceptsFiles?: boolean;
  /** Who asks; undefined only in operations that may be called without a token. */
  readonly client: Client | undefined;
  /** To be called between the pieces of long work, so that others are served meanwhile. */
  readonly takeTurn: TakeTurn;
  /** To be called before a long text that was kept is read into records: these take the same room as those of a body. */
  readonly holdBytes: HoldBytes;
  /** Where this service is reached, without a slash at the end. */
  readonly baseAddress: string;
  /** The bytes of a download that are wanted. What is answered with all of them is cut to these. */
  readonly wanted: RangeRequest;
}

/** Bytes to download: a blob, a stream that is made while it is sent, or what arrives from elsewhere. */
export type DownloadContent =
  | { readonly kind: 'blob'; readonly blob: StoredBlob }
  | { readonly kind: 'stream'; readonly stream: Readable }
  | ArrivingContent;

/** What arrives from elsewhere, from the byte `startsAt` on, as far as is known. */
export interface ArrivingContent {
  readonly kind: 'arriving';
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly startsAt: number;
  /** Length of what arrives. */
  readonly sizeBytes: number | undefined;
  readonly wholeSizeBytes: number | undefined;
  /** With its quotes. */
  readonly strongTag: string | undefined;
}

/** Something to download, under a name in whatever characters. */
export interface Download {
  readonly content: DownloadContent;
  readonly fileName: string;
  readonly contentType?: string | undefined;
}

interface AnswerHeaders {
  readonly headers?: Readonly<Record<string, string>>;
  /** Names the state of the answer: who says that it is known is told so, and is not sent it. Without quotes. */
  readonly entityTag?: string;
}

/** Lists may be answered page by page, so that long ones are never in memory as a whole. */
type JsonValue<Value> = Value | (Value extends readonly (infer Item)[] ? AsyncIterable<readonly Item[]> : never);

/** A JSON list of records, and the bytes of the file that each is about. */
export interface RecordsWithFiles {
  readonly records: string;
  readonly files: readonly Uint8Array[];
}

type AnswerOf<O extends OperationShape> = O['answer'] extends { kind: 'bytes' }
  ? AnswerHeaders & { readonly download: Download }
  : O['answer'] extends { mayBringFiles: true }
    ? AnswerHeaders & ({ readonly value: JsonValue<JsonAnswerOf<O>> } | { readonly withFiles: RecordsWithFiles })
    : AnswerHeaders & { readonly value: JsonValue<JsonAnswerOf<O>> };

/** Serves one operation: throws `AppError` for everything it refuses. */
export type Handler<Id extends OperationId> = (
  request: HandlerRequest<Contract[Id]>,
) => Promise<AnswerOf<Contract[Id]>>;

/** A handler for each operation of the contract: one without does not compile. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
