import type { CallOptions, OutgoingFile } from '../../shared/api/caller.ts';
import { contentKeyOf } from '../../shared/api/content-key-of.ts';
import { filesWithMetadataLimits } from '../../shared/api/limits.ts';
import type { CadMetadata } from '../../shared/api/schemas/cad-metadata.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { formatContentKey } from '../../shared/model/content-key.ts';
import { formWithFiles, wholeFile, type ReadFile } from './multipart-body.ts';
import type { Payload } from './payload.ts';

/** So many forms are under way before more files wait to share one. */
const formsUnderWay = 2;

/** What a form is sent for. */
export type FormCall = Pick<CallOptions, 'priority' | 'onServiceTime'> & { readonly signal: AbortSignal };

/** A short file that is to go along with its metadata. */
export interface FileWithMetadata {
  readonly record: CadMetadata;
  readonly file: OutgoingFile;
  readonly call: FormCall;
  readonly onProgress: (movedBytes: number) => void;
}

/** Sends one form; the answer has a record for each of its files. */
export type SendForm = (payload: Payload, call: FormCall) => Promise<readonly CadMetadata[]>;

interface Waiting extends Pick<FileWithMetadata, 'record' | 'call'> {
  readonly file: ReadFile;
  /** The record as it is sent. */
  readonly metadata: string;
  /** A form of several was refused, and nobody knows for the sake of which. */
  readonly isAlone: boolean;
  readonly resolve: (own: readonly CadMetadata[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends short files along with their metadata. Those that are to go while others are under way share a form: a request
 * costs both sides more than a short file does. Each is answered as if it had gone alone.
 */
export function createGatheredFiles(send: SendForm) {
  let waiting: readonly Waiting[] = [];
  let underWay = 0;
  let isBeginning = false;

  /** What comes in the same moment goes together. */
  function beginSoon(): void {
    if (isBeginning) return;
    isBeginning = true;
    setImmediate(() => {
      isBeginning = false;
      begin();
    });
  }

  function begin(): void {
    for (let form = nextForm(waiting); form.length > 0; form = nextForm(waiting)) {
      const isFull = form.length < waiting.length && !form.some(({ isAlone }) => isAlone);
      if (underWay >= formsUnderWay && !isFull) return;
      waiting = waiting.slice(form.length);
      underWay += 1;
      void sendForm(send, form).then((again) => {
        waiting = [...again, ...waiting];
        underWay -= 1;
        beginSoon();
      });
    }
  }

  return {
    /**
     * @returns the record that the service made of it; none where it answered none of this file, one of several
     * @throws what reading the file throws, before anything is sent; what the service answers; `cancelled`
     */
    async store({ record, file, call, onProgress }: FileWithMetadata): Promise<readonly CadMetadata[]> {
      const read = { fileName: file.fileName, pieces: await wholeFile(file, onProgress) };
      return untilAborted(call.signal, (resolve, reject) => {
        const one: Waiting = {
          record,
          call,
          file: read,
          metadata: JSON.stringify(record),
          isAlone: false,
          resolve,
          reject,
        };
        waiting = [...waiting, one];
        beginSoon();
        return () => (waiting = waiting.filter((other) => other !== one));
      });
    },
  };
}

/** The first of those that wait, as many as one form takes. */
function nextForm(waiting: readonly Waiting[]): readonly Waiting[] {
  const [first] = waiting;
  if (!first || first.isAlone) return waiting.slice(0, 1);
  const { files, fileBytes, metadataBytes } = filesWithMetadataLimits;
  let freeFileBytes = fileBytes;
  let freeMetadataBytes = metadataBytes;
  const end = waiting.findIndex(({ file, metadata, call, isAlone }, index) => {
    freeFileBytes -= sizeOf(file);
    freeMetadataBytes -= Buffer.byteLength(metadata);
    const fits = freeFileBytes >= 0 && freeMetadataBytes >= 0 && index < files;
    // What fits no form at all is for the service to refuse.
    return index > 0 && (!fits || isAlone || call.priority !== first.call.priority);
  });
  return end < 0 ? waiting : waiting.slice(0, end);
}

function sizeOf({ pieces }: ReadFile): number {
  return pieces.reduce((bytes, piece) => bytes + piece.byteLength, 0);
}

/** @returns those that are to be sent again, each alone: the form was refused, and so nothing of it was stored */
async function sendForm(send: SendForm, form: readonly Waiting[]): Promise<readonly Waiting[]> {
  const ended = new AbortController();
  try {
    const metadata = `[${form.map((one) => one.metadata).join(',')}]`;
    const payload = formWithFiles(
      metadata,
      form.map(({ file }) => file),
    );
    const answered = await send(payload, callOf(form, ended.signal));
    for (const [index, one] of form.entries())
      one.resolve(form.length === 1 ? answered : ownOf(answered, one.record, index));
  } catch (error) {
    if (form.length > 1 && isRefusal(error)) {
      return form.filter(({ call }) => !call.signal.aborted).map((one) => ({ ...one, isAlone: true }));
    }
    for (const { reject } of form) reject(error);
  } finally {
    ended.abort();
  }
  return [];
}

/** The call of a form ends when nobody waits for it any more. */
function callOf(form: readonly Waiting[], ended: AbortSignal): FormCall {
  const abort = new AbortController();
  const endIfLeft = (): void => {
    if (form.every(({ call }) => call.signal.aborted)) abort.abort();
  };
  for (const { call } of form) call.signal.addEventListener('abort', endIfLeft, { signal: ended });
  return {
    priority: form[0]?.call.priority,
    onServiceTime: (timeMs) => {
      for (const { call } of form) call.onServiceTime?.(timeMs);
    },
    signal: abort.signal,
  };
}

/** One of several may be why, unless it was for asking too often. */
function isRefusal(error: unknown): boolean {
  const status = error instanceof AppError ? error.receivedStatus : undefined;
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

/** The record of the same file: at its place, else wherever it is. */
function ownOf(answered: readonly CadMetadata[], sent: CadMetadata, index: number): readonly CadMetadata[] {
  const name = nameOf(sent);
  const own = [...answered.slice(index, index + 1), ...answered].find((record) => nameOf(record) === name);
  return own ? [own] : [];
}

function nameOf(record: CadMetadata): string {
  const key = contentKeyOf(record);
  return key.ok ? formatContentKey(key.value) : '';
}

/** @param begin returns what takes back what it began */
function untilAborted<T>(
  signal: AbortSignal,
  begin: (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  if (signal.aborted) reject(new AppError('cancelled'));
  else {
    const takeBack = begin(resolve, reject);
    const leave = (): void => {
      takeBack();
      reject(new AppError('cancelled'));
    };
    signal.addEventListener('abort', leave);
    void promise.finally(() => signal.removeEventListener('abort', leave)).catch(() => undefined);
  }
  return promise;
}
