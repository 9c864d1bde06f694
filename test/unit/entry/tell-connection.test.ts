import { expect, it, onTestFinished, vi } from 'vitest';
import { createConnectionTeller } from '../../../electron/entry/commands/tell-connection.ts';
import type { ErrorRecord } from '../../../shared/errors/app-error.ts';

it('says once that nothing goes through, why and that it is tried again, and when it does again', () => {
  const lines: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  onTestFinished(() => write.mockRestore());
  const gate: { state: 'online' | 'signedOut' | 'serviceDown'; error: ErrorRecord | undefined } = {
    state: 'online',
    error: undefined,
  };
  const tell = createConnectionTeller(gate);
  tell();
  Object.assign(gate, { state: 'signedOut', error: { code: 'sign-in-failed' } });
  tell();
  tell();
  Object.assign(gate, { state: 'serviceDown', error: { code: 'service-unreachable' } });
  tell();
  Object.assign(gate, { state: 'online', error: undefined });
  tell();
  tell();
  expect(lines).toEqual([
    expect.stringContaining('did not accept the client id and secret'),
    'It is tried again by itself.\n',
    expect.stringContaining('cannot be reached'),
    'It is tried again by itself.\n',
    'The service answers again.\n',
  ]);
});
