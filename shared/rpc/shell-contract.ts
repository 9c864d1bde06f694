import { z } from 'zod';
import { keptSecrets, keychainStates, secretPlaces } from '../model/keychain.ts';
import { call } from './call.ts';

const done = z.object({});
const secretName = z.enum(keptSecrets);
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
    /** The full path of the file a person wants something saved as; the desktop asked before it names one that is there. */
    chooseSavePath: call
      .input(z.object({ suggestedName: z.string().min(1).max(255) }))
      .output(z.object({ path: z.string().optional() })),
  },
  network: {
    /** The ways to an origin, as the system names them: `PROXY a:8080; DIRECT`. */
    resolveProxy: call.input(z.object({ origin: z.url().max(8_192) })).output(z.object({ proxies: z.string() })),
  },
} as const;
