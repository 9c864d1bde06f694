import type { Contract, OperationId } from './contract.ts';
import type { Sha256 } from '../model/sha256.ts';
import type { JsonAnswerOf, JsonBodyOf, ParamsIn, QueryIn } from './operation.ts';

export type IdsWith<Part> = { [Id in OperationId]: Contract[Id] extends Part ? Id : never }[OperationId];

/** Operations whose answer is bytes. */
export type DownloadId = IdsWith<{ answer: { kind: 'bytes' } }>;
/** Operations that carry a file. */
export type UploadId = IdsWith<{ body: { kind: 'file' | 'fileOrJson' } }>;
/** Operations with a JSON body or none, and a JSON answer. */
export type CallId = Exclude<OperationId, DownloadId | UploadId>;

/** What an operation answers, as the contract reads it. */
export type AnswerOf<Id extends OperationId> = JsonAnswerOf<Contract[Id]>;

/** Parameters as a caller gives them: the version segment and the license code are the client's own business. */
export interface CallInput<Id extends OperationId> {
  readonly params: Omit<ParamsIn<Contract[Id]>, 'licenseCode'>;
  readonly query?: Omit<QueryIn<Contract[Id]>, 'licenseCode'>;
  readonly body?: JsonBodyOf<Contract[Id]>;
  /**
   * The short file that the one record of the body is about, where the service takes both at once. All of it is read
   * before anything is sent; files that are to be sent at the same moment may go in one request.
   */
  readonly file?: Contract[Id]['body'] extends { mayBringFiles: true } ? OutgoingFile : never;
}

/** What calls are for, the most urgent first: this is the order in which they go where a service limits them. */
export const callPriorities = [
  /** Somebody waits for the answer. */
  'person',
  /** Somebody asked for it and went on. */
  'publish',
  'upload',
  'download',
  /** Looking whether anything changed, and what nobody asked for. */
  'poll',
] as const;
export type CallPriority = (typeof callPriorities)[number];

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Without, `person`. */
  readonly priority?: CallPriority;
  /** Bytes moved so far; called at most a few times a second. */
  readonly onProgress?: (movedBytes: number) => void;
  /** Told what the service's clock said when it answered, where it tells; no clock of this computer is the same. */
  readonly onServiceTime?: (timeMs: number) => void;
}

/** What a client keeps of an answer, to know it again. */
export interface SeenAnswer {
  /** What the service calls this state of the answer, where it says so: it need not send the answer again. */
  readonly tag: string | undefined;
  /** Hash of the text of the answer. */
  readonly digest: string;
  /** Whether the service refused a question that named a tag. */
  readonly refusesTags: boolean;
}

/** What is kept of an answer that could not be known again. */
export const unseen: SeenAnswer = { tag: undefined, digest: '', refusesTags: false };

/** An answer that was not seen before; or none, and whether the service sent it all the same. */
export type AnswerUnlessSeen<Answer> =
  | { readonly seen: SeenAnswer; readonly answer: Answer }
  | { readonly seen: SeenAnswer; readonly answer: undefined; readonly wasSent: boolean };

/** Where a download goes on. */
export interface DownloadStart {
  /** How many bytes are there already. */
  readonly startAt?: number;
  /** The strong tag of the content they are of: of any other content everything is sent. */
  readonly ifTag?: string | undefined;
  /** Which bytes are meant, where that is known: short ones that are asked for at the same moment may come together. */
  readonly expected?: ExpectedBytes | undefined;
}

/** What a list of the service said of the bytes of a version. */
export interface ExpectedBytes {
  readonly sizeBytes: number;
  readonly sha256: Sha256;
}

/** A file to send: `open` may be called again when the request has to be repeated. */
export interface OutgoingFile {
  readonly fileName: string;
  /** What kind of content it is, where the service is to keep that. */
  readonly contentType?: string | undefined;
  readonly sizeBytes: number;
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** Bytes that are arriving. The stream ends with `answer-incomplete` when fewer come than were announced. */
export interface IncomingFile {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Length of what is arriving, when announced. */
  readonly sizeBytes: number | undefined;
  readonly fileName: string | undefined;
  /** Length of the whole content, of which this may be the rest, when announced. */
  readonly wholeSizeBytes: number | undefined;
  /** The ETag without quotes: of our own service the SHA-256 of the whole content. */
  readonly entityTag: string | undefined;
  /** The ETag as it was sent, where it vouches for every byte (a strong one): what `ifTag` takes. */
  readonly strongTag: string | undefined;
  /** Where the first byte stands in the whole content: the asked start when the range was honoured, else 0. */
  readonly startsAt: number;
  /** What kind of content it is, where the service says so. */
  readonly contentType?: string | undefined;
  /** The version text that older clients compare (wire format 3.4), where the service says it. */
  readonly versionText?: string | undefined;
}

/**
 * What a client of the service offers; the engine depends on this and not on a client.
 * All methods throw `AppError` only: `cancelled` when the signal was aborted, else a code of the catalogue.
 */
export interface ServiceCaller {
  call<Id extends CallId>(id: Id, input: CallInput<Id>, options?: CallOptions): Promise<AnswerOf<Id>>;
  /** As `call`, but an answer that is the one `seen` is neither read nor, where the service knows tags, sent. */
  callUnlessSeen<Id extends CallId>(
    id: Id,
    input: CallInput<Id>,
    seen: SeenAnswer | undefined,
    options?: CallOptions,
  ): Promise<AnswerUnlessSeen<AnswerOf<Id>>>;
  upload<Id extends UploadId>(id: Id, input: CallInput<Id>, file: OutgoingFile, options?: CallOptions): Promise<string>;
  download<Id extends DownloadId>(
    id: Id,
    input: CallInput<Id>,
    options?: CallOptions & DownloadStart,
  ): Promise<IncomingFile>;
}

/** A caller that asks the service itself. What syncing decides by is what the service says now: it takes no other. */
export interface RemoteCaller extends ServiceCaller {
  readonly asks: 'service';
  /** Whether the service said that metadata may bring a file along (`CallInput.file`). */
  readonly takesFileWithMetadata: boolean;
  /** Whether the service said that short files come together (`DownloadStart.expected`). */
  readonly givesFilesTogether: boolean;
}

export interface ViewOptions extends CallOptions {
  /**
   * Told when the service could not be asked, so that the answer is one it gave before.
   * @param seenMs when it gave it, milliseconds since 1970
   */
  readonly onMirrored?: (seenMs: number) => void;
  /** The service is not asked: where it gave no answer before that is kept, it counts as out of reach. */
  readonly asksMirrorOnly?: boolean;
  /** It is about what a library holds: its answer is the last to go when room is made. */
  readonly isPinned?: boolean;
  /**
   * Told when it could not be asked now and is asked later: the answer is what holds meanwhile.
   * @param waitedBefore whether the very same waits already, so that it was not added again
   */
  readonly onWaiting?: (waitedBefore: boolean) => void;
  /** Told when nobody can say what the service has of it: the answer is only what waits. */
  readonly onPartial?: () => void;
  /** What a person calls that which is to be written, where it has to wait. */
  readonly title?: string;
}

/** A caller for what people look at: where the service cannot be asked, it answers what the service answered before. */
export interface ViewCaller extends ServiceCaller {
  readonly asks: 'serviceOrMirror';
  call<Id extends CallId>(id: Id, input: CallInput<Id>, options?: ViewOptions): Promise<AnswerOf<Id>>;
  upload<Id extends UploadId>(id: Id, input: CallInput<Id>, file: OutgoingFile, options?: ViewOptions): Promise<string>;
}
