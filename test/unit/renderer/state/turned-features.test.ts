import { describe, expect, it } from 'vitest';
import { createTurnedFeatures } from '../../../../renderer/state/turned-features.ts';

/** Features of which `first` are off; what is switched is done when the test says so. */
function featuresOff(...first: string[]) {
  let known: readonly string[] = first;
  const features = createTurnedFeatures(() => known);
  const read = (...codes: string[]): void => {
    known = codes;
    features.noteRead();
  };
  function turn(code: string, isOn: boolean) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const turned = features.turn([code], isOn, () => promise);
    return async (isDone: boolean): Promise<void> => {
      resolve(isDone);
      await turned;
    };
  }
  return { features, read, turn };
}

describe('a feature that is switched', () => {
  it('shows so at once, and goes on doing so in a list that was asked for before', async () => {
    const { features, read, turn } = featuresOff('EF000001');
    const end = turn('EF000002', false);
    expect(features.off).toEqual(['EF000001', 'EF000002']);
    read('EF000001');
    expect(features.off).toEqual(['EF000001', 'EF000002']);
    await end(true);
    expect(features.off).toEqual(['EF000001', 'EF000002']);
  });

  it('is as the list says that is read once it was done', async () => {
    const { features, read, turn } = featuresOff();
    await turn('EF000002', false)(true);
    read('EF000002');
    expect(features.off).toEqual(['EF000002']);
    read();
    expect(features.off).toEqual([]);
  });

  it('is as it was when that could not be done, unless it was switched again meanwhile', async () => {
    const { features, turn } = featuresOff('EF000001');
    const end = turn('EF000001', true);
    expect(features.off).toEqual([]);
    await end(false);
    expect(features.off).toEqual(['EF000001']);

    const endFirst = turn('EF000001', true);
    turn('EF000001', true);
    await endFirst(false);
    expect(features.off).toEqual([]);
  });
});
