import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endOnceUp } from '../../../electron/main/smoke-test.ts';
import { readLaunch } from '../../../electron/main/launch.ts';
import { app } from '../../fakes/electron/electron.ts';
import { createHandClock } from './hand-clock.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

beforeEach(() => void (app.exitCode = undefined));

describe('an app that is started to see whether it starts', () => {
  it('knows that it is', () => {
    expect(readLaunch(['/opt/app', '--smoke']).isSmokeTest).toBe(true);
    expect(readLaunch(['/opt/app']).isSmokeTest).toBe(false);
  });

  it('closes and ends with 0 as soon as its window is connected', async () => {
    const close = vi.fn(async () => undefined);
    await endOnceUp({ isUp: Promise.resolve(), close }, createHandClock());
    expect(close).toHaveBeenCalledTimes(1);
    expect(app.exitCode).toBe(0);
  });

  it('ends with 1 where it does not come up', async () => {
    const clock = createHandClock();
    const ended = endOnceUp({ isUp: new Promise(() => undefined), close: async () => undefined }, clock);
    clock.pass(60_000);
    await ended;
    expect(app.exitCode).toBe(1);
  });
});
