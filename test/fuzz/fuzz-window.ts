import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { openAddress, openWindowClient, type WindowKey } from '../fakes/window-server.ts';
import { windowAttacks, type WindowAttack } from './window-attacks.ts';
import { textFrame } from './window-frames.ts';

export interface WindowFuzzOptions {
  readonly requests: number;
  /** The same seed sends the same bytes, but for the key, which the server makes. */
  readonly seed: number;
}

/** What became of the clients of each kind (`messages 101`), by the status they were answered with; 0 where by none. */
export type WindowOutcomes = ReadonlyMap<string, number>;

/** Longer than the server leaves any client without an end. */
const timeLimitMs = 15_000;

/** The frame by which the server says that it closes, with its code. */
const closeFrame = /\x88[\x02-\x7d]\x03[\xe8-\xf7]/;

/**
 * Sets clients that keep to no rule on the server of the window, in a process of its own, one after the other. At last
 * a window that keeps to the rules must be answered, by the same process, which must have had nothing to complain of.
 * @throws Error with the smallest client that got what it should not, or ended more than itself
 */
export async function fuzzWindow({ requests, seed }: WindowFuzzOptions): Promise<WindowOutcomes> {
  const child = fork(new URL('window-process.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const ended = once(child, 'exit');
  const outcomes = new Map<string, number>();
  try {
    const [address] = (await once(child, 'message')) as [string];
    const key = await openAddress(address);
    const secrets = [new URL(address).search.slice('?token='.length), key.proof, key.cookie.split('=')[1] ?? ''];
    const property = fc.asyncProperty(windowAttacks(key), async (attack) => {
      const answer = await carryOut(attack, key);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? '0';
      outcomes.set(`${attack.kind} ${status}`, (outcomes.get(`${attack.kind} ${status}`) ?? 0) + 1);
      if (attack.opens === 'never' && status === '101') throw new Error('A socket was opened without the whole key.');
      if (attack.opens === 'always' && !['101', '0'].includes(status))
        throw new Error(`The key was refused: ${status}.`);
      if (secrets.some((secret) => answer.includes(secret))) throw new Error('The answer holds a part of the key.');
      if (child.exitCode !== null) throw new Error(`The process ended: ${complaints}`);
    });
    await fc.assert(property, { numRuns: requests, seed });
    const window = await openWindowClient(key);
    await window.client.snapshot();
    window.close();
    if (child.exitCode !== null || complaints !== '') throw new Error(`The process complained: ${complaints}`);
    return outcomes;
  } finally {
    if (child.connected) child.disconnect();
    await ended;
  }
}

/** @returns everything the server sent */
async function carryOut({ opening, rest, waits, leaves }: WindowAttack, { host }: WindowKey): Promise<string> {
  const last =
    leaves === 'answered' ? textFrame('{"i":"last","p":{"u":"/activity/list","b":{"json":{"limit":1}}}}') : '';
  const connection = connect({ host: '127.0.0.1', port: Number(host.split(':')[1]) });
  // The server may hang up before it has read everything.
  connection.on('error', () => undefined);
  const closed = new Promise<'closed'>((resolve) => connection.once('close', () => resolve('closed')));
  let received = '';
  connection.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    if (received.includes('"i":"last"') || closeFrame.test(received)) connection.destroy();
  });
  const answered = new Promise<void>((resolve) => connection.once('data', () => resolve()));
  await new Promise<void>((resolve) => connection.write(opening, () => resolve()));
  if (waits) await Promise.race([answered, closed]);
  await new Promise<void>((resolve) => connection.write(Buffer.concat([rest, Buffer.from(last)]), () => resolve()));
  if (leaves === 'half') connection.end();
  if (leaves === 'reset') connection.resetAndDestroy();
  if (leaves === 'atOnce') connection.destroy();
  const limit = new AbortController();
  const outcome = await Promise.race([closed, setTimeout(timeLimitMs, 'still open', { signal: limit.signal })]);
  limit.abort();
  connection.destroy();
  if (outcome !== 'closed') throw new Error(`The server left a client open for ${timeLimitMs} ms.`);
  return received;
}
