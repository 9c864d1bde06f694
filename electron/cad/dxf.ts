import { releaseOfFormat } from './autocad-releases.ts';
import type { BoundedFile } from './bounded-file.ts';
import { nothingKnown, wholeIf, type FormatFacts } from './cad-facts.ts';
import { readEndOfText, withoutMark } from './text-ends.ts';

const headBytes = 64 * 1024;
const formatName = '$ACADVER';
const pieceLength = 64;
/** Begins a binary file. */
export const binaryStart = 'AutoCAD Binary DXF\r\n\u001a\0';

/** DXF drawings, as text or binary: a neutral format, whose header says in which release's form it is written. */
export async function readDxf(file: BoundedFile): Promise<FormatFacts> {
  const head = withoutMark(await file.readHead(headBytes)).toString('latin1');
  const isBinary = head.startsWith(binaryStart);
  if (!isBinary && !/^\s*(999|0)\s*\r?\n/.test(head)) return nothingKnown;
  const format = isBinary ? /\$ACADVER\0\u0001\0?(AC\d{4})\0/.exec(head)?.[1] : formatInText(head);
  const release = format === undefined ? undefined : releaseOfFormat.get(format);
  const isWhole = (isBinary ? /\0EOF$/ : /(^|\n)\s*0\s*\r?\n\s*EOF$/).test(await readEndOfText(file));
  return { ...(release === undefined ? {} : { program: `DXF ${release}` }), whole: wholeIf(isWhole) };
}

/**
 * What a drawing's text says of its format: the lines `9`, `$ACADVER`, `1` and the format. Only a short piece around the
 * name is looked at, so that no text takes long.
 */
function formatInText(head: string): string | undefined {
  for (let at = head.indexOf(formatName); at >= 0; at = head.indexOf(formatName, at + formatName.length)) {
    const isName = /(^|\n)[ \t]*9[ \t]*\r?\n[ \t]*$/.test(head.slice(Math.max(0, at - pieceLength), at));
    const value = /^\s*\n\s*1\s*\n\s*(AC\d{4})\s/.exec(
      head.slice(at + formatName.length, at + formatName.length + pieceLength),
    )?.[1];
    if (isName && value) return value;
  }
  return undefined;
}
