/** The GLN that the caller gives for products that name none: of one manufacturer, as a catalogue may have several. */
export interface GivenGln {
  readonly gln: string | undefined;
  /**
   * Notes that a product gets the GLN.
   * @returns why it cannot, as a clause: with it, it would be one with a product of another manufacturer
   */
  note(product: { readonly productCode: string; readonly manufacturerName: string }): string | undefined;
}

/** Creates what gives the GLN to products of one file. */
export function createGivenGln(gln: string | undefined): GivenGln {
  const nameOfCode = new Map<string, string>();
  return {
    gln,
    note({ productCode, manufacturerName }) {
      if (gln === undefined) return undefined;
      const name = nameOfCode.get(productCode) ?? manufacturerName;
      nameOfCode.set(productCode, name);
      if (name.trim().toLowerCase() === manufacturerName.trim().toLowerCase()) return undefined;
      return `the GLN that was given cannot be of both ${name} and ${manufacturerName}, who each have a product ${productCode}`;
    },
  };
}
