import { catalogue } from '../../../shared/errors/catalogue.ts';
import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ExplanationAction } from '../../../shared/rpc/explanation.ts';
import type { LibraryFacts } from '../library/library-facts.ts';

/** What the catalogue says a person can do about an error. */
export function actionsFor({ code }: ErrorRecord): ExplanationAction[] {
  const { action } = catalogue[code];
  return action === 'none' ? [] : [action];
}

/** What a person can do where the app is not signed in. */
export function toSignIn(error: ErrorRecord | undefined): ExplanationAction[] {
  return error ? actionsFor(error) : ['check-client'];
}

/** Where nothing runs for the library, starting it comes before anything else can happen. */
export function startSync(live: LibraryFacts | undefined): ExplanationAction[] {
  return live ? [] : ['start-sync'];
}
