import { z } from 'zod';
import type { Right } from './rights.ts';

/** The part of the service an operation belongs to; both may have an address of their own. */
export type ServiceArea = 'content' | 'data';

/** What a request may carry. `file` is multipart/form-data with one file part. */
export type RequestBody =
  | {
      readonly kind: 'json';
      readonly schema: z.ZodType;
      /** Longest body, bytes. */
      readonly maxBytes: number;
      /** Whether short files, one for each record of the body, may come along with it, where a service says so (`acceptsHeader`). */
      readonly mayBringFiles?: true;
    }
  | { readonly kind: 'file' }
  /** Multipart or a raw JSON body: the bytes are stored as they come. */
  | { readonly kind: 'fileOrJson' };

/** What status 200 carries. */
export type Answer =
  | {
      readonly kind: 'json';
      readonly schema: z.ZodType;
      /**
       * What a success means where clients of 2020 read nothing (wire format, section 3), so that a service may say
       * anything, or just one word. `undefined`: that cannot be told.
       * @param said what the schema reads; `undefined` where the body is something else
       * @param sent the body of the request
       * @throws AppError `request-rejected` where it was not done
       */
      readonly meaning?: (said: unknown, sent: unknown) => unknown;
      /** Whether the short files that the records are about may come along with them, where a service says so (`acceptsHeader`). */
      readonly mayBringFiles?: true;
    }
  /** A bare text without JSON quotes, `text/plain`. */
  | { readonly kind: 'text'; readonly schema: z.ZodType }
  /**
   * A stream of bytes with the headers of a download. `webPages` says which web pages may be stored there: any, or those
   * with a file name. Elsewhere a page comes from something between client and service, unless a hash vouches for it.
   * Where it may not be empty, there is no content without bytes.
   */
  | { readonly kind: 'bytes'; readonly webPages?: 'any' | 'named'; readonly mayBeEmpty?: true };

export type ErrorStatus = 400 | 401 | 403 | 404 | 500;

/** What an operation does that an audit trail tells. */
export type AuditedAct = 'stored' | 'changed' | 'released' | 'validated' | 'deleted';

/** One operation of the service interface; everything on both sides of the wire derives from it. */
export interface OperationShape {
  /** Number in section 4 of the interface description. */
  readonly number: number;
  readonly summary: string;
  readonly area: ServiceArea;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the base address, `{name}` for each parameter of `params`. */
  readonly path: `/api/v{version}/${string}`;
  readonly params: z.ZodObject;
  /** Whether the path may end before its last parameter (older clients then send a trailing slash). */
  readonly lastParamOptional: boolean;
  readonly query: z.ZodObject;
  readonly body: RequestBody | undefined;
  readonly answer: Answer;
  /** The error statuses the interface lists. */
  readonly errors: readonly ErrorStatus[];
  /** Where the license code stands, for the operations it guards. */
  readonly license: 'path' | 'query' | undefined;
  /** `optional`: answers less without a token. */
  readonly token: 'required' | 'optional';
  /** What its caller has to be allowed. */
  readonly right: Right;
  /** What it does to what others see; undefined where it only reads. */
  readonly audited: AuditedAct | undefined;
  /** Whether sending the same request twice leaves the service as sending it once does. */
  readonly repeatable: boolean;
}

/** The name of the license code wherever it is a parameter; values under it are never shown or logged. */
export const licenseParameter = 'licenseCode';

/** The header with the version text of a file that is downloaded (wire format 3.4). */
export const versionHeader = 'x-uol-file-version';

/**
 * The header of a list of metadata (operation 8) in which our own service says what it does beyond the interface: it takes
 * short files in one form with the metadata that makes them drafts (operation 7), and answers metadata with the short
 * files that it is about (operation 9) to whoever accepts that type. Both save most of their requests.
 */
export const acceptsHeader = 'x-cadsync-accepts';
export const filesWithMetadata = 'files-with-metadata';
export const metadataWithFiles = 'metadata-with-files';
/**
 * The type of metadata with its files: the usual JSON on one line, with only those records whose files come along, then
 * a line feed and the bytes of these files in the order of the records, each as long as its record's `size` says.
 */
export const metadataWithFilesType = 'application/x-cadsync-metadata-with-files';
/** The name of the part with the metadata; it comes before the files, which are in the order of its records. */
export const metadataPart = 'metadata';
/** Stands where the id of a blob belongs while the bytes are only coming along. */
export const noBlobId = '00000000-0000-0000-0000-000000000000';

/** What most operations are; each says where it differs. */
const usual = {
  params: z.object({}),
  lastParamOptional: false,
  query: z.object({}),
  body: undefined,
  license: undefined,
  token: 'required',
} as const;

/** Declares an operation, with the literal types for both sides. */
export function operation<const Shape extends Omit<OperationShape, keyof typeof usual> & Partial<OperationShape>>(
  shape: Shape,
): Omit<typeof usual, keyof Shape> & Shape {
  return { ...usual, ...shape };
}

export type ParamsIn<O extends OperationShape> = z.input<O['params']>;
export type ParamsOut<O extends OperationShape> = z.output<O['params']>;
export type QueryIn<O extends OperationShape> = z.input<O['query']>;
export type QueryOut<O extends OperationShape> = z.output<O['query']>;
export type JsonBodyOf<O extends OperationShape> = O['body'] extends { kind: 'json'; schema: infer S extends z.ZodType }
  ? z.output<S>
  : never;
export type JsonAnswerOf<O extends OperationShape> = O['answer'] extends {
  kind: 'json' | 'text';
  schema: infer S extends z.ZodType;
}
  ? z.output<S>
  : never;
