import type {
  CallId,
  CallOptions,
  IncomingFile,
  OutgoingFile,
  SeenAnswer,
  RemoteCaller,
  UploadId,
  AnswerUnlessSeen,
} from '../../shared/api/caller.ts';
import { contract, type Contract } from '../../shared/api/contract.ts';
import type { JsonAnswerOf, OperationShape } from '../../shared/api/operation.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { RequestsSpent } from '../../shared/rpc/request-budget.ts';
import { openConnection, type Connection, type ConnectionOptions } from './connection.ts';
import type { Answer } from './exchange.ts';
import { incomingFile } from './incoming-file.ts';
import { multipartBody, multipartBytes } from './multipart-body.ts';
import { tagHeader, type Errand } from './operation-runner.ts';
import { shortBytes, type Payload } from './payload.ts';
import { limitProgress } from './progress.ts';
import { readAnswer } from './read-answer.ts';
import type { Redactor } from './redactor.ts';
import { addressOf, jsonPayload, planUrl, type OperationInput } from './request-plan.ts';
import { askUnlessSeen, readUnlessSeen } from './unless-seen.ts';

export type ClientOptions = ConnectionOptions;

/** A caller of the service with a life of its own. */
export interface ServiceClient extends RemoteCaller {
  /** Signs in again before the next call: after a change of the client secret, or when somebody asks to try again. */
  forgetToken(): void;
  /** How far the limit of the content service is used up; `undefined` while none is known. */
  requestsSpent(): RequestsSpent | undefined;
  /** Whether the content service ever told a limit. */
  limitsRequests(): boolean;
  /** The computer is about to sleep: what then fails says nothing of the service. */
  fallAsleep(): void;
  /** The computer slept: connections may be dead, and limits may have passed. */
  wakeUp(): void;
  /** Hides every secret and token this client used in a text, for logs and diagnostics. */
  redact(text: string): string;
  /** Ends all calls with `cancelled` and closes the connections; every later call is cancelled too. */
  close(): Promise<void>;
}

/**
 * Makes a client; nothing is sent before the first call.
 * @throws AppError `address-invalid`, `address-scheme-refused`, `address-with-password`, `address-not-encrypted`
 */
export function createClient(options: ClientOptions): ServiceClient {
  const connection = openConnection(options);
  const { redactor } = connection;
  const closing = new AbortController();
  const untilClosed = createJoinedSignals(closing.signal);
  const guarded = async <T>(call: CallOptions | undefined, work: (call: SignalledCall) => Promise<T>): Promise<T> => {
    try {
      return await work({ ...call, signal: untilClosed(call?.signal) });
    } catch (thrown) {
      throw redactor.clean(thrown);
    }
  };
  return {
    asks: 'service',
    call: (id, input, call) => guarded(call, (own) => callJson<typeof id>(connection, contract[id], input, own)),
    callUnlessSeen: (id, input, seen, call) =>
      guarded(call, (own) =>
        askUnlessSeen(seen, (tag) => callTagged<typeof id>(connection, { id, input, seen, tag }, own)),
      ),
    upload: (id, input, file, call) =>
      guarded(call, async (own) => {
        const errand = await planErrand(connection, contract[id], input, own);
        return sendAndRead<UploadId>(connection, { ...errand, payload: await filePayload(connection, file, own) });
      }),
    download: (id, input, call) =>
      guarded(call, async (own) => {
        const file = await download(connection, contract[id], input, {
          ...own,
          startAt: call?.startAt ?? 0,
          ifTag: call?.ifTag,
        });
        return { ...file, bytes: cleaned(file.bytes, redactor) };
      }),
    forgetToken: () => connection.tokens.forget(),
    requestsSpent: () => connection.gateOf(connection.addresses.content).spent(),
    get takesFileWithMetadata() {
      return connection.extras.hasFileWithMetadata();
    },
    limitsRequests: () => connection.gateOf(connection.addresses.content).isLimiting(),
    fallAsleep: () => connection.exchanger.fallAsleep(),
    wakeUp: () => connection.wakeUp(),
    redact: (text) => redactor.redact(text),
    async close() {
      closing.abort();
      connection.exchanger.close();
    },
  };
}

type SignalledCall = CallOptions & { readonly signal: AbortSignal };

const longestAnswerBytes = 256 * 1024 * 1024;
const rangeNotSatisfiable = 416;

async function callJson<Id extends CallId>(
  connection: Connection,
  operation: OperationShape,
  input: OperationInput,
  call: SignalledCall,
): Promise<JsonAnswerOf<Contract[Id]>> {
  const errand = await planErrand(connection, operation, input, call);
  const payload = input.file
    ? await multipartBytes(input.file, progressOf(connection, input.file, call), input.body)
    : jsonPayload(operation, input.body);
  return sendAndRead<Id>(connection, { ...errand, payload }, call.onServiceTime);
}

async function filePayload(connection: Connection, file: OutgoingFile, call: CallOptions): Promise<Payload> {
  const onProgress = progressOf(connection, file, call);
  return file.sizeBytes <= shortBytes ? multipartBytes(file, onProgress) : multipartBody(file, onProgress);
}

function progressOf({ clock }: Connection, file: OutgoingFile, { onProgress }: CallOptions) {
  return limitProgress(onProgress, file.sizeBytes, clock.now);
}

async function sendAndRead<Id extends CallId | UploadId>(
  { runner, extras }: Connection,
  errand: Errand,
  onServiceTime?: CallOptions['onServiceTime'],
): Promise<JsonAnswerOf<Contract[Id]>> {
  const { operation } = errand;
  return runner.run(errand, async ({ body, headers }) => {
    tellServiceTime(headers, onServiceTime);
    extras.note(operation, headers);
    const text = await body.text(longestAnswerBytes);
    // The schema that reads the answer here is the one this type is derived from.
    return readAnswer(operation, text) as JsonAnswerOf<Contract[Id]>;
  });
}

interface TaggedCall<Id extends CallId> {
  readonly id: Id;
  readonly input: OperationInput;
  readonly seen: SeenAnswer | undefined;
  /** The tag to name, if any. */
  readonly tag: string | undefined;
}

async function callTagged<Id extends CallId>(
  connection: Connection,
  { id, input, seen, tag }: TaggedCall<Id>,
  call: SignalledCall,
): Promise<AnswerUnlessSeen<JsonAnswerOf<Contract[Id]>>> {
  const operation: OperationShape = contract[id];
  const errand = await planErrand(connection, operation, input, call);
  const headers = tag === undefined ? errand.headers : { ...errand.headers, [tagHeader]: tag };
  const payload = jsonPayload(operation, input.body);
  return connection.runner.run({ ...errand, headers, payload }, async (answer) => {
    tellServiceTime(answer.headers, call.onServiceTime);
    connection.extras.note(operation, answer.headers);
    const read = await readUnlessSeen(answer, seen, longestAnswerBytes);
    // The schema that reads the answer here is the one this type is derived from.
    const readText = (text: string) => readAnswer(operation, text) as JsonAnswerOf<Contract[Id]>;
    return read.text === undefined ? { ...read, answer: undefined } : { seen: read.seen, answer: readText(read.text) };
  });
}

function tellServiceTime(headers: Answer['headers'], onServiceTime: CallOptions['onServiceTime']): void {
  const timeMs = Date.parse(headers['date'] ?? '');
  if (!Number.isNaN(timeMs)) onServiceTime?.(timeMs);
}

async function download(
  connection: Connection,
  operation: OperationShape,
  input: OperationInput,
  call: SignalledCall & { readonly startAt: number; readonly ifTag: string | undefined },
): Promise<IncomingFile> {
  const { startAt, ifTag } = call;
  const errand = await planErrand(connection, operation, input, call);
  const fetchFrom = (start: number): Promise<IncomingFile> =>
    connection.runner.run(
      {
        ...errand,
        headers: { ...errand.headers, ...rangeHeaders(start, ifTag) },
        payload: jsonPayload(operation, input.body),
      },
      (answer: Answer) =>
        incomingFile(answer, {
          declared: operation.answer,
          startAt: start,
          onProgress: call.onProgress,
          now: connection.clock.now,
        }),
    );
  try {
    return await fetchFrom(startAt);
  } catch (error) {
    // What is there now is shorter than what was fetched before: from the beginning, then.
    const outOfRange = error instanceof AppError && error.receivedStatus === rangeNotSatisfiable;
    if (startAt > 0 && outOfRange) return fetchFrom(0);
    throw error;
  }
}

function rangeHeaders(start: number, ifTag: string | undefined): Record<string, string> {
  if (start === 0) return {};
  return { Range: `bytes=${start}-`, ...(ifTag === undefined ? {} : { 'If-Range': ifTag }) };
}

async function planErrand(
  connection: Connection,
  operation: OperationShape,
  input: OperationInput,
  call: SignalledCall,
): Promise<Errand> {
  const { addresses, secrets, gateOf } = connection;
  return {
    operation,
    url: await planUrl(operation, input, addresses, () => secrets.licenseCode()),
    headers: { Accept: operation.answer.kind === 'bytes' ? '*/*' : 'application/json, text/plain, */*' },
    payload: undefined,
    gate: gateOf(addressOf(operation.area, addresses)),
    priority: call.priority ?? 'person',
    signal: call.signal,
  };
}

async function* cleaned(bytes: AsyncIterable<Uint8Array>, redactor: Redactor): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* bytes;
  } catch (thrown) {
    throw redactor.clean(thrown);
  }
}

/** Signals that end with the client too; one for all calls that share a caller's signal. */
function createJoinedSignals(closing: AbortSignal): (own: AbortSignal | undefined) => AbortSignal {
  const joined = new WeakMap<AbortSignal, AbortSignal>();
  return (own) => {
    if (own === undefined) return closing;
    const known = joined.get(own) ?? AbortSignal.any([closing, own]);
    joined.set(own, known);
    return known;
  };
}
