import type { Diagnostics, ExaminedEngine, HostPorts } from '../engine/application/host-ports.ts';
import { schemaVersion } from '../engine/state/schema.ts';
import type { Subject } from '../doctor/subject.ts';

interface Examined {
  readonly host: Subject['host'];
  readonly productVersion: HostPorts['productVersion'];
  readonly stateDir: string;
  readonly engine: Subject['engine'];
  /** Hides the secrets that are in use. */
  readonly redact: (text: string) => string;
  /** What this computer knows of its proxies; without, the environment alone names one. */
  readonly proxies?: Subject['proxies'];
}

/** The diagnostics of a state folder, of this program. What looks is loaded when it is first asked for. */
export function createDiagnostics({ redact, ...about }: Examined): Diagnostics {
  const subjectOf = (engine: ExaminedEngine): Subject => ({
    ...about,
    knownSchema: schemaVersion,
    readState: () => engine.readState(),
    service: () => engine.service(),
    embeddedAddress: () => engine.embeddedAddress(),
    secrets: () => engine.secrets(),
    now: Date.now,
  });
  const load = () => import('../doctor/run-checks.ts');
  return {
    examine: async (engine) => (await load()).examine(subjectOf(engine)),
    async bundle(engine) {
      const [{ examine }, { makeBundle }] = await Promise.all([load(), import('../doctor/bundle.ts')]);
      const subject = subjectOf(engine);
      return makeBundle(subject, await examine(subject), redact);
    },
  };
}
