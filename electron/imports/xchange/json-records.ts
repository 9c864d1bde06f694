import { JSONParser, TokenType } from '@streamparser/json';
import type { ImportOptions } from '../import-options.ts';
import { recordsInText } from '../records-in-text.ts';
import { textChunks } from '../text-chunks.ts';
import { unicodeEncodingOf } from '../text-encoding.ts';
import { unreadableFile } from '../unreadable-file.ts';

/** A value found in a JSON document. */
export interface JsonRecord {
  /** JSON pointer (RFC 6901) of the value. */
  readonly pointer: string;
  readonly value: unknown;
}

const deepest = 64;

/**
 * The values at the given paths of a JSON document of any length; nothing else of it stays in memory.
 * @param paths as the parser writes them: `$.Supplier.*.Product.*`
 * @throws AppError `import-file-unreadable` when it is no JSON, ends too early, or is nested or long beyond reason
 */
export async function* jsonRecords(
  path: string,
  paths: readonly string[],
  options: Pick<ImportOptions, 'signal' | 'onProgress'>,
): AsyncGenerator<JsonRecord> {
  const found: JsonRecord[] = [];
  const parser = createParser(path, paths, (record) => found.push(record));
  const text = textChunks(path, options, unicodeEncodingOf);
  yield* recordsInText(path, text, found, (piece) => parser.write(piece));
  if (!parser.isEnded) throw unreadableFile(path, 'it ends too early');
}

function createParser(path: string, paths: readonly string[], take: (record: JsonRecord) => void): JSONParser {
  const parser = new JSONParser({ paths: [...paths], keepStack: false });
  let depth = 0;
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > deepest) throw unreadableFile(path, `it is nested deeper than ${deepest} levels`);
  };
  parser.onValue = ({ value, key, stack }) => {
    const keys = [...stack.slice(1).map((element) => element.key), key];
    take({ pointer: pointerOf(keys), value });
  };
  return parser;
}

/** The JSON pointer (RFC 6901) of a value by the keys that lead to it. */
export function pointerOf(keys: readonly (PropertyKey | undefined)[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
