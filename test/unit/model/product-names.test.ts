import { expect, it } from 'vitest';
import { productNames } from '../../../shared/model/product-names.ts';

const radiator = { name: 'Panel radiator', productCode: 'PR-22', productId: 4711 };

it('a product is known by name and code, and by its id only where it has neither', () => {
  expect(productNames([radiator])).toBe('Panel radiator (PR-22)');
  expect(productNames([{ name: 'Pump' }, { productCode: 'P-3' }, { productId: 12 }])).toBe('Pump, P-3, 12');
  expect(productNames([])).toBe('');
});

it('the first three products are named and the others counted; a long name is cut', () => {
  const many = Array.from({ length: 12 }, () => radiator);
  expect(productNames(many)).toBe(`${Array.from({ length: 3 }, () => 'Panel radiator (PR-22)').join(', ')}, +9`);
  expect(productNames([{ name: 'x'.repeat(300) }])).toBe(`${'x'.repeat(79)}…`);
});
