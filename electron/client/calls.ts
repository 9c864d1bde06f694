import type {
  AnswerOf,
  CallId,
  CallInput,
  CallOptions,
  DownloadId,
  DownloadStart,
  IncomingFile,
  OutgoingFile,
  SeenAnswer,
  UploadId,
  AnswerUnlessSeen,
} from '../../shared/api/caller.ts';
import { contract } from '../../shared/api/contract.ts';
import { metadataWithFilesType, noBlobId, type OperationShape } from '../../shared/api/operation.ts';
import type { CadMetadata, CadMetadataCriteria } from '../../shared/api/schemas/cad-metadata.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Connection } from './connection.ts';
import type { Answer } from './exchange.ts';
import { incomingFile } from './incoming-file.ts';
import { createGatheredDownloads, wantedFile, type FileOfRecord } from './gathered-downloads.ts';
import { createGatheredUploads } from './gathered-uploads.ts';
import type { SharedCall } from './gathering.ts';
import { multipartBody, multipartBytes } from './multipart-body.ts';
import { tagHeader, type Errand } from './operation-runner.ts';
import { shortBytes, type Payload } from './payload.ts';
import { limitProgress } from './progress.ts';
import { readAnswer, readLongAnswer, textOf } from './read-answer.ts';
import { readMetadataWithFiles } from './metadata-with-files.ts';
import { addressOf, jsonPayload, planUrl, type OperationInput } from './request-plan.ts';
import { readUnlessSeen } from './unless-seen.ts';

export type SignalledCall = CallOptions & { readonly signal: AbortSignal };

const longestAnswerBytes = 256 * 1024 * 1024;
const rangeNotSatisfiable = 416;

async function sendForm(connection: Connection, payload: Payload, call: SharedCall): Promise<readonly CadMetadata[]> {
  const input = { params: { blobId: noBlobId } };
  const errand = await planErrand(connection, contract.storeMetadata, input, call);
  return sendAndRead<'storeMetadata'>(connection, { ...errand, payload }, call);
}

/** Calls operations that answer JSON; short files that go along with their metadata at the same moment go together. */
export function createCallJson(connection: Connection) {
  const storeWithMetadata = createGatheredUploads((payload, call) => sendForm(connection, payload, call));
  return async <Id extends CallId>(
    operation: OperationShape,
    input: OperationInput,
    call: SignalledCall,
  ): Promise<AnswerOf<Id>> => {
    const { body, file } = input;
    if (!file) {
      const errand = await planErrand(connection, operation, input, call);
      return sendAndRead<Id>(connection, errand, { ...call, sent: body });
    }
    const [record] = [body].flat() as readonly CadMetadata[];
    if (!record) throw new AppError('invalid-request');
    const stored = storeWithMetadata({ record, file, call, onProgress: progressOf(connection, file, call) });
    // Only operation 7 brings a file along, and this is what it answers.
    return stored as Promise<AnswerOf<Id>>;
  };
}

export async function uploadFile(
  connection: Connection,
  { id, input, file }: { readonly id: UploadId; readonly input: OperationInput; readonly file: OutgoingFile },
  call: SignalledCall,
): Promise<AnswerOf<UploadId>> {
  const errand = await planErrand(connection, contract[id], input, call);
  return sendAndRead<UploadId>(connection, { ...errand, payload: await filePayload(connection, file, call) });
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
  { onServiceTime, sent }: Pick<CallOptions, 'onServiceTime'> & { readonly sent?: unknown } = {},
): Promise<AnswerOf<Id>> {
  const { operation } = errand;
  return runner.run(errand, async (answer) => {
    tellServiceTime(answer.headers, onServiceTime);
    extras.note(operation, answer.headers);
    const text = await textOf(answer, longestAnswerBytes);
    // The schema that reads the answer here is the one this type is derived from.
    return readAnswer(operation, text, sent) as AnswerOf<Id>;
  });
}

interface TaggedCall<Id extends CallId> {
  readonly id: Id;
  readonly input: OperationInput;
  readonly seen: SeenAnswer | undefined;
  /** The tag to name, if any. */
  readonly tag: string | undefined;
}

export async function callTagged<Id extends CallId>(
  connection: Connection,
  { id, input, seen, tag }: TaggedCall<Id>,
  call: SignalledCall,
): Promise<AnswerUnlessSeen<AnswerOf<Id>>> {
  const operation: OperationShape = contract[id];
  const errand = await planErrand(connection, operation, input, call);
  const headers = tag === undefined ? errand.headers : { ...errand.headers, [tagHeader]: tag };
  return connection.runner.run({ ...errand, headers }, async (answer) => {
    tellServiceTime(answer.headers, call.onServiceTime);
    connection.extras.note(operation, answer.headers);
    const read = await readUnlessSeen(answer, seen, longestAnswerBytes);
    if (read.text === undefined) return { ...read, answer: undefined };
    // The schema that reads the answer here is the one this type is derived from.
    return { seen: read.seen, answer: (await readLongAnswer(operation, read.text)) as AnswerOf<Id> };
  });
}

function tellServiceTime(headers: Answer['headers'], onServiceTime: CallOptions['onServiceTime']): void {
  const timeMs = Date.parse(headers['date'] ?? '');
  if (!Number.isNaN(timeMs)) onServiceTime?.(timeMs);
}

type DownloadCall = SignalledCall & DownloadStart;

/** Downloads files; short ones that are asked for at the same moment come together, where the service does that. */
export function createDownload(connection: Connection) {
  const gather = createGatheredDownloads((criteria, call) => askForFiles(connection, criteria, call));
  return <Id extends DownloadId>(id: Id, input: CallInput<Id>, call: DownloadCall): Promise<IncomingFile> => {
    const alone = (): Promise<IncomingFile> => download(connection, contract[id], input, call);
    if (id !== 'getFile' || (call.startAt ?? 0) > 0 || !connection.extras.givesFilesTogether()) return alone();
    const wanted = wantedFile(input as CallInput<'getFile'>, call.expected);
    return wanted ? gather({ ...wanted, alone }, call) : alone();
  };
}

async function askForFiles(
  connection: Connection,
  criteria: readonly CadMetadataCriteria[],
  call: SharedCall,
): Promise<readonly FileOfRecord[]> {
  const operation: OperationShape = contract.findMetadata;
  const errand = await planErrand(connection, operation, { params: {}, body: criteria }, call);
  const headers = { ...errand.headers, Accept: `${metadataWithFilesType}, ${errand.headers['Accept'] ?? '*/*'}` };
  return connection.runner.run({ ...errand, headers }, (answer) => readMetadataWithFiles(operation, answer));
}

async function download(
  connection: Connection,
  operation: OperationShape,
  input: OperationInput,
  call: DownloadCall,
): Promise<IncomingFile> {
  const { startAt = 0, ifTag } = call;
  const errand = await planErrand(connection, operation, input, call);
  const fetchFrom = (start: number): Promise<IncomingFile> =>
    connection.runner.run(
      { ...errand, headers: { ...errand.headers, ...rangeHeaders(start, ifTag) } },
      (answer: Answer) =>
        incomingFile(answer, {
          declared: operation.answer,
          startAt: start,
          isHashKnown: call.expected !== undefined,
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
    payload: jsonPayload(operation, input.body),
    gate: gateOf(addressOf(operation.area, addresses)),
    priority: call.priority ?? 'person',
    signal: call.signal,
  };
}
