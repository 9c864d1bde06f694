import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignKey } from '../../electron/engine/tree/assign-key.ts';
import { suggestClasses, type KeyedFile } from '../../electron/engine/tree/suggest-classes.ts';
import { keyOf } from '../../electron/engine/tree/key-of.ts';
import type { ContentKeyText } from '../../shared/model/content-key.ts';

/** A run can be repeated: `SEED=… npm test -- test/property`. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const runs = { seed, numRuns: process.env['QUICK'] === undefined ? 2_000 : 200 };

const defaults = { programs: [{ name: 'Revit', version: '2025' }], contentType: 'Template' };

const etimClass = fc.constantFrom('EC000001', 'EC000002', 'EC000003');
const modellingClass = fc.constantFrom('MC000001', 'MC000002');
const word = fc.constantFrom('ball', 'valve', 'Symbol', 'doorsnede', 'DN20', 'radiator', 'plan', 'nl');
const name = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.constantFrom('rfa', 'dwg', 'ifc'))
  .map(([words, extension]) => `${words.join(' ')}.${extension}`);
const folder = fc.oneof(word, etimClass, modellingClass);
const path = fc.tuple(fc.array(folder, { maxLength: 3 }), name).map(([folders, last]) => [...folders, last].join('/'));
const keyed = fc
  .tuple(path, etimClass, modellingClass, fc.constantFrom('Template', 'Symbol', 'Plan', 'Section'))
  .map(([at, ec, mc, type]): KeyedFile => ({
    path: at,
    key: `Revit/2025/${ec}/1/${mc}/1/${type}` as ContentKeyText,
  }));
const library = fc.array(keyed, { maxLength: 12 });

/** What the library's files say of the one at `at`. */
function suggest(at: string, files: readonly KeyedFile[]) {
  const assigned = files.map((file) => {
    const { etimClassCode, etimModelCode, type } = keyOf(file.key) ?? {};
    return assignKey(file.path, { etimClassCode, etimModelCode, type }, {}, defaults);
  });
  const taken = new Set(assigned.flatMap((assignment) => (assignment.kind === 'assigned' ? [assignment.text] : [])));
  const folderOf = (one: string): string => one.slice(0, Math.max(0, one.lastIndexOf('/')));
  const suggestion = suggestClasses({
    ...{ path: at, header: {}, defaults },
    neighbours: files.filter((file) => folderOf(file.path) === folderOf(at)),
    keysOfClass: (code) => files.map(({ key }) => key).filter((key) => keyOf(key)?.etimClassCode === code),
    keyedWith: (part) => files.filter((file) => file.path.toLowerCase().includes(part)),
    isTaken: (key) => taken.has(key),
  });
  return { suggestion, taken };
}

describe('what is suggested for a file', () => {
  test('is the same whenever the same is known, and in whatever order it comes', () => {
    fc.assert(
      fc.property(path, library, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (at, files, order) => {
        const shuffled = files
          .map((file, nth) => ({ file, place: order[nth] ?? 0 }))
          .toSorted((one, other) => one.place - other.place)
          .map(({ file }) => file);
        const told = suggest(at, files).suggestion;
        expect(suggest(at, files).suggestion).toEqual(told);
        const { because: _because, ...again } = suggest(at, shuffled).suggestion ?? { because: undefined };
        const { because: _told, ...first } = told ?? { because: undefined };
        expect(again).toEqual(first);
      }),
      runs,
    );
  });

  test('gives it a key that no other file has, and never another class than its path names', () => {
    fc.assert(
      fc.property(path, library, (at, files) => {
        const { suggestion, taken } = suggest(at, files);
        const { etimClassCode, modellingClassCode, contentType } = suggestion ?? {};
        fc.pre(etimClassCode !== undefined && modellingClassCode !== undefined);
        const link = { etimClassCode, etimModelCode: modellingClassCode, type: contentType };
        const said = assignKey(at, link, {}, defaults);
        if (said.kind === 'assigned') expect(taken.has(said.text)).toBe(false);
        const named = assignKey(at, undefined, {}, defaults);
        if (named.kind !== 'assigned') return;
        expect([etimClassCode, modellingClassCode]).toEqual([named.key.etimClassCode, named.key.etimModelCode]);
      }),
      runs,
    );
  });
});
