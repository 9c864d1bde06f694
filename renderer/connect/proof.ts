import { proofFragment } from '../../shared/rpc/window-socket.ts';

/** What of a page keeps the proof of its tab. */
export interface ProofPage {
  readonly location: { readonly hash: string; readonly pathname: string };
  readonly history: { replaceState(state: unknown, title: string, address: string): void };
  readonly sessionStorage: { getItem(name: string): string | null; setItem(name: string, value: string): void };
}

const storedAs = 'cadsync-proof';

/** Moves the proof that the one-time address brought from the address bar into the tab, which keeps it over a reload. */
export function keepProof({ location, history, sessionStorage }: ProofPage): void {
  if (!location.hash.startsWith(proofFragment)) return;
  const proof = location.hash.slice(proofFragment.length);
  // Anything else is no proof, and no subprotocol either: a browser would throw instead of asking the app.
  if (/^[\w-]+$/.test(proof)) sessionStorage.setItem(storedAs, proof);
  history.replaceState(null, '', location.pathname);
}

/** The proof of this tab; `undefined` in one that the one-time address did not open. */
export function keptProof({ sessionStorage }: ProofPage): string | undefined {
  return sessionStorage.getItem(storedAs) ?? undefined;
}
