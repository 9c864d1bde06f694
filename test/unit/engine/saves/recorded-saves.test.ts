import { afterEach, describe, expect, it } from 'vitest';
import { cadKindOf } from '../../../../shared/model/cad-kind.ts';
import type { NameRule } from '../../../fakes/engine/stored-files.ts';
import { createWorld, revit2025, type World } from '../../../fakes/engine/world.ts';
import { createSavePlayer, type SavePlayer, type Telling } from '../../../fakes/saves/play-in-world.ts';
import { after, recordedSaves, type RecordedSave, type SaveStep } from '../../../fakes/saves/recorded-saves.ts';

let world: World;
let player: SavePlayer;
afterEach(() => world.close());

async function begin(recorded: RecordedSave, telling: Telling = 'at once', names: NameRule = 'exact'): Promise<void> {
  const name = cadKindOf(recorded.drawing)?.application ?? revit2025.name;
  world = createWorld({ names, programs: [{ name, version: '2025' }] });
  player = createSavePlayer(world, recorded, telling);
  await player.open();
}

/** The item is what it was, with these of the saves as its versions, and nothing else was ever sent or told. */
function expectVersions(recorded: RecordedSave, ...saves: number[]): void {
  const texts = saves.map((save) => player.textOf(save));
  expect(player.versions()).toEqual(texts);
  expect(world.service.versions.keys()).toHaveLength(1);
  expect(world.states()).toEqual({ [player.drawing]: 'draft' });
  expect(world.disk.text(player.drawing)).toBe(texts.at(-1));
  expect(player.namesSent()).toEqual(new Set([recorded.drawing]));
  const sent = [...world.service.versions.blobs.values()].map((bytes) => new TextDecoder().decode(bytes));
  expect(sent.filter((text) => !/ as of save \d+$/.test(text))).toEqual([]);
}

const expectNoRemovalTold = (): void => expect([...player.statesSeen]).not.toContain('removedHere');

const ways = [
  { telling: 'at once', names: 'exact' },
  { telling: 'at once', names: 'folding' },
  { telling: 'late', names: 'exact' },
  { telling: 'never', names: 'folding' },
] as const;

describe.each(recordedSaves)('a save of $program', (recorded) => {
  it.each(ways)(
    'makes one new version of the same item, on a disk with $names names, told $telling',
    async ({ telling, names }) => {
      await begin(recorded, telling, names);
      await player.session();
      await player.rest();
      expectVersions(recorded, 0, 1);
      expectNoRemovalTold();
    },
  );

  it('makes one version when it comes twice within a second', async () => {
    await begin(recorded);
    await player.play(recorded.opens);
    await player.save();
    await player.pass(300);
    await player.save();
    await player.play(recorded.closes);
    await player.rest();
    expectVersions(recorded, 0, 2);
    expectNoRemovalTold();
  });

  it('ends right when it comes while the one before is sent', async () => {
    await begin(recorded);
    const { arrived, letGo } = world.service.hold('storeFile');
    await player.session();
    await Promise.all([arrived, player.pass(20_000)]);
    const sending = player.session();
    await player.pass(recorded.saves[1]?.atMs ?? 0);
    letGo();
    await sending;
    await player.rest();
    const versions = player.versions();
    expect([versions[0], versions.at(-1)]).toEqual([player.textOf(0), player.textOf(2)]);
    expectVersions(recorded, ...(versions.length === 3 ? [0, 1, 2] : [0, 2]));
    expectNoRemovalTold();
  });

  it('makes one version of ten while the service is away', async () => {
    await begin(recorded);
    world.service.setAway(true);
    for (let count = 0; count < 10; count += 1) {
      await player.session();
      await player.pass(6_000);
    }
    world.service.setAway(false);
    await player.rest();
    expectVersions(recorded, 0, 10);
    expectNoRemovalTold();
  });

  it('that crashed in the middle and comes again at once is one new version and never a removal', async () => {
    await begin(recorded);
    await player.play(recorded.opens);
    await player.save(recorded.saves.slice(0, recorded.worstAfter));
    await player.pass(15_000);
    await player.session();
    await player.rest();
    expectVersions(recorded, 0, 2);
    expectNoRemovalTold();
  });

  it('that crashed in the middle and comes again much later is one new version', async () => {
    await begin(recorded);
    await player.play(recorded.opens);
    await player.save(recorded.saves.slice(0, recorded.worstAfter));
    await player.pass(180_000);
    await player.session();
    await player.rest();
    expectVersions(recorded, 0, 2);
  });

  it.skipIf(!recorded.hasEndMark)('that stalls half-written for a minute sends nothing until it is whole', async () => {
    await begin(recorded);
    await player.session(stalledFor(60_000, recorded.saves));
    await player.rest();
    expectVersions(recorded, 0, 1);
    expectNoRemovalTold();
  });
});

/** The same save with its program standing still before the drawing is whole. */
function stalledFor(delayMs: number, steps: readonly SaveStep[]): SaveStep[] {
  const at = steps.findIndex((step) => step.act === 'write' && step.content === 'saved');
  return [...steps.slice(0, at), ...after(delayMs, steps.slice(at))];
}
