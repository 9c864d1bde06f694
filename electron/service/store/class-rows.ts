import { z } from 'zod';
import type { Localized } from '../../../shared/model/product-data.ts';
import type { Wording } from './store.ts';

const classRow = z.object({ definition: z.string() });
const termRow = z.object({ code: z.string(), descriptions: z.string() });

/** The tables of classes, which differ in what a definition has. */
export type ClassTableName = 'etim_classes' | 'modelling_classes';

/** Imported data is checked when it is imported, and only services write it; so rows are trusted to be such. */
export function readDefinition<Definition>(row: unknown): Definition {
  return JSON.parse(classRow.parse(row).definition) as Definition;
}

export function readWording(row: unknown): Wording {
  const { code, descriptions } = termRow.parse(row);
  return { code, descriptions: JSON.parse(descriptions) as Localized };
}
