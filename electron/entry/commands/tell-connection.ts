import type { ConnectionGate } from '../../engine/transfer/connection-gate.ts';
import { printNote, printProblem } from './output.ts';

/**
 * Says on standard error when the service lets nothing through any more, why, and that it is tried again; and when it
 * answers again. To be called whenever that may have changed.
 */
export function createConnectionTeller(gate: Pick<ConnectionGate, 'state' | 'error'>): () => void {
  let said: string | undefined;
  return () => {
    const { state, error } = gate;
    if (state === 'online') {
      if (said !== undefined) printNote('The service answers again.');
      said = undefined;
      return;
    }
    if (!error || error.code === said) return;
    said = error.code;
    printProblem(error);
    printNote('It is tried again by itself.');
  };
}
