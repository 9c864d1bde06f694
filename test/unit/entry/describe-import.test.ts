import { expect, it } from 'vitest';
import { describeImport } from '../../../electron/entry/commands/describe-import.ts';

const none = { classes: 0, modellingClasses: 0, features: 0, values: 0, units: 0, products: 0, updated: 0 };

it.each([
  [0, ['Imported: 12 products.']],
  [1, ['Imported: 12 products.', 'Of these, 1 was known before and has changed.']],
  [2, ['Imported: 12 products.', 'Of these, 2 were known before and have changed.']],
])('an import says of %i of its products that they were known and have changed', (updated, lines) => {
  const result = { ...none, products: 12, updated, skipped: 0, faultCount: 0, faults: [] };
  expect(describeImport(result).split('\n')).toEqual(lines);
});
