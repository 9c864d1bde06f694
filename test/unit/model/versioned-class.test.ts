import { describe, expect, it } from 'vitest';
import { assignKey } from '../../../electron/engine/tree/assign-key.ts';
import { readVersionedClass } from '../../../shared/model/versioned-class.ts';

const defaults = { programs: [{ name: 'Revit', version: '2025' }], contentType: 'Template' };

describe('a class that a person names', () => {
  for (const text of ['_v7', '.7', ' v7', '_7', '-v7', ' (v7)', '.v7', 'v7', '_V07', '', '_v0']) {
    it(`is the same as the name of a folder: EC011022${text}`, () => {
      const assigned = assignKey(`EC011022${text}/MC000101/pump.rfa`, undefined, {}, defaults);
      if (assigned.kind === 'unassigned') throw new Error(assigned.missing);
      const { etimClassCode: code, etimClassCodeVersion: version } = assigned.key;
      expect(readVersionedClass('class', ` ec011022${text} `)).toEqual({ code, version });
    });
  }

  it('is refused where more is said than a class and its version, or something else', () => {
    const fault = 'the version of a class is named as in EC666666_v7';
    for (const text of ['.7.9', '_v2_v3', '_rev7', '_v12345', '_2025', '/7', ' pumps', '_v'])
      expect(readVersionedClass('class', `EC666666${text}`), text).toEqual({ fault });
    for (const text of ['EC66666', 'EC6666667', 'MC666666_v7', 'pumps'])
      expect(readVersionedClass('class', text)).toEqual({ fault: 'an ETIM class code is EC and 6 digits' });
    expect(readVersionedClass('modellingClass', '')).toEqual({ fault: 'the code is missing' });
  });
});
