/** An XML element with everything in it; names are without prefix, as catalogues differ in prefixes only. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text directly in it, without white space around it. */
  readonly text: string;
}

/** The children of that name. */
export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The first child of that name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** The text of the first child of that name that has any; undefined where none has. */
export function textOf(element: XmlElement | undefined, name: string): string | undefined {
  return childrenOf(element, name).find(({ text }) => text !== '')?.text;
}
