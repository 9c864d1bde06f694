import { describe, expect, it, test } from 'vitest';
import { belongingFor, type LibraryClaim } from '../../../../electron/engine/judge/belonging.ts';
import type { Belonging } from '../../../../electron/engine/tree/entries.ts';

type Claim = Partial<Omit<LibraryClaim, 'libraryId'>>;

/** Libraries a, b, c … in the order in which they were added; of the key's program unless they say otherwise. */
function claimsOf(claims: readonly Claim[]): LibraryClaim[] {
  return claims.map((claim, place) => ({
    libraryId: 'abc'.charAt(place),
    fetch: 'own',
    isForProgram: true,
    programCount: 1,
    holdsKey: false,
    wantsKey: false,
    holdsClass: 'never',
    ...claim,
  }));
}

const everything: Claim = { fetch: 'everything' };
const other: Claim = { isForProgram: false };

const cases: readonly (readonly [string, readonly Claim[], readonly Belonging[]])[] = [
  ['the only library fetches all of its program', [everything], ['here']],
  ['the only library, set to its own, fetches what has its class', [{ holdsClass: 'has' }], ['here']],
  ['the only library, set to its own, fetches nothing else', [{}], ['noLibrary']],
  ['what one library has goes to no other', [everything, { holdsKey: true }], ['otherLibrary', 'here']],
  ['whoever has it has it, whatever is set', [{ holdsKey: true }, everything], ['here', 'otherLibrary']],
  [
    'what several have belongs to each of them',
    [{ holdsKey: true }, { holdsKey: true }, {}],
    ['here', 'here', 'otherLibrary'],
  ],
  [
    'a file kept by a library for another program is left to it',
    [everything, { ...other, holdsKey: true }],
    ['otherLibrary', 'here'],
  ],
  ['what a person wants in a library belongs there', [everything, { wantsKey: true }], ['otherLibrary', 'here']],
  [
    'what one library has and a person wants in another one belongs to both',
    [{ holdsKey: true }, { wantsKey: true }, everything],
    ['here', 'here', 'otherLibrary'],
  ],
  ['a new key goes to the library with its class', [everything, { holdsClass: 'has' }], ['otherLibrary', 'here']],
  ['and to one that had its class once', [everything, { holdsClass: 'had' }], ['otherLibrary', 'here']],
  ['but rather to one that has it now', [{ holdsClass: 'had' }, { holdsClass: 'has' }], ['otherLibrary', 'here']],
  [
    'of two with its class, to the one that fetches everything',
    [{ holdsClass: 'has' }, { ...everything, holdsClass: 'has' }],
    ['otherLibrary', 'here'],
  ],
  [
    'of two that fetch everything, to the one for fewer programs',
    [{ ...everything, programCount: 2 }, everything],
    ['otherLibrary', 'here'],
  ],
  [
    'of two with its class that fetch their own, to the first',
    [{ holdsClass: 'has' }, { holdsClass: 'has' }],
    ['here', 'otherLibrary'],
  ],
  ['of a class nobody has, to the one that fetches everything', [{}, everything], ['otherLibrary', 'here']],
  ['to nobody where all fetch their own', [{}, {}], ['noLibrary', 'noLibrary']],
  [
    'a library for another program never fetches it',
    [{ ...other, ...everything }, everything],
    ['otherLibrary', 'here'],
  ],
  ['not even where it has files of its class', [{ ...other, holdsClass: 'has' }, {}], ['noLibrary', 'noLibrary']],
];

describe('where a key belongs of which a library has no file', () => {
  test.each(cases)('%s', (_name, claims, expected) => {
    const all = claimsOf(claims);
    expect(all.map(({ libraryId }) => belongingFor(libraryId, all))).toEqual(expected);
  });

  it('is one library at most that did not have it, whatever the libraries are like', () => {
    const parts: Claim[] = [true, false].flatMap((isForProgram) =>
      (['own', 'everything'] as const).flatMap((fetch) =>
        (['has', 'had', 'never'] as const).flatMap((holdsClass) =>
          [true, false].map((holdsKey) => ({ isForProgram, fetch, holdsClass, holdsKey })),
        ),
      ),
    );
    for (const one of parts) {
      for (const two of parts) {
        for (const three of parts) {
          const all = claimsOf([one, two, three]);
          const here = all.filter(({ libraryId }) => belongingFor(libraryId, all) === 'here');
          const holders = all.filter(({ holdsKey }) => holdsKey);
          if (holders.length > 0) expect(here).toEqual(holders);
          else expect(here.length).toBeLessThanOrEqual(1);
        }
      }
    }
  });
});
