import { expectAsShown } from '../../../electron/engine/person/expect-as-shown.ts';
import { isCutOff } from '../../../shared/errors/reachability.ts';
import { connectionOrigins, unencryptedOrigins } from '../../../shared/model/service-address.ts';
import type { Answering } from './engine-state.ts';
import { exampleMove, examplePreview } from './move-rows.ts';

/** What the fake engine answers about its connection. */
export function createConnectionProcedures({ os, state, change }: Answering) {
  const waitingReleases = () => {
    const releases = state.queue.filter((entry) => entry.operation === 'release').map((entry) => entry.title);
    return { files: [], fileCount: 0, releases, releaseCount: releases.length, lastReleaseId: releases.length };
  };

  return {
    save: os.connection.save.handler(({ input }) => {
      const { confirmed, httpAccepted, startWithout, secrets, shown, ...draft } = input;
      const { connection } = state.status;
      if (connection.kind === 'remote') expectAsShown(connection, shown);
      const isSame = draft.contentAddress === connection.contentAddress;
      const atStake = waitingReleases();
      const unencrypted = httpAccepted ? [] : unencryptedOrigins(draft);
      const canMoveIn = unencrypted.length === 0 && connection.kind === 'embedded' && !startWithout;
      const isAsked = unencrypted.length > 0 || canMoveIn || (!isSame && atStake.releaseCount > 0 && !confirmed);
      if (isAsked) return { done: false, atStake, unencrypted, canMoveIn };
      const isSameOrigin = connectionOrigins(draft) === connectionOrigins(connection);
      const placeAfter = (name: 'clientSecret' | 'licenseCode') =>
        secrets[name] === undefined ? (isSameOrigin ? connection[name] : 'none') : 'keychain';
      change({
        connection: {
          ...connection,
          ...draft,
          kind: 'remote',
          state: 'connecting',
          clientSecret: placeAfter('clientSecret'),
          licenseCode: placeAfter('licenseCode'),
        },
      });
      return { done: true, atStake, unencrypted, canMoveIn: false };
    }),
    useEmbedded: os.connection.useEmbedded.handler(({ input: { confirmed } }) => {
      const atStake = waitingReleases();
      const done = confirmed || atStake.releaseCount === 0;
      const nowhere = { contentAddress: '', dataAddress: '', tokenAddress: '', clientId: '', error: undefined };
      if (done) change({ connection: { ...state.status.connection, ...nowhere, kind: 'embedded', state: 'online' } });
      return { done, atStake };
    }),
    signInToProxy: os.connection.signInToProxy.handler(() => {
      change({ connection: { ...state.status.connection, state: 'online', error: undefined } });
      return {};
    }),
    secretsFor: os.connection.secretsFor.handler(() => ({ clientSecret: 'none', licenseCode: 'none' })),
    removeSecret: os.connection.removeSecret.handler(({ input: { name, confirmed } }) => {
      if (confirmed) change({ connection: { ...state.status.connection, [name]: 'none' } });
      return { done: confirmed, atStake: waitingReleases() };
    }),
    test: os.connection.test.handler(() =>
      isCutOff(state.status.connection.state)
        ? { ok: false, error: { code: 'service-unreachable' as const } }
        : { ok: true },
    ),
  };
}

/** What the fake engine answers about moving what the service inside has to another one. */
export function createMoveProcedures({ os, state, change }: Answering) {
  return {
    preview: os.move.preview.handler(() => examplePreview),
    start: os.move.start.handler(() => {
      change({ move: exampleMove });
      return {};
    }),
    pause: os.move.pause.handler(() => {
      if (state.status.move) change({ move: { ...state.status.move, state: 'paused' } });
      return {};
    }),
    resume: os.move.resume.handler(() => {
      if (state.status.move) change({ move: { ...state.status.move, state: 'sending' } });
      return {};
    }),
    end: os.move.end.handler(() => {
      change({ move: undefined });
      return {};
    }),
  };
}
