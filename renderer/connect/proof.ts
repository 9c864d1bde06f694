import { proofFragment } from '../../shared/rpc/window-socket.ts';

/** What of a page keeps the proof of its tab. */
interface ProofPage {
  readonly location: { readonly hash: string; readonly pathname: string };
  readonly history: { replaceState(state: unknown, title: string, address: string): void };
  readonly sessionStorage: { getItem(name: string): string | null; setItem(name: string, value: string): void };
}

const storedAs = 'cadsync-proof';

/** Moves the proof that the one-time address brought from the address bar into the tab, which keeps it over a reload. */
export function keepProof(page: ProofPage): void {
  const { hash, pathname } = page.location;
  if (!hash.startsWith(proofFragment)) return;
  const proof = hash.slice(proofFragment.length);
  // Anything else is no proof, and no subprotocol either: a browser would throw instead of asking the app.
  if (/^[\w-]+$/.test(proof)) storageOf(page)?.setItem(storedAs, proof);
  page.history.replaceState(null, '', pathname);
}

/** The proof of this tab; `undefined` in one that the one-time address did not open. */
export function keptProof(page: ProofPage): string | undefined {
  return storageOf(page)?.getItem(storedAs) ?? undefined;
}

/** A browser that may keep nothing for this page throws. It keeps no cookie either, and the app will not let it in. */
function storageOf(page: ProofPage): ProofPage['sessionStorage'] | undefined {
  try {
    return page.sessionStorage;
  } catch {
    return undefined;
  }
}
