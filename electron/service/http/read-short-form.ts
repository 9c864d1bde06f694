import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { AppError } from '../../../shared/errors/app-error.ts';
import { formLimits, malformedForm, tooManyParts } from './form-limits.ts';
import { takePieces } from './take-pieces.ts';

/** A form of this length or less is read as a whole: most CAD files fit, and many of them at once take little memory. */
export const shortFormBytes = 320 * 1024;

/** Longer than any short form, so that its reader never waits for somebody to read on. */
const roomBytes = 2 * shortFormBytes;

/** What a form holds: its files in their order, and its parts without a file name by their names. */
export interface ShortForm {
  readonly files: readonly FormFile[];
  readonly texts: ReadonlyMap<string, string>;
}

/** A file of a form. */
export interface FormFile {
  readonly file: AsyncIterable<Uint8Array>;
  readonly filename: string | undefined;
  readonly mimetype: string;
}

/**
 * Reads a form as a whole.
 * @param body announced as no longer than `shortFormBytes`
 * @param idleMs how long nothing may come, milliseconds
 * @throws AppError `malformed-body`, `body-stalled`
 */
export async function readShortForm(
  body: Readable,
  contentType: string,
  { idleMs, limits = formLimits }: { readonly idleMs: number; readonly limits?: typeof formLimits },
): Promise<ShortForm> {
  const pieces: Buffer[] = [];
  try {
    await takePieces(body, idleMs, (piece) => pieces.push(piece));
    const form = Buffer.concat(pieces);
    return form.length === 0 ? { files: [], texts: new Map() } : await partsOf(form, contentType, limits);
  } catch (cause) {
    throw cause instanceof AppError ? cause : malformedForm(cause);
  }
}

function partsOf(form: Buffer, contentType: string, limits: typeof formLimits): Promise<ShortForm> {
  const reader = new Busboy({
    headers: { 'content-type': contentType },
    preservePath: true,
    limits,
    highWaterMark: roomBytes,
    fileHwm: roomBytes,
  });
  return new Promise((resolve, reject) => {
    const files: FormFile[] = [];
    const texts = new Map<string, string>();
    reader.on('field', (name, text, _nameIsCut, isCut) => {
      if (isCut) reject(malformedForm(undefined));
      else texts.set(name, text);
    });
    // Of the name of the part and its encoding nothing follows.
    reader.on('file', (...[, file, filename, , mimetype]) => {
      // What is wrong with a part is wrong with the form, which says so too.
      file.on('error', () => undefined);
      const content: Buffer[] = [];
      file.on('data', (piece: Buffer) => content.push(piece));
      files.push({ file: inOrder(content), filename, mimetype });
    });
    const refuseParts = (): void => reject(tooManyParts(undefined, limits));
    reader.once('filesLimit', refuseParts).once('fieldsLimit', refuseParts);
    reader.once('error', reject).once('finish', () => resolve({ files, texts }));
    reader.end(form);
  });
}

async function* inOrder(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
