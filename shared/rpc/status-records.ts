import { z } from 'zod';
import { connectionStanding } from './connection-standing.ts';
import { keychainStates, secretPlaces } from '../model/keychain.ts';
import { errorRecord } from './error-record.ts';
import { fileFilter } from './file-records.ts';
import { moveRecord } from './move-records.ts';
import { productImportRecord } from './import-records.ts';
import { libraryRecord } from './library-records.ts';
import { requestBudget } from './request-budget.ts';
import { savingRecord } from './selection-records.ts';
import { settingsSchema } from './settings.ts';
import { workProgress } from './work-progress.ts';

/** How everything stands, as the window shows it all the time. Never a secret. */

export const connectionRecord = connectionStanding.extend({
  /** `embedded`: the local implementation of the service runs inside the app. */
  kind: z.enum(['none', 'embedded', 'remote']),
  contentAddress: z.string(),
  dataAddress: z.string(),
  tokenAddress: z.string(),
  clientId: z.string(),
  /** Where each secret for these addresses comes from; those of the embedded service are its own. */
  clientSecret: z.enum(secretPlaces),
  licenseCode: z.enum(secretPlaces),
  /** The proxy that asked who asks, as long as this app runs. */
  askingProxy: z.string().optional(),
  /** Unless it works, what is entered lasts as long as the app runs. */
  keychain: z.enum(keychainStates),
});
export type ConnectionRecord = z.output<typeof connectionRecord>;

export const statusRecord = z.object({
  connection: connectionRecord,
  libraries: z.array(libraryRecord),
  counts: z.record(fileFilter, z.int()),
  /** What Activity lists, with what was asked of the service otherwise; of that `refusedWrites` need a person. */
  queue: z.object({ waiting: z.int(), running: z.int(), needsAttention: z.int() }),
  refusedWrites: z.int(),
  settings: settingsSchema,
  /** That no language was saved yet: the first window saves the one of its system. */
  isLanguageOpen: z.boolean().optional(),
  /** That some of them are those of another version of the app, and defaults apply in their place. */
  settingsProblem: errorRecord.optional(),
  budget: requestBudget.optional(),
  /** Moving out of the embedded service, until a person has read how it ended. */
  move: moveRecord.optional(),
  /** That a damaged state was set aside, until a person has read it. */
  begunAnew: errorRecord.optional(),
});
export type StatusRecord = z.output<typeof statusRecord>;

export const snapshotRecord = z.object({
  /** Id of the last event contained in this snapshot. */
  eventId: z.int(),
  host: z.enum(['electron', 'browser']),
  platform: z.string(),
  productVersion: z.string(),
  status: statusRecord,
  /** How far the work is that goes on by itself, while there is any. */
  work: workProgress.optional(),
  /** The import of product data under way, or the last one of this run. */
  productImport: productImportRecord.optional(),
  /** The file being saved for the person, or the last one of this run. */
  saving: savingRecord.optional(),
});
export type SnapshotRecord = z.output<typeof snapshotRecord>;
