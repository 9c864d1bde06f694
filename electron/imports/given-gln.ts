import type { ImportOptions } from './import-options.ts';

/** The GLN that the caller gives for products that name none: of one manufacturer, as a catalogue may have several. */
export interface GivenGln {
  readonly gln: string | undefined;
  /**
   * Notes that a product gets the GLN.
   * @returns why it cannot, as a clause: with it, it would be one with a product of another manufacturer
   */
  note(product: { readonly productCode: string; readonly manufacturerName: string }): string | undefined;
}

/** How the products of one file are read. */
export interface ProductOptions extends Pick<ImportOptions, 'languageCode'> {
  readonly givenGln: GivenGln;
}

export function productOptionsOf({ languageCode, manufacturerGln }: ImportOptions): ProductOptions {
  return { languageCode, givenGln: createGivenGln(manufacturerGln) };
}

function createGivenGln(gln: string | undefined): GivenGln {
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
