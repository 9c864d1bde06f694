import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLeaving, workInHand } from '../../../electron/main/leaving.ts';
import type { StatusRecord } from '../../../shared/rpc/status-records.ts';
import { app, dialog, powerMonitor } from '../../fakes/electron/electron.ts';
import { exampleStatus } from '../../fakes/window/example-status.ts';
import { eventually } from '../../eventually.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

const quiet = exampleStatus('quiet', [], []);
const busy: StatusRecord = { ...quiet, queue: { waiting: 2, running: 1, needsAttention: 0 } };
const [finish, now, stay] = [0, 1, 2];

function run(status: StatusRecord | undefined, close = vi.fn(async () => undefined)) {
  let current = status;
  const hide = vi.fn();
  const leaving = createLeaving({ status: () => current, hide, close });
  onTestFinished(() => leaving.stop());
  return {
    close,
    hide,
    leaving,
    tell(next: StatusRecord) {
      current = next;
      leaving.status(next);
    },
  };
}

const hasQuit = () => new Promise((resolve) => app.once('quit', resolve));

beforeEach(() => {
  app.removeAllListeners();
  app.hasQuit = false;
  dialog.messages.length = 0;
  dialog.pressedButton = 0;
});

describe('quitting with nothing in hand', () => {
  it.each([
    ['everything is in step', quiet],
    ['the engine is not reached', undefined],
    ['what waits cannot be sent now', { ...busy, connection: { ...busy.connection, state: 'serviceDown' as const } }],
  ])('asks nothing, and waits until all is closed, once (%s)', async (_when, status) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { close } = run(
      status,
      vi.fn(() => promise),
    );
    const quit = hasQuit();
    app.quit();
    app.quit();
    expect(app.hasQuit).toBe(false);
    resolve(undefined);
    await quit;
    expect(close).toHaveBeenCalledTimes(1);
    expect(dialog.messages).toEqual([]);
  });

  it('goes on when closing fails', async () => {
    run(
      quiet,
      vi.fn(() => Promise.reject(new Error('the disk is full'))),
    );
    const quit = hasQuit();
    app.quit();
    await quit;
  });
});

describe('quitting with work in hand', () => {
  it('says what goes on and that nothing is lost', async () => {
    dialog.pressedButton = now;
    run(busy);
    const quit = hasQuit();
    app.quit();
    await quit;
    expect(dialog.messages[0]).toMatchObject({
      message: '3 transfers are not finished.',
      buttons: ['Finish, then quit', 'Quit now', 'Cancel'],
    });
    expect(dialog.messages[0]?.detail).toContain('Nothing is lost');
  });

  it('finishes first without its window, where the person wants that', async () => {
    dialog.pressedButton = finish;
    const { hide, leaving, close, tell } = run(busy);
    app.quit();
    await eventually(() => expect(leaving.isFinishing).toBe(true));
    expect(hide).toHaveBeenCalledTimes(1);
    tell({ ...busy, queue: { ...busy.queue, waiting: 0 } });
    expect(close).not.toHaveBeenCalled();
    const quit = hasQuit();
    tell(quiet);
    await quit;
  });

  it('does not wait for a service that went away meanwhile', async () => {
    dialog.pressedButton = finish;
    const { leaving, tell } = run(busy);
    app.quit();
    await eventually(() => expect(leaving.isFinishing).toBe(true));
    const quit = hasQuit();
    tell({ ...busy, connection: { ...busy.connection, state: 'noNetwork' } });
    await quit;
  });

  it('stays where the person takes it back, and asks again the next time', async () => {
    dialog.pressedButton = stay;
    const { close } = run(busy);
    app.quit();
    await eventually(() => expect(dialog.messages).toHaveLength(1));
    await Promise.resolve();
    app.quit();
    expect(dialog.messages).toHaveLength(2);
    expect(close).not.toHaveBeenCalled();
  });

  it('ends at once where a person who waits for it asks once more', async () => {
    dialog.pressedButton = finish;
    const { leaving } = run(busy);
    app.quit();
    await eventually(() => expect(leaving.isFinishing).toBe(true));
    const quit = hasQuit();
    app.quit();
    await quit;
  });

  it('does last what it was asked to do last, and not where the person stays after all', async () => {
    dialog.pressedButton = stay;
    const install = vi.fn();
    const { leaving, tell } = run(busy);
    leaving.quitWith(install);
    await eventually(() => expect(dialog.messages).toHaveLength(1));
    await Promise.resolve();
    tell(quiet);
    const quit = hasQuit();
    app.quit();
    await quit;
    expect(install).not.toHaveBeenCalled();
  });

  it('installs a newer version once everything is closed', async () => {
    const { leaving, close } = run(quiet);
    const installed = new Promise<void>((resolve) => leaving.quitWith(resolve));
    await installed;
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('asks nobody where the system shuts down', async () => {
    run(busy);
    const quit = hasQuit();
    powerMonitor.emit('shutdown');
    await quit;
    expect(dialog.messages).toEqual([]);
  });
});

it('What waits for a service that is out of reach is no work in hand', () => {
  expect(workInHand(busy)).toBe(3);
  expect(workInHand({ ...busy, connection: { ...busy.connection, state: 'limited' } })).toBe(0);
});
