import { expect, it } from 'vitest';
import { isSameFormat } from '../../../shared/model/cad-kind.ts';

it.each([
  ['pump.rfa', 'pump.RFA'],
  ['pump.step', 'other.stp'],
  ['pump.igs', 'pump.iges'],
  ['pump.rfa', 'pump'],
  ['pump.rfa', 'pump.txt'],
])('%s and %s may be of one format', (one, other) => {
  expect([isSameFormat(one, other), isSameFormat(other, one)]).toEqual([true, true]);
});

it.each([
  ['pump.rfa', 'pump.step'],
  ['pump.dwg', 'pump.dxf'],
  ['pump.sldprt', 'pump.sldasm'],
  ['pump.ifc', 'pump.ifczip'],
])('%s and %s are of two', (one, other) => {
  expect([isSameFormat(one, other), isSameFormat(other, one)]).toEqual([false, false]);
});
