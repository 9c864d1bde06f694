import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { keepPrivate } from '../privacy/private-files.ts';
import { defaultSettings, settingsSchema } from '../../shared/rpc/settings.ts';

const pixels = z.int().min(-100_000).max(100_000);
const size = z.int().min(1).max(100_000);

const schema = z.object({
  /** In pixels of the desktop; none: in the middle of the screen. */
  position: z.object({ x: pixels, y: pixels }).optional(),
  width: size.default(1_180),
  height: size.default(760),
  maximized: z.boolean().default(false),
  /** Whether the person was told that the app goes on in the tray when its window is closed. */
  knowsTray: z.boolean().default(false),
  // A newer app may know more of both.
  theme: settingsSchema.shape.theme.catch(defaultSettings.theme),
  /** That of the settings, once they were known. */
  language: settingsSchema.shape.language.unwrap().optional().catch(undefined),
});

/** How the window was when it was last closed, its colours and the language of the desktop around it. */
export type WindowState = z.output<typeof schema>;

/** The window as it is next time the app starts. */
export interface WindowStateFile {
  readonly current: WindowState;
  /** Keeps what changed. A disk that does not take it is no reason to stop: the window then opens as before. */
  keep(change: Partial<WindowState>): void;
}

/** What the file is called, in the folder of everything the app keeps. */
export const windowStateName = 'window.json';

/** Opens the small file of the window's state; one that is missing or damaged is the first start's state. */
export function openWindowState(file: string): WindowStateFile {
  let current = read(file);
  return {
    get current() {
      return current;
    },
    keep(change) {
      current = { ...current, ...change };
      try {
        const beside = `${file}.new`;
        keepPrivate(beside);
        writeFileSync(beside, JSON.stringify(current));
        renameSync(beside, file);
      } catch {
        // Nothing of the person's is in it.
      }
    },
  };
}

function read(file: string): WindowState {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return schema.parse({});
  }
}
