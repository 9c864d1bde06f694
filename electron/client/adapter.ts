import type { Readable } from 'node:stream';
import type { AxiosResponse } from 'axios';

/** A request as an adapter of axios takes it, as far as this client says anything of one. */
export interface AdapterRequest {
  readonly method: string;
  readonly url: string;
  /** Each name in one spelling. */
  readonly headers: Record<string, string>;
  readonly data: Buffer | Readable | undefined;
  readonly signal: AbortSignal;
}

/** What an adapter of axios answers, as far as this client looks at it. */
export type AdapterAnswer = Pick<AxiosResponse<Readable>, 'status' | 'headers' | 'data'>;

/** Sends one request, by the contract that axios has with its adapters. Any status is an answer. */
export type Adapter = (request: AdapterRequest) => Promise<AdapterAnswer>;
