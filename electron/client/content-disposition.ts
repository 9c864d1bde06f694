import { decodeBytes, decodeWords } from './encoded-word.ts';

/**
 * The file name in a Content-Disposition header, without any folder: quoted or not, as an encoded word, in raw UTF-8,
 * or as `filename*` (RFC 6266), which goes first. `undefined` when there is none.
 */
export function fileNameOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const parameters = parametersOf(header);
  const name = extendedValue(parameters.get('filename*')) ?? plainValue(parameters.get('filename'));
  // What a service sends never says where a file goes.
  const last = name?.split(/[/\\]/).at(-1)?.trim();
  return last === undefined || last === '' || last === '.' || last === '..' ? undefined : last;
}

function parametersOf(header: string): Map<string, string> {
  const parameters = new Map<string, string>();
  // Some services leave the disposition type out.
  for (const match of `;${header}`.matchAll(/;\s*([\w!#$&+.^`|~-]+\*?)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/g)) {
    const name = match[1]?.toLowerCase();
    if (name !== undefined && !parameters.has(name)) parameters.set(name, match[2]?.trim() ?? '');
  }
  return parameters;
}

function extendedValue(value: string | undefined): string | undefined {
  const match = /^"?([\w-]+)'[^']*'(.*?)"?$/.exec(value ?? '');
  if (!match) return undefined;
  const latin1 = (match[2] ?? '').replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return decodeBytes(match[1] ?? 'utf-8', Buffer.from(latin1, 'latin1'));
}

function plainValue(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  // Only what has to be escaped is unescaped: some services write Windows paths here as they are.
  const text = value.startsWith('"') ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value;
  // Node reads headers as Latin-1; bytes beyond ASCII that are valid UTF-8 were meant as such.
  const readable = /[^\x00-\x7f]/.test(text) ? (decodeBytes('utf-8', Buffer.from(text, 'latin1')) ?? text) : text;
  return decodeWords(readable);
}
