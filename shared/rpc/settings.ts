import { z } from 'zod';
import { spokenLanguages } from '../model/language.ts';

/** Everything a person can set, with its default, once. Kept in the state database; survives a restart. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** Whose colour marks what is chosen: the app's own, or the one of the system. */
  accent: z.enum(['app', 'system']).default('app'),
  language: z.enum(spokenLanguages).default('en'),
  /** Whether the desktop app goes on in the tray when its window is closed. */
  inTray: z.boolean().default(true),
  /** Whether the desktop app starts, without a window, when the person logs in. */
  startAtLogin: z.boolean().default(false),
  /** What is told by notifications: everything, only what needs the person, or nothing. */
  notifications: z.enum(['all', 'needsYou', 'none']).default('all'),
  /** Which newer versions the desktop app takes. */
  updateChannel: z.enum(['stable', 'beta']).default('stable'),
  /** How long a file must stand still before it is read. */
  quietTimeMs: z.int().min(200).max(600_000).default(2_000),
  /** How often the service is asked for newer versions, one call per application version. */
  pollIntervalMs: z.int().min(5_000).max(86_400_000).default(60_000),
  /** How often the whole folder is compared with what is known of it. */
  fullScanIntervalMs: z.int().min(60_000).max(86_400_000).default(3_600_000),
  /**
   * How many files are sent or fetched at the same time, at most; small ones may share a place. How many it really are
   * follows what comes through.
   */
  parallelTransfers: z.int().min(1).max(32).default(32),
  /** How long replaced files are kept whose bytes the service has; others are kept until a person deletes them. */
  backupDays: z.int().min(1).max(3_650).default(30),
  /** How long saves are kept that were saved over before they were sent; 0 keeps none. */
  historyDays: z.int().min(0).max(365).default(7),
  /** How much room these may take in each library; the oldest go first. */
  historyMegabytes: z.int().min(1).max(1_048_576).default(2_000),
  /** How much room the answers of the service may take that are kept for while it cannot be asked; 0 keeps none. */
  mirrorMegabytes: z.int().min(0).max(1_048_576).default(500),
  /** Whether CAD add-ins are answered on this computer. */
  addIns: z.boolean().default(false),
  /** Where; below those that systems give out by themselves. */
  addInPort: z.int().min(1_024).max(65_535).default(18_630),
});

export type Settings = z.output<typeof settingsSchema>;

const { shape } = settingsSchema;

/** A change of some settings. What is left out stays as it is: no default may take its place here. */
export const settingsPatch = z
  .object({
    theme: shape.theme.unwrap(),
    accent: shape.accent.unwrap(),
    language: shape.language.unwrap(),
    inTray: shape.inTray.unwrap(),
    startAtLogin: shape.startAtLogin.unwrap(),
    notifications: shape.notifications.unwrap(),
    updateChannel: shape.updateChannel.unwrap(),
    quietTimeMs: shape.quietTimeMs.unwrap(),
    pollIntervalMs: shape.pollIntervalMs.unwrap(),
    fullScanIntervalMs: shape.fullScanIntervalMs.unwrap(),
    parallelTransfers: shape.parallelTransfers.unwrap(),
    backupDays: shape.backupDays.unwrap(),
    historyDays: shape.historyDays.unwrap(),
    historyMegabytes: shape.historyMegabytes.unwrap(),
    mirrorMegabytes: shape.mirrorMegabytes.unwrap(),
    addIns: shape.addIns.unwrap(),
    addInPort: shape.addInPort.unwrap(),
  } satisfies Record<keyof Settings, z.ZodType>)
  .partial();

export const defaultSettings: Settings = settingsSchema.parse({});
