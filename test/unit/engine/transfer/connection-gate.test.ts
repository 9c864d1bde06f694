import { describe, expect, it } from 'vitest';
import { createConnectionGate } from '../../../../electron/engine/transfer/connection-gate.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { createFakeClock } from '../../../fakes/engine/clock.ts';

function open(isAwaited = false) {
  const clock = createFakeClock();
  const changes: string[] = [];
  const gate = createConnectionGate(
    clock,
    () => 0.5,
    () => changes.push(gate.state),
    () => isAwaited,
  );
  gate.reset(true);
  return { clock, gate, changes };
}

describe('the opinion about the connection', () => {
  it('is online after a success, and several may be tried at once only then', () => {
    const { gate, changes } = open();
    expect([gate.mayTry(), gate.isOpen()]).toEqual([true, false]);
    gate.noteSuccess();
    gate.noteSuccess();
    expect([gate.mayTry(), gate.isOpen()]).toEqual([true, true]);
    expect(changes).toEqual(['online']);
  });

  it('lets one try through after each wait of an outage, and remembers since when it lasts', async () => {
    const { clock, gate } = open();
    const since = clock.now();
    expect(gate.noteFailure(new AppError('service-unreachable'))).toBe(true);
    expect(gate.mayTry()).toBe(false);
    await clock.advance(gate.nextTryMs() - clock.now());
    expect([gate.mayTry(), gate.isOpen(), gate.offlineSinceMs]).toEqual([true, false, since]);
  });

  it('stays refused when something that was under way fails otherwise, until an answer comes', () => {
    const { gate } = open();
    gate.noteFailure(new AppError('sign-in-failed'));
    expect(gate.noteFailure(new AppError('service-timeout'))).toBe(true);
    expect([gate.state, gate.error?.code, gate.mayTry()]).toEqual(['signedOut', 'sign-in-failed', false]);
    gate.noteSuccess();
    expect(gate.state).toBe('online');
  });

  it('is refused while the secret is missing, which only a person can end', () => {
    const { gate } = open();
    expect(gate.noteFailure(new AppError('client-secret-missing'))).toBe(true);
    expect([gate.state, gate.mayTry(), gate.nextTryMs()]).toEqual(['signedOut', false, Infinity]);
  });

  it('is not about a request that was answered with a refusal', () => {
    const { gate } = open();
    gate.noteSuccess();
    for (const code of ['license-code-rejected', 'not-found', 'internal-error', 'base-version-outdated'] as const) {
      expect(gate.noteFailure(new AppError(code))).toBe(false);
    }
    expect(gate.state).toBe('online');
  });

  it('is online again where the service refuses a request', () => {
    const { gate } = open();
    gate.noteFailure(new AppError('service-unreachable'));
    expect(gate.noteFailure(new AppError('right-missing', { receivedStatus: 403 }))).toBe(false);
    expect(gate.state).toBe('online');
  });

  it('stays not set up whatever a connection that was taken out still answers', () => {
    const { gate } = open();
    gate.reset(false);
    expect(gate.noteFailure(new AppError('right-missing', { receivedStatus: 403 }))).toBe(false);
    expect([gate.state, gate.mayTry()]).toEqual(['notSetUp', false]);
  });

  it('tries again after the secret was refused, more and more slowly, and goes on when it is accepted', async () => {
    const { clock, gate } = open();
    const waits: number[] = [];
    for (let times = 0; times < 6; times += 1) {
      gate.noteFailure(new AppError('sign-in-failed'));
      // Others that were under way say nothing new.
      gate.noteFailure(new AppError('sign-in-failed'));
      expect([gate.state, gate.mayTry()]).toEqual(['signedOut', false]);
      waits.push((gate.nextTryMs() - clock.steadyMs()) / 60_000);
      await clock.advance(gate.nextTryMs() - clock.steadyMs());
      expect([gate.mayTry(), gate.isOpen()]).toEqual([true, false]);
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15]);
    gate.noteSuccess();
    expect(gate.state).toBe('online');
  });

  it('does not ask all the time when a service that refused the secret cannot be reached', () => {
    const { clock, gate } = open();
    gate.noteFailure(new AppError('sign-in-failed'));
    gate.noteFailure(new AppError('service-unreachable'));
    expect(gate.nextTryMs() - clock.steadyMs()).toBe(60_000);
  });

  it('is new with another address or secret', () => {
    const { gate } = open();
    gate.noteFailure(new AppError('sign-in-failed'));
    gate.reset(true);
    expect([gate.state, gate.mayTry()]).toEqual(['connecting', true]);
    gate.reset(false);
    expect([gate.state, gate.mayTry()]).toEqual(['notSetUp', false]);
  });

  it('waits as long as the service asks', () => {
    const { clock, gate } = open();
    gate.noteFailure(new AppError('too-many-requests', { retryAfterMs: 3_600_000 }));
    expect(gate.nextTryMs() - clock.now()).toBe(3_600_000);
  });

  it('waits more and more too where the service asks for no wait', () => {
    const { clock, gate } = open();
    const waits = Array.from({ length: 7 }, () => {
      gate.noteFailure(new AppError('service-unavailable', { retryAfterMs: 0 }));
      return gate.nextTryMs() - clock.now();
    });
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]);
  });

  it('guesses no longer than is asked where somebody waits, or after the computer slept', () => {
    const { clock, gate } = open(true);
    const failSo = (retryAfterMs: number): void => {
      for (let times = 0; times < 7; times += 1)
        gate.noteFailure(new AppError('service-unavailable', { retryAfterMs }));
    };
    failSo(5_000);
    expect(gate.nextTryMs() - clock.now()).toBe(10_000);
    failSo(20_000);
    expect(gate.nextTryMs() - clock.now()).toBe(20_000);
    gate.lookSoon();
    expect(gate.nextTryMs() - clock.now()).toBe(20_000);
  });
});
