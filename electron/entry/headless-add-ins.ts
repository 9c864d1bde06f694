import type { Engine } from '../engine/engine.ts';
import { createAddIns, type AddIns } from '../engine/application/add-ins.ts';
import type { ServiceAtHand } from '../engine/application/connection-ports.ts';
import type { Ports } from '../engine/ports.ts';
import type { WriteLog } from '../../shared/log/log-events.ts';
import { createAddInsPort } from './add-ins-port.ts';
import { headlessSecrets } from './headless-secrets.ts';

interface HeadlessAddIns {
  readonly engine: Engine;
  readonly ports: Pick<Ports, 'clock' | 'newId'>;
  readonly stateDir: string;
  readonly log: WriteLog;
  readonly connected: () => ServiceAtHand | undefined;
  /** Whether this process answers them. */
  readonly serves: boolean;
  /** Whether what waits goes out from it. */
  readonly sends: boolean;
}

/** Add-ins of an engine without a window. */
export function headlessAddIns({ engine, ports, stateDir, log, ...rest }: HeadlessAddIns): AddIns {
  return createAddIns({
    ...rest,
    engine,
    host: createAddInsPort(stateDir, log),
    secrets: headlessSecrets('change').secrets,
    newId: ports.newId,
    now: () => ports.clock.now(),
  });
}
