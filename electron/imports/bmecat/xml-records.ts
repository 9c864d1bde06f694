import { SaxesParser } from 'saxes';
import type { ImportOptions } from '../import-options.ts';
import { recordsInText } from '../records-in-text.ts';
import { textChunks } from '../text-chunks.ts';
import { unicodeEncodingOf, type TextEncoding } from '../text-encoding.ts';
import { unreadableFile } from '../unreadable-file.ts';
import type { XmlElement } from './xml-element.ts';

/** An element found in an XML document. */
export interface XmlRecord {
  /** Its path, counting elements of the same name from 1: `/BMECAT/T_NEW_CATALOG/PRODUCT[3]`. */
  readonly pointer: string;
  /** Name of the element it stands in; undefined for the outermost. */
  readonly parent: string | undefined;
  readonly element: XmlElement;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
  /** Name → how many children of that name there were. */
  readonly counts: Map<string, number>;
}

const deepest = 100;

/**
 * The elements of the given names, wherever they stand, each as a whole; nothing else of the document stays in memory.
 * Entities other than XML's own five are not known and a document type is refused, so nothing can be drawn in or blown up.
 * @param onRoot told the name and attributes of the outermost element; what it throws ends the reading
 * @throws AppError `import-file-unreadable` when it is no well-formed XML, has a document type, or is nested or long
 *   beyond reason
 */
export async function* xmlRecords(
  path: string,
  names: ReadonlySet<string>,
  onRoot: (name: string, attributes: Readonly<Record<string, string>>) => void,
  options: Pick<ImportOptions, 'signal' | 'onProgress'>,
): AsyncGenerator<XmlRecord> {
  const found: XmlRecord[] = [];
  const parser = createParser(path, names, onRoot, (record) => found.push(record));
  const text = textChunks(path, options, (head) => declaredEncodingOf(path, head));
  yield* recordsInText(path, text, found, (piece) => parser.write(piece));
  parser.close();
  yield* found;
}

function createParser(
  path: string,
  names: ReadonlySet<string>,
  onRoot: (name: string, attributes: Readonly<Record<string, string>>) => void,
  take: (record: XmlRecord) => void,
): SaxesParser {
  const parser = new SaxesParser();
  const open: OpenElement[] = [];
  let recordDepth: number | undefined;
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element && recordDepth !== undefined) element.text += text;
  };
  parser.on('error', (error) => {
    throw unreadableFile(path, `it is no well-formed XML: ${error.message}`, error);
  });
  parser.on('doctype', () => {
    throw unreadableFile(path, 'it has a document type (DOCTYPE), which catalogues do not need and this does not read');
  });
  parser.on('opentag', ({ name: fullName, attributes }) => {
    const name = fullName.slice(fullName.indexOf(':') + 1);
    if (open.length === 0) onRoot(name, attributes);
    if (open.length >= deepest) throw unreadableFile(path, `it is nested deeper than ${deepest} elements`);
    const counts = open.at(-1)?.counts;
    counts?.set(name, (counts.get(name) ?? 0) + 1);
    open.push({ name, attributes, children: [], text: '', counts: new Map() });
    if (names.has(name)) recordDepth ??= open.length;
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (!closed || recordDepth === undefined) return;
    const { name, attributes, children, text } = closed;
    const element = { name, attributes, children, text: text.trim() };
    if (open.length >= recordDepth) open.at(-1)?.children.push(element);
    else {
      recordDepth = undefined;
      take({ pointer: pointerTo(open, name), parent: open.at(-1)?.name, element });
    }
  });
  return parser;
}

function pointerTo(ancestors: readonly OpenElement[], name: string): string {
  const path = ancestors.map((ancestor) => `/${ancestor.name}`).join('');
  return `${path}/${name}[${ancestors.at(-1)?.counts.get(name) ?? 1}]`;
}

const encodings: Readonly<Record<string, TextEncoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  // What was saved again as UTF-8 still says so.
  'utf-16': 'utf-8',
  'iso-8859-1': 'iso-8859-1',
  'iso-8859-15': 'iso-8859-15',
  'windows-1252': 'windows-1252',
  'us-ascii': 'utf-8',
};

/** What the XML declaration says, which counts only where the bytes do not say more. */
function declaredEncodingOf(path: string, head: Buffer): TextEncoding {
  const unicode = unicodeEncodingOf(head);
  if (unicode !== 'utf-8') return unicode;
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(head.toString('latin1', 0, 200))?.[1];
  const encoding = encodings[declared?.toLowerCase() ?? 'utf-8'];
  if (encoding) return encoding;
  throw unreadableFile(
    path,
    `it says that it is in the encoding ${declared}, which is not read here; save it as UTF-8`,
  );
}
