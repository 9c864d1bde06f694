import { toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { Engine } from '../engine.ts';
import type { ConnectionSession } from './connection-session.ts';

export interface ConnectionTest {
  ok: boolean;
  error?: ErrorRecord;
}

/** Asks the service one cheap question, and has everybody know how that went. */
export async function testConnection(gate: Engine['gate'], session: ConnectionSession): Promise<ConnectionTest> {
  try {
    await session.service().call('findCurrentMetadata', { params: {}, body: [] }, { priority: 'person' });
    gate.noteSuccess();
    return { ok: true };
  } catch (error) {
    const failure = toAppError(error);
    gate.noteFailure(failure);
    return { ok: false, error: failure.toRecord() };
  }
}
