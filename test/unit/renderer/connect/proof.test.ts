import { describe, expect, test } from 'vitest';
import { keepProof, keptProof } from '../../../../renderer/connect/proof.ts';

/** A tab at an address, and what it keeps. */
function tabAt(hash: string) {
  const kept = new Map<string, string>();
  const page = {
    location: { hash, pathname: '/' },
    history: { replaceState: (_: unknown, __: string, address: string) => void shown.push(address) },
    sessionStorage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    },
  };
  const shown: string[] = [];
  return { page, shown };
}

describe('the proof of a tab', () => {
  test('moves from the address bar into the tab', () => {
    const { page, shown } = tabAt('#proof=aZ_-9');
    keepProof(page);
    expect(keptProof(page)).toBe('aZ_-9');
    expect(shown).toEqual(['/']);
  });

  test('stays when the page is loaded again at another view, whose address is left alone', () => {
    const { page, shown } = tabAt('#proof=abc');
    keepProof(page);
    keepProof({ ...page, location: { hash: '#/publish', pathname: '/' } });
    expect(keptProof(page)).toBe('abc');
    expect(shown).toHaveLength(1);
  });

  test.each(['#proof=', '#proof=a b', '#proof=(', '#proof=é'])(
    'is not %s, which is removed from the address and replaces none',
    (hash) => {
      const { page, shown } = tabAt(hash);
      page.sessionStorage.setItem('cadsync-proof', 'kept');
      keepProof(page);
      expect(keptProof(page)).toBe('kept');
      expect(shown).toEqual(['/']);
    },
  );

  test('is not kept by a browser that keeps nothing, and the page goes on', () => {
    const { page, shown } = tabAt('#proof=abc');
    const barred = {
      ...page,
      get sessionStorage(): never {
        throw new Error('Access is denied for this document.');
      },
    };
    keepProof(barred);
    expect(keptProof(barred)).toBeUndefined();
    expect(shown).toEqual(['/']);
  });
});
