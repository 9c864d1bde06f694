import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, request, type Dispatcher } from 'undici';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { bodyInPieces } from './s3-body.ts';
import { passes, readRefusal, refusedForGood, stillAway, type S3Refusal } from './s3-failures.ts';
import type { S3Address } from './s3-address.ts';

/** With what a store is asked; both are secrets of the environment. */
export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** One request to the bucket. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Key of an object, of letters that need no encoding; the bucket itself where there is none. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** SHA-256 of the body, where it is known already; hexadecimal. */
  readonly bodySha256?: string;
  /** Statuses that answer it; others are refusals. */
  readonly expects: readonly number[];
}

/** A store's answer, of which the body is still to be read. */
export interface S3Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Dispatcher.ResponseData['body'];
}

/** Asks one bucket, again where a failure may pass. */
export interface S3Client {
  /**
   * Asks, and reads the answer while it can still be asked again.
   * @param read reads the answer; what it throws counts as an answer that broke
   * @throws AppError `file-store-refused`, `file-store-away`
   */
  ask<T>(asked: S3Request, read: (answer: S3Answer) => Promise<T>): Promise<T>;
  /** Waits before the next try, the longer the more there were. */
  backOff(tries: number): Promise<void>;
  /** The same client for work that ends with the signal: what it then waits for is broken off. */
  until(signal: AbortSignal | undefined): S3Client;
  close(): void;
}

export interface S3ClientOptions {
  readonly address: S3Address;
  readonly keys: S3Keys;
  /** The first wait between two tries, milliseconds; each further one is twice as long. */
  readonly firstWaitMs?: number;
  /** How long the store may say nothing, milliseconds; not counted is what a slow line takes for the bytes it is sent. */
  readonly silenceMs?: number;
  /** So slowly a line may take the bytes it is sent, bytes in a millisecond. */
  readonly slowestBytesPerMs?: number;
}

export const s3Tries = 6;
const longestWaitMs = 10_000;
/** A line of 1 Mbit/s that eight share: so slowly bytes may be sent. */
const usualSlowestBytesPerMs = 16;
/** So much the system may have taken and not sent yet, on a line as slow as that. */
const bufferedBytes = 256 * 1024;
/** A refusal is a few hundred bytes; anything longer comes from something else. */
const longestRefusalBytes = 16 * 1024;

/** An answer that is not whole, or not what a store says. */
export class BrokenAnswer extends Error {}

/** An answer that was refused for a reason that may pass. */
class PassingRefusal extends Error {
  readonly refusal: S3Refusal;
  readonly waitMs: number;

  constructor(refusal: S3Refusal, waitMs: number) {
    super(refusal.code);
    this.refusal = refusal;
    this.waitMs = waitMs;
  }
}

/** Each request is signed by itself, with the hash of its body in the signature: bytes that change on the way are refused. */
export function createS3Client({ firstWaitMs = 100, silenceMs = 30_000, ...store }: S3ClientOptions): S3Client {
  const { slowestBytesPerMs = usualSlowestBytesPerMs } = store;
  const dispatcher = new Agent({ connect: { timeout: 10_000 }, bodyTimeout: silenceMs });
  const closing = new AbortController();
  const send = createSender({ ...store, silenceMs, slowestBytesPerMs }, dispatcher);
  const close = (): void => {
    closing.abort();
    void dispatcher.destroy();
  };
  const clientUntil = (ending: AbortSignal): S3Client => ({
    ...createAsking({ send, firstWaitMs, ending }),
    until: (signal) => clientUntil(signal ? AbortSignal.any([ending, signal]) : ending),
    close,
  });
  return clientUntil(closing.signal);
}

type Send = (asked: S3Request, signal: AbortSignal) => Promise<S3Answer>;

interface AskingParts {
  readonly send: Send;
  readonly firstWaitMs: number;
  readonly ending: AbortSignal;
}

/** Asks until it is answered, has tried often enough, or has to end. */
function createAsking({ send, firstWaitMs, ending }: AskingParts): Pick<S3Client, 'ask' | 'backOff'> {
  const backOff = (tries: number, atLeastMs = 0): Promise<void> => {
    const ceiling = Math.min(longestWaitMs, firstWaitMs * 2 ** tries);
    return wait(Math.max(atLeastMs, ceiling * (0.5 + Math.random() / 2)), undefined, { signal: ending });
  };

  async function tryOnce<T>(asked: S3Request, read: (answer: S3Answer) => Promise<T>): Promise<T> {
    const answer = await send(asked, ending);
    if (asked.expects.includes(answer.status)) return readOrDestroy(answer, read);
    const refusal = readRefusal(answer.status, await startOf(answer.body));
    if (passes(refusal)) throw new PassingRefusal(refusal, retryAfterMs(answer));
    throw refusedForGood(refusal);
  }

  return {
    async ask(asked, read) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await tryOnce(asked, read);
        } catch (thrown) {
          if (!maySucceedLater(thrown) || ending.aborted) throw thrown;
          const reason = thrown instanceof PassingRefusal ? thrown.refusal : thrown;
          if (tries === s3Tries) throw stillAway(tries, reason);
          await backOff(tries - 1, thrown instanceof PassingRefusal ? thrown.waitMs : 0);
        }
      }
    },
    backOff: (tries) => backOff(tries),
  };
}

/** Signs a request and sends it once. */
function createSender(
  { address, keys, silenceMs, slowestBytesPerMs }: Required<Omit<S3ClientOptions, 'firstWaitMs'>>,
  dispatcher: Dispatcher,
): Send {
  const { region } = address;
  const bucketUrl = `${address.endpoint}/${address.bucket}`;
  /** Of the keys of a day: making one costs four hashes. */
  const cache = new Map<string, ArrayBuffer>();
  return async ({ method, key, query = {}, body, bodySha256, headers: given }, signal) => {
    const search = new URLSearchParams(query).toString();
    const url = bucketUrl + (key === undefined ? '' : `/${key}`) + (search === '' ? '' : `?${search}`);
    const headers = { ...given, 'x-amz-content-sha256': bodySha256 ?? hash('sha256', body ?? '', 'hex') };
    // A new one each time: a signature is good for some minutes only.
    const signed = await new AwsV4Signer({ ...keys, method, url, headers, service: 's3', region, cache }).sign();
    const sizeBytes = body?.length ?? 0;
    const about = {
      method,
      headers: { ...Object.fromEntries(signed.headers), 'content-length': String(sizeBytes) },
      body: body && sizeBytes > 0 ? bodyInPieces(body, silenceMs + sizeBytes / slowestBytesPerMs) : null,
      // Counted from when the last byte was handed over; nobody can see when it left this computer.
      headersTimeout: silenceMs + Math.min(sizeBytes, bufferedBytes) / slowestBytesPerMs,
    };
    const { statusCode: status, ...answer } = await request(url, { ...about, dispatcher, signal });
    return { headers: answer.headers, body: answer.body, status };
  };
}

/** Lets go of a connection: a body that is not read to its end would keep it. */
export function dropBody(body: S3Answer['body']): void {
  body.on('error', () => undefined).destroy();
}

async function readOrDestroy<T>(answer: S3Answer, read: (answer: S3Answer) => Promise<T>): Promise<T> {
  try {
    return await read(answer);
  } catch (thrown) {
    dropBody(answer.body);
    throw thrown;
  }
}

/** The network failed, or what came was not whole; what the store refused for good stays refused. */
function maySucceedLater(thrown: unknown): thrown is Error {
  if (thrown instanceof PassingRefusal || thrown instanceof BrokenAnswer) return true;
  return (
    thrown instanceof Error && !(thrown instanceof AppError) && 'code' in thrown && typeof thrown.code === 'string'
  );
}

function retryAfterMs({ headers }: S3Answer): number {
  const seconds = Number(headers['retry-after'] ?? 0);
  return Number.isFinite(seconds) ? Math.min(longestWaitMs, Math.max(0, seconds * 1_000)) : 0;
}

/** As much of a refusal as came; it may be cut off, too. */
async function startOf(body: S3Answer['body']): Promise<string> {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      pieces.push(piece);
      sizeBytes += piece.length;
      if (sizeBytes > longestRefusalBytes) break;
    }
  } catch {
    // The status says enough.
  }
  return Buffer.concat(pieces).toString('utf8', 0, longestRefusalBytes);
}
