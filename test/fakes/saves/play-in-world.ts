import type { World } from '../engine/world.ts';
import { lastsMs, numbered, type RecordedSave, type SaveStep } from './recorded-saves.ts';

/** Whether the watcher tells of each step at once, five seconds later, or never. */
export type Telling = 'at once' | 'late' | 'never';

const lateByMs = 5_000;
const lookEveryMs = 1_000;
const longAgoMs = Date.UTC(2019, 2, 1);

/** Plays the saves of one program in a folder of a world's library, and looks all the time at what is told of it. */
export function createSavePlayer(world: World, recorded: RecordedSave, telling: Telling = 'at once') {
  const folder = 'EC000001/MC000001';
  const drawing = `${folder}/${recorded.drawing}`;
  const statesSeen = new Set<string>();
  let save = 0;

  const textOf = (number: number): string => `${recorded.drawing} as of save ${number}`;
  const begun = (): string => `${textOf(save)} in part ${world.clock.now()}${recorded.hasEndMark ? ' unfinished' : ''}`;

  const tell = (path: string): void => {
    if (telling === 'at once') world.watcher.hint(path);
    if (telling === 'late') world.clock.after(lateByMs, () => world.watcher.hint(path));
  };

  function look(): void {
    const state = world.states()[drawing];
    if (state !== undefined) statesSeen.add(state);
  }

  /** Lets time pass; where nothing happened, nothing new is told. */
  async function pass(milliseconds: number): Promise<void> {
    for (let leftMs = milliseconds; leftMs > 0; leftMs -= lookEveryMs) {
      const timersRun = world.clock.timersRun();
      await world.clock.advance(Math.min(leftMs, lookEveryMs));
      if (world.clock.timersRun() > timersRun) look();
    }
  }

  function act(step: SaveStep): void {
    const path = `${folder}/${step.name}`;
    if (step.act === 'write') {
      const own = `of ${recorded.program} alone, ${world.clock.now()}`;
      world.disk.write(path, step.content === 'saved' ? textOf(save) : step.content === 'begun' ? begun() : own);
    } else if (step.act === 'date') world.disk.setDate(path, longAgoMs + save * 1_000);
    else if (step.act === 'delete') world.disk.delete(path);
    else if (world.disk.text(path) !== undefined) {
      world.disk.rename(path, `${folder}/${step.to}`);
      tell(`${folder}/${step.to}`);
    }
    tell(path);
  }

  return {
    drawing,
    statesSeen,
    textOf,
    pass,

    /** The library with the drawing as it was before the first save. */
    async open(): Promise<void> {
      world.hold(drawing, textOf(0));
      await world.open();
    },

    async play(steps: readonly SaveStep[]): Promise<void> {
      let passedMs = 0;
      for (const step of steps) {
        await pass(step.atMs - passedMs);
        passedMs = Math.max(passedMs, step.atMs);
        act(numbered(step, save));
      }
    },

    /** The next save, or its first steps, after which the program crashed. */
    async save(steps: readonly SaveStep[] = recorded.saves): Promise<void> {
      save += 1;
      await this.play(steps);
    },

    /** Opens the drawing, saves it and closes it. */
    async session(steps: readonly SaveStep[] = recorded.saves): Promise<void> {
      await this.play(recorded.opens);
      await pass(1_000);
      await this.save(steps);
      await pass(3_000);
      await this.play(recorded.closes);
    },

    /** Waits until all is told and sent, also what a lock held back a moment ago. */
    async rest(): Promise<void> {
      await pass(lateByMs + lookEveryMs);
      if (telling === 'never') await world.clock.advance(world.engine.settings().fullScanIntervalMs);
      await world.idle(600_000);
      look();
    },

    /** The texts of all versions, of whatever key. */
    versions(): string[] {
      const { versions } = world.service;
      return versions.keys().flatMap((key) => versions.history(key).map((version) => version.replace(/^\S+ /, '')));
    },

    /** Names under which anything was sent. */
    namesSent(): Set<string> {
      const bodies = world.service.calls.flatMap(({ id, input }) => (id === 'storeMetadata' ? [input] : []));
      return new Set(
        bodies.flatMap((input) =>
          (input as { body: { baseFilename: string; fileExtension: string }[] }).body.map(
            ({ baseFilename, fileExtension }) => `${baseFilename}.${fileExtension}`,
          ),
        ),
      );
    },

    saveLastsMs: lastsMs(recorded.saves),
  };
}

export type SavePlayer = ReturnType<typeof createSavePlayer>;
