import { AppError } from '../../../shared/errors/app-error.ts';

/** The most parts of a form: with a file, and without one. */
const maxParts = 20;

/** What the readers of forms accept. Files have a limit of their own, which is told as such. */
export const formLimits = {
  fileSize: Infinity,
  files: maxParts,
  fields: maxParts,
  fieldSize: 64 * 1024,
  headerPairs: 100,
};

/** Why a form is refused that has more parts than anybody needs. */
export function tooManyParts(cause?: unknown, { files, fields } = formLimits): AppError {
  const detail = `A form has at most ${files} parts with a file and ${fields} without one.`;
  return new AppError('malformed-body', { cause, detail });
}

/** Why a form is refused that cannot be read to its end. */
export function malformedForm(cause: unknown): AppError {
  return new AppError('malformed-body', { cause, detail: 'The body is no complete multipart/form-data.' });
}
