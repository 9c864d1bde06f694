import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClassNames } from '../../../../electron/engine/application/class-names.ts';
import type { ViewCaller } from '../../../../shared/api/caller.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { createKnownClasses } from '../../../../electron/engine/state/known-classes.ts';
import { createWorld, type World } from '../../../fakes/engine/world.ts';
import { takeState } from '../../../fakes/engine/kept-states.ts';

/** A service, and that it was asked. */
function serviceWith(answer: () => object) {
  let count = 0;
  const asked = Promise.withResolvers<void>();
  const call = async (): Promise<object> => {
    count += 1;
    asked.resolve();
    return answer();
  };
  return { views: { call } as unknown as ViewCaller, asked: asked.promise, count: () => count };
}

it('a class that one service does not know is asked of the next one that is connected', async () => {
  const one = serviceWith(() => {
    throw new AppError('not-found');
  });
  const other = serviceWith(() => ({ etimClassDescription: 'Pump' }));
  let connected = one;
  const learned = Promise.withResolvers<void>();
  const names = createClassNames(takeState(), { emit: () => learned.resolve() }, () => connected.views);
  const learn = (): void => names.learn('EC000001', 'MC000001', 'en');
  learn();
  await one.asked;
  learn();
  connected = other;
  learn();
  await learned.promise;
  expect([one.count(), other.count()]).toEqual([1, 1]);
});

/** What a service calls the class of a pump, by language; and in which it was asked for. */
function serviceThatSays(names: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const call = async (_name: string, { query }: { query: { languageCode: string } }): Promise<object> => {
    asked.push(query.languageCode);
    return { etimClassDescription: names[query.languageCode] ?? '' };
  };
  return { views: { call } as unknown as ViewCaller, asked };
}

describe('a window that speaks Dutch', () => {
  let world: World;
  beforeEach(async () => {
    world = createWorld();
    world.hold('EC000001/MC000001/pump.rfa', 'a pump');
    await world.open();
  });
  afterEach(() => world.close());

  const shown = (languageCode: string): string | undefined =>
    world.engine.fileList.get(languageCode, world.libraryId(), 'EC000001/MC000001/pump.rfa')?.className;
  const learn = async (views: ViewCaller, languageCode: string): Promise<void> => {
    const learned = Promise.withResolvers<void>();
    createClassNames(world.database(), { emit: () => learned.resolve() }, () => views).learn(
      'EC000001',
      'MC000001',
      languageCode,
    );
    await learned.promise;
  };

  it('names a class in English where the service has no Dutch name', async () => {
    const { views, asked } = serviceThatSays({ en: 'Pump' });
    await learn(views, 'nl');
    expect([shown('nl'), asked]).toEqual(['Pump', ['nl', 'en']]);
    expect(
      createKnownClasses(world.database()).search({
        kind: 'class',
        text: 'pump',
        match: 'all',
        languageCode: 'nl',
        limit: 5,
      }),
    ).toMatchObject([{ code: 'EC000001', name: 'Pump' }]);
  });

  it('names it in Dutch as soon as that name is known', async () => {
    await learn(serviceThatSays({ en: 'Pump' }).views, 'en');
    expect(shown('nl')).toBe('Pump');
    await learn(serviceThatSays({ en: 'Pump', nl: 'Pomp' }).views, 'nl');
    expect([shown('nl'), shown('en'), shown('de')]).toEqual(['Pomp', 'Pump', 'Pump']);
  });
});
