import { expect, it } from 'vitest';
import { createConnectionSession } from '../../../../electron/engine/application/connection-session.ts';
import { createSettingsStore } from '../../../../electron/engine/state/settings-store.ts';
import { putSetting } from '../../../fakes/engine/kept-settings.ts';
import { takeState } from '../../../fakes/engine/kept-states.ts';

const noAddresses = { contentAddress: '', dataAddress: '', tokenAddress: '', clientId: '', httpAcceptedFor: '' };

it('a session that is being opened while everything is closed is closed too, and none is opened later', async () => {
  const database = takeState();
  createSettingsStore(database).saveConnection({ kind: 'embedded', ...noAddresses });
  const started = Promise.withResolvers<void>();
  let open = 0;
  const session = createConnectionSession(
    {
      embedded: {
        start: () => started.promise.then(() => ({ contentAddress: 'http://127.0.0.1:1', clientId: '', secrets: {} })),
      },
      openSession() {
        open += 1;
        return { close: async () => void (open -= 1) };
      },
      mirror: { viewsOf: () => ({}) },
    } as unknown as Parameters<typeof createConnectionSession>[0],
    database,
  );
  const opened = session.open();
  const closed = session.close();
  started.resolve();
  await Promise.all([opened, closed]);
  await session.open();
  expect([open, session.port.current()]).toEqual([0, undefined]);
});

it('a connection that only another version of the app can read is not opened as another one, and says so', async () => {
  const database = takeState();
  putSetting(database, 'connection', { kind: 'office', contentAddress: 'https://cad.example' });
  const session = createConnectionSession({} as unknown as Parameters<typeof createConnectionSession>[0], database);
  await session.open();
  expect([session.problem?.code, session.port.current()]).toEqual(['settings-unreadable', undefined]);
});
