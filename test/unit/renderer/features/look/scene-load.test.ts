import { beforeEach, describe, expect, it } from 'vitest';
import { createSceneLoad } from '../../../../../renderer/features/look/scene-load.svelte.ts';
import type { Session, SessionNews } from '../../../../../renderer/state/session.svelte.ts';

let listeners: Set<(news: SessionNews) => void>;
let tries: number;
let session: Session;
const settled = () => new Promise((resolve) => setImmediate(resolve));
const begin = () => createSceneLoad(session, () => ({ fileId: 'pump', side: {} }));
const comeBack = () => [...listeners].forEach((listen) => listen({ kind: 'snapshot' }));

beforeEach(() => {
  listeners = new Set();
  tries = 0;
  const gone = {
    connected: false,
    client: { looks: { open: () => ((tries += 1), Promise.reject(new Error('The connection ended.'))) } },
    subscribe(listener: (news: SessionNews) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  session = gone as unknown as Session;
});

describe('a model that is read while the app goes away', () => {
  it('is read again once the app is back, and is said to be under way until then', async () => {
    const load = begin();
    await settled();
    expect([load.isUnderWay, load.error, tries]).toEqual([true, undefined, 1]);
    comeBack();
    await settled();
    expect(tries).toBe(2);
    expect(listeners.size).toBe(1);
  });

  it('is not read again by somebody who went elsewhere', async () => {
    const load = begin();
    await settled();
    load.cancel();
    comeBack();
    await settled();
    expect([tries, listeners.size]).toEqual([1, 0]);
  });
});
