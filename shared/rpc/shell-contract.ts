import { z } from 'zod';
import { keychainStates, secretPlaces } from '../model/keychain.ts';
import { call } from './call.ts';
import { settingsSchema } from './settings.ts';

const done = z.object({});
const secretName = z.enum(['clientSecret', 'licenseCode']);
/** The origins a secret belongs to, as `connectionOrigins` writes them. */
const boundTo = z.string().min(1).max(8_192);
const keychain = z.enum(keychainStates);
const file = z.object({ absolutePath: z.string().min(1).max(32_768) });

/**
 * What the engine's process asks of the main process, over a port that is theirs alone: secrets cross here and no page
 * ever holds this port.
 */
export const shellContract = {
  secrets: {
    /** `keychain`: whether what is set outlives the app, and why not. */
    get: call
      .input(z.object({ name: secretName, boundTo }))
      .output(z.object({ value: z.string().optional(), keychain })),
    placeOf: call
      .input(z.object({ name: secretName, boundTo }))
      .output(z.object({ place: z.enum(secretPlaces), keychain })),
    /** Without a value the secret is forgotten. */
    set: call
      .input(z.object({ name: secretName, value: z.string().optional(), boundTo }))
      .output(z.object({ keychain })),
    probe: call.output(z.object({ keychain })),
  },
  files: {
    open: call.input(file).output(done),
    reveal: call.input(file).output(done),
    /** Nothing, where the person chose nothing. */
    chooseFolder: call.output(z.object({ root: z.string().optional() })),
  },
  window: {
    /** The person's choice of colours, so that the window has them before the page is there. */
    useTheme: call.input(settingsSchema.pick({ theme: true })).output(done),
  },
} as const;
