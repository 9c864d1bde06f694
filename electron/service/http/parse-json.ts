import { AppError } from '../../../shared/errors/app-error.ts';

/** No record of the wire nests deeper than 8; beyond this, writing it out again would exhaust the stack. */
const maxDepth = 64;

/**
 * Parses JSON that a stranger sent.
 * @throws AppError `malformed-body` when it is no JSON, or nested too deeply
 */
export function parseJson(text: string): unknown {
  if (text.trim() === '') throw new AppError('malformed-body', { detail: 'The request has no body.' });
  if (opensMoreThan(text, maxDepth) && depthOf(text) > maxDepth) {
    throw new AppError('malformed-body', { detail: `The JSON is nested deeper than ${maxDepth} levels.` });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new AppError('malformed-body', { cause, detail: 'The body is not JSON.' });
  }
}

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Whether it has so many brackets at all; most records have few, which is quickly seen. */
function opensMoreThan(text: string, times: number): boolean {
  let opened = 0;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      opened += 1;
      if (opened > times) return true;
    }
  }
  return false;
}

/** How deep brackets nest, those in texts not counted. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inText = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inText) {
      if (code === backslash) index += 1;
      else if (code === quote) inText = false;
    } else if (code === quote) inText = true;
    else if (opening.has(code)) deepest = Math.max(deepest, (depth += 1));
    else if (closing.has(code)) depth -= 1;
  }
  return deepest;
}
