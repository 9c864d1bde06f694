import type { Subject } from '../doctor/subject.ts';
import type { Database } from '../engine/ports.ts';
import type { DiagnosticCalls, ExaminedEngine } from '../engine/application/host-ports.ts';
import { examineState } from '../engine/application/examined-state.ts';
import { createDiagnostics } from './diagnostics.ts';
import { examinedAtRest, examinedHeadless } from './examine-at-rest.ts';
import { headlessSecrets } from './headless-secrets.ts';
import { productVersion } from './product-version.ts';

/** The diagnostics that an engine without a window answers with, from the state it has open. */
export function diagnosticsOf(stateDir: string, database: Database): DiagnosticCalls {
  const { secrets, redact } = headlessSecrets();
  const engine = examinedHeadless(async () => examineState(database), secrets);
  return callsOf('runs', stateDir, engine, redact);
}

/** The diagnostics of a state while nothing runs; with `silent` or `unseen`, of one whose engine cannot be asked. */
export function diagnosticsAtRest(stateDir: string, engine: Exclude<Subject['engine'], 'runs'>): DiagnosticCalls {
  const { secrets, redact } = headlessSecrets();
  const examined =
    engine === 'rests' ? examinedAtRest(stateDir, secrets) : examinedHeadless(async () => undefined, secrets);
  return callsOf(engine, stateDir, examined, redact);
}

function callsOf(
  engine: Subject['engine'],
  stateDir: string,
  examined: ExaminedEngine,
  redact: (text: string) => string,
): DiagnosticCalls {
  const about = { host: 'command', productVersion: productVersion(), stateDir, engine, redact } as const;
  const diagnostics = createDiagnostics(about);
  return { run: () => diagnostics.examine(examined), bundle: () => diagnostics.bundle(examined) };
}
