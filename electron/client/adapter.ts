import type { Readable } from 'node:stream';
import type { AxiosResponse } from 'axios';

/** A request, in the words in which adapters of axios take one. */
export interface AdapterRequest {
  readonly method: string;
  readonly url: string;
  /** Each name in one spelling. */
  readonly headers: Record<string, string>;
  readonly data: Buffer | Readable | undefined;
  readonly signal: AbortSignal;
}

/** An answer, as far as this client looks at it. */
export type AdapterAnswer = Pick<AxiosResponse<Readable>, 'status' | 'headers' | 'data'>;

/** Sends one request, as an adapter of axios does. Any status is an answer. */
export type Adapter = (request: AdapterRequest) => Promise<AdapterAnswer>;
