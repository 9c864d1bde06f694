import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { changeLimits } from '../../../../electron/engine/judge/bounded-change.ts';
import { createWorld, keyOf, recordOf, revit2025, type World } from '../../../fakes/engine/world.ts';

let world: World;
afterEach(() => world.close());

const classes = [1, 2, 3, 4, 5, 6].map((number) => `EC00000${number}`);
const contextOf = () => world.engine.runnerOf(world.libraryId()).context;

/** Has what is written together be met: `meet` is told how often it was. */
function onEachLot(meet: (lot: number) => unknown): void {
  let lots = 0;
  world.beforeTogether = () => meet((lots += 1));
}

/** Six files follow the service, where one list brings a newer version of each, and the list is about to be taken over. */
async function holdNewerVersions(keysTogether: number) {
  const limits = { ...changeLimits, askFromFiles: 3, mostFiles: 2 };
  world = createWorld({ programs: [revit2025], changeLimits: limits, keysTogether });
  for (const classCode of classes) world.service.versions.publishElsewhere(recordOf(classCode), 'theirs');
  await world.open();
  for (const classCode of classes) world.service.versions.publishElsewhere(recordOf(classCode), 'newer');
  const { arrived, letGo } = world.service.holdAnswer('listMetadata');
  const time = world.clock.advance(61_000);
  await arrived;
  return async () => {
    letGo();
    await time;
    world.beforeTogether = undefined;
    await world.clock.advance(140_000);
  };
}

function expectOneQuestion(): void {
  const texts = world.disk.paths().filter((path) => !path.startsWith('.'));
  expect(texts.map((path) => world.disk.text(path))).toEqual(classes.map(() => 'theirs'));
  expect(world.engine.changeQuestions(world.libraryId())).toMatchObject([{ kind: 'overwrite', count: 6 }]);
}

describe.each([1_000, 2, 1])('of many changes all pass or none, %i keys at a time', (keysTogether) => {
  it('where the state cannot be written in the middle', async () => {
    const goOn = await holdNewerVersions(keysTogether);
    onEachLot((lot) => {
      if (lot === 3) throw new AppError('disk-full');
    });
    await goOn();
    expectOneQuestion();
  });

  it('where everything is to be planned anew in the middle', async () => {
    const goOn = await holdNewerVersions(keysTogether);
    onEachLot(async (lot) => {
      if (lot !== 2) return;
      world.engine.runnerOf(world.libraryId()).planAll();
      await new Promise<void>((resolve) => world.clock.after(100, resolve));
    });
    await goOn();
    expectOneQuestion();
  });
});

describe('a list that is taken over some keys at a time', () => {
  async function openHolding(keysTogether: number): Promise<() => Promise<void>> {
    world = createWorld({ programs: [revit2025], keysTogether });
    await world.start();
    const question = world.service.hold('listMetadata');
    await world.addLibrary();
    await world.clock.advance(20);
    await question.arrived;
    return async () => {
      question.letGo();
      await world.clock.advance(1_000);
    };
  }

  it('is known again as a whole, also where something is missing in it', async () => {
    world = createWorld({ programs: [revit2025], keysTogether: 1 });
    for (const classCode of classes) world.service.versions.publishElsewhere(recordOf(classCode), 'theirs');
    await world.open();
    const trees = contextOf().trees();
    const item = trees?.remote(keyOf('EC000001'));
    // Known, and not on the service: as after a backup was played back.
    if (item) trees?.noteRemote(keyOf('EC000009'), item);
    world.engine.runnerOf(world.libraryId()).noteLoss();
    await world.clock.advance(1_000);
    expect(trees?.remote(keyOf('EC000009'))).toBeUndefined();
    expect(trees?.seenList(revit2025, undefined)).toMatchObject({ files: 6 });
  });

  it('takes nothing back that came to be known meanwhile, and is not known as a whole then', async () => {
    const goOn = await openHolding(1);
    for (const classCode of classes) world.service.versions.publishElsewhere(recordOf(classCode), 'theirs');
    const trees = contextOf().trees();
    const newer = { sha256: undefined, sizeBytes: 5, changedMs: 1, baseFilename: 'pump', fileExtension: 'rfa' };
    const seen: unknown[] = [];
    onEachLot((lot) => {
      if (lot === 1)
        for (const classCode of ['EC000006', 'EC000009'])
          trees?.noteRemote(keyOf(classCode), { ...newer, version: { major: 7, minor: 0 } });
      if (trees?.cursor(revit2025) === undefined) return;
      seen.push(trees.seenList(revit2025, undefined));
      seen.push(...['EC000006', 'EC000009'].map((classCode) => trees.remote(keyOf(classCode))?.version.major));
      world.beforeTogether = undefined;
    });
    await goOn();
    expect(seen).toEqual([undefined, 7, 7]);
  });

  it('lets nothing be carried out that was planned for the service before', async () => {
    for (let hops = 0; hops < 14; hops += 1) {
      const goOn = await openHolding(1);
      for (const classCode of classes.slice(0, 3))
        world.service.versions.publishElsewhere(recordOf(classCode), 'theirs');
      const runner = world.engine.runnerOf(world.libraryId());
      let [planned, wasReady] = [0, false];
      world.beforeTogether = async () => {
        if (runner.poll.lastMs === undefined || (planned += 1) !== 3) return;
        void (async () => {
          for (let hop = 0; hop < hops; hop += 1) await Promise.resolve();
          world.engine.connectionChanged();
          for (let hop = 0; hop < 40; hop += 1) {
            await Promise.resolve();
            wasReady ||= runner.isReady() && runner.poll.lastMs === undefined;
          }
        })();
      };
      await goOn();
      expect(wasReady, `${hops}`).toBe(false);
      expect(planned).toBeGreaterThanOrEqual(3);
      await world.close();
    }
  });
});

it('each of many files that both sides have already is told of once', async () => {
  world = createWorld({ programs: [revit2025], keysTogether: 1 });
  for (const classCode of classes) {
    world.service.versions.publishElsewhere(recordOf(classCode), `bytes of ${classCode}`);
    world.hold(`${classCode}_v1/MC000001_v1/pump.rfa`, `bytes of ${classCode}`);
  }
  await world.open();
  const told = world.engine.activity.list(100).filter(({ kind }) => kind === 'adopted');
  expect(told).toHaveLength(classes.length);
});
