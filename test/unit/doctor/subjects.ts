import type { ExaminedState } from '../../../electron/engine/application/examined-state.ts';
import type { SessionAddress } from '../../../electron/engine/application/connection-ports.ts';
import type { Subject } from '../../../electron/doctor/subject.ts';
import { defaultLibrarySettings } from '../../../shared/rpc/library-settings.ts';
import { defaultSettings } from '../../../shared/rpc/settings.ts';
import { temporaryFolder } from '../imports/product-files.ts';

/** A computer with nothing set up, but for what is said. */
export function subjectWith({ state, ...more }: Partial<Subject> & { readonly state?: ExaminedState } = {}): Subject {
  return {
    host: 'command',
    productVersion: '1.2.3',
    stateDir: temporaryFolder(),
    knownSchema: 1,
    engine: 'rests',
    readState: async () => state,
    service: async () => undefined,
    embeddedAddress: () => undefined,
    secrets: async () => ({ state: 'works', clientSecret: 'none', licenseCode: 'none' }),
    now: Date.now,
    ...more,
  };
}

/** A state with these libraries. */
export function examinedState(roots: readonly string[], more: Partial<ExaminedState> = {}): ExaminedState {
  return {
    schema: 1,
    isWhole: true,
    wasTakenAway: false,
    wasBegunAnew: false,
    hasUnreadSettings: false,
    libraries: roots.map((root, place) => ({
      libraryId: `library ${place}`,
      name: `Library ${place}`,
      root,
      markerId: `marker ${place}`,
      programs: [{ name: 'Revit', version: '2025' }],
      settings: defaultLibrarySettings,
    })),
    settings: defaultSettings,
    connection: {
      kind: 'none',
      contentAddress: '',
      dataAddress: '',
      tokenAddress: '',
      clientId: '',
      httpAcceptedFor: '',
    },
    files: roots.map(() => ({ draft: 3 })),
    queue: { upload: 2 },
    ...more,
  };
}

export function serviceAt(contentAddress: string): SessionAddress {
  const secrets = { clientSecret: async () => 'swordfish', licenseCode: async () => 'license' };
  return { contentAddress, clientId: 'designers', secrets };
}
