import { describe, expect, it } from 'vitest';
import { createEventHub } from '../../../electron/engine/event-hub.ts';

const emit = (hub: ReturnType<typeof createEventHub>, count: number): void => {
  for (let event = 0; event < count; event += 1) hub.emit({ kind: 'queue' });
};

describe('the events', () => {
  it('reach who was away, from where they left, and go on', async () => {
    const hub = createEventHub();
    emit(hub, 5);
    const abort = new AbortController();
    const ids: number[] = [];
    for await (const { id } of hub.after(2, abort.signal)) {
      ids.push(id);
      if (id === 5) emit(hub, 1);
      if (id === 6) abort.abort();
    }
    expect(ids).toEqual([3, 4, 5, 6]);
  });

  it('end at once for who missed more than is kept, or comes from another run', async () => {
    const hub = createEventHub();
    emit(hub, 1_500);
    expect((await hub.after(10).next()).done).toBe(true);
    expect((await hub.after(9_999).next()).done).toBe(true);
  });

  it('wake who waits, and end when they leave', async () => {
    const hub = createEventHub();
    const abort = new AbortController();
    const events = hub.after(0, abort.signal);
    const next = events.next();
    emit(hub, 1);
    expect((await next).value).toMatchObject({ id: 1 });
    const last = events.next();
    abort.abort();
    expect((await last).done).toBe(true);
  });
});
