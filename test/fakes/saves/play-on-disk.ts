import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { after, lastsMs, numbered, type RecordedSave, type SaveStep } from './recorded-saves.ts';

/** Formats whose readers look for an end mark also in a file that is none of theirs. */
const endMarks: Readonly<Record<string, string>> = { ifc: '\nEND-ISO-10303-21;\n', step: '\nEND-ISO-10303-21;\n' };

const longAgo = new Date('2019-03-01');

/** Plays the saves of one program, in real time, in a real folder. */
export function createDiskPlayer(folder: string, recorded: RecordedSave) {
  const at = (name: string): string => join(folder, name);
  const endMark = endMarks[recorded.drawing.replace(/^.*\./, '')] ?? '';
  const textOf = (save: number): string => `${recorded.drawing} as of save ${save}${endMark}`;

  function act(step: SaveStep, save: number): void {
    if (step.act === 'rename') {
      mkdirSync(dirname(at(step.to)), { recursive: true });
      renameSync(at(step.name), at(step.to));
    } else if (step.act === 'delete') rmSync(at(step.name), { force: true });
    else if (step.act === 'date') utimesSync(at(step.name), longAgo, longAgo);
    else {
      mkdirSync(dirname(at(step.name)), { recursive: true });
      const begun = `${recorded.drawing} in part, ${step.atMs}`;
      writeFileSync(at(step.name), step.content === 'saved' ? textOf(save) : step.content === 'begun' ? begun : 'own');
    }
  }

  return {
    textOf,

    /** The drawing as it was before the first save. */
    begin(): void {
      mkdirSync(folder, { recursive: true });
      writeFileSync(at(recorded.drawing), textOf(0));
    },

    /** Opens the drawing, saves it once and closes it. */
    async session(): Promise<void> {
      const opened = lastsMs(recorded.opens) + 500;
      const closes = opened + lastsMs(recorded.saves) + 1_000;
      let passedMs = 0;
      for (const step of [...recorded.opens, ...after(opened, recorded.saves), ...after(closes, recorded.closes)]) {
        await wait(step.atMs - passedMs);
        passedMs = step.atMs;
        act(numbered(step, 1), 1);
      }
    },
  };
}
