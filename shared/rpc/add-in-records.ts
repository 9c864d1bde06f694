import { z } from 'zod';
import { keychainStates, secretPlaces } from '../model/keychain.ts';
import { errorRecord } from './error-record.ts';

/** What add-ins are told. */

/** New credentials get another id, and each run of the app does. It tells nothing of the secret. */
const credentialsId = z.string();

export const addInState = z.object({
  on: z.boolean(),
  port: z.int(),
  /** Whether the process that says this answers add-ins when they are on. It then also goes on with credentials that nothing keeps. */
  serves: z.boolean(),
  /** Where they are answered, while they are. */
  address: z.string().optional(),
  /** Why they are not, although it is on. */
  error: errorRecord.optional(),
  /** Where the secret and the license code that were made for them are kept. */
  credentials: z.enum(secretPlaces),
  credentialsId,
  /** Why they last only for some time, where they do. */
  keychain: z.enum(keychainStates),
});
export type AddInState = z.output<typeof addInState>;

export const addInCredentials = z.object({ clientId: z.string(), clientSecret: z.string(), licenseCode: z.string() });
export type AddInCredentials = z.output<typeof addInCredentials>;

/** Told once, when they are made. */
export const madeCredentials = addInCredentials.extend({ credentialsId });
export type MadeCredentials = z.output<typeof madeCredentials>;
