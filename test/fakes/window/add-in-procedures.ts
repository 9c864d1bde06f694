import type { Answering } from './engine-state.ts';

/** What the fake engine answers about the door for add-ins. */
export function createAddInProcedures({ os, state, log }: Answering) {
  let madeSets = 0;
  return {
    state: os.addIns.state.handler(() => state.addIns),
    turn: os.addIns.turn.handler(({ input: { on, port = state.addIns.port } }) => {
      const { address: _address, ...rest } = state.addIns;
      state.addIns = { ...rest, on, port, ...(on ? { address: `http://127.0.0.1:${port}` } : {}) };
      log.publish({ kind: 'addIns' });
      return state.addIns;
    }),
    renew: os.addIns.renew.handler(() => {
      const credentialsId = `set ${(madeSets += 1)}`;
      state.addIns = { ...state.addIns, credentials: 'keychain', credentialsId };
      log.publish({ kind: 'addIns' });
      return {
        credentialsId,
        clientId: 'cad-add-in',
        clientSecret: '7f3a01c2b9d84e5f8a6b7c1d2e3f40517f3a01c2b9d84e5f8a6b7c1d2e3f4051',
        licenseCode: '0f6c2f0e-1b2c-4d3e-8f90-a1b2c3d4e5f6',
      };
    }),
  };
}
