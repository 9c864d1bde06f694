import type { Diagnostics, ExaminedEngine } from '../engine/application/host-ports.ts';
import { schemaVersion } from '../engine/state/schema.ts';
import type { Subject } from '../doctor/subject.ts';

interface Examined extends Pick<Subject, 'host' | 'productVersion' | 'stateDir' | 'engine' | 'proxies'> {
  /** Hides the secrets that are in use. */
  readonly redact: (text: string) => string;
}

/** The diagnostics of a state folder, of this program. What looks is loaded when it is first asked for. */
export function createDiagnostics({ redact, ...given }: Examined): Diagnostics {
  const about = { ...given, knownSchema: schemaVersion, now: Date.now };
  const subjectOf = (engine: ExaminedEngine): Subject => ({ ...about, ...engine });
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
