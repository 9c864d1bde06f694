import { SaxesParser } from 'saxes';

/** An element of a short document. */
export interface XmlNode {
  readonly name: string;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

interface OpenNode {
  readonly name: string;
  readonly children: XmlNode[];
  text: string;
}

/** Reads a short document as a whole; undefined where it is none. */
export function readXml(text: string): XmlNode | undefined {
  const parser = new SaxesParser();
  const open: OpenNode[] = [{ name: '', children: [], text: '' }];
  parser.on('opentag', ({ name }) => void open.push({ name, children: [], text: '' }));
  parser.on('text', (piece) => {
    const last = open.at(-1);
    if (last) last.text += piece;
  });
  parser.on('closetag', () => {
    const done = open.pop();
    if (done) open.at(-1)?.children.push(done);
  });
  try {
    parser.write(text).close();
  } catch {
    // What is no XML comes from something else than a store.
    return undefined;
  }
  return open[0]?.children[0];
}

/** Text of the first child of that name. */
export function textOf(node: XmlNode, name: string): string | undefined {
  return node.children.find((child) => child.name === name)?.text;
}
