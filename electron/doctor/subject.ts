import type { ProxyPort } from '../client/routes.ts';
import type { ExaminedEngine } from '../engine/application/host-ports.ts';

/** Everything the checks are about. What it reads it does not change. */
export interface Subject extends ExaminedEngine {
  readonly host: 'electron' | 'browser' | 'command';
  readonly productVersion: string;
  /** Absolute path of the folder of the state database. */
  readonly stateDir: string;
  /** The version of the schema this program writes. */
  readonly knownSchema: number;
  /** `silent`: one runs and cannot be asked. `unseen`: nobody may look into the folder, so one may run. */
  readonly engine: 'runs' | 'rests' | 'silent' | 'unseen';
  /** What this computer knows of its proxies; without, the environment alone names one. */
  readonly proxies?: ProxyPort | undefined;
  readonly now: () => number;
}
