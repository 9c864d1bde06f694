import type { Carrier } from './carrier.ts';
import { openPortCarrier } from './port-carrier.ts';
import { keptProof } from './proof.ts';
import { openSocketCarrier } from './socket-carrier.ts';

declare global {
  interface Window {
    /** Set by the preload script of the desktop window. */
    readonly cadLibrarySync?: {
      /** Connections come as message ports. */
      readonly port?: unknown;
      /** Where a dropped or chosen file lies; empty for one that lies nowhere. */
      readonly pathOfFile?: (file: File) => string;
    };
  }
}

/** Opens whichever connection this window has: a message port in the desktop app, a WebSocket in a browser. */
export function openCarrier(signal: AbortSignal): Promise<Carrier> {
  return window.cadLibrarySync?.port
    ? openPortCarrier(window, signal)
    : openSocketCarrier(location.host, keptProof(window), signal);
}
