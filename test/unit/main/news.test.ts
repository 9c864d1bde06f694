import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNews } from '../../../electron/main/news.ts';
import type { ActivityRecord } from '../../../shared/rpc/activity-records.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import { Notification } from '../../fakes/electron/electron.ts';
import { exampleStatus } from '../../fakes/window/example-status.ts';
import { createHandClock } from './hand-clock.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

const key = 'Revit/2025/EC011022/7/MC000101/2/Template';
const entry = (kind: ActivityRecord['kind'], title = 'pump.rfa'): ActivityRecord => ({
  activityId: 1,
  atMs: 0,
  kind,
  title,
  key,
});
const quiet = exampleStatus('quiet', [], []);

function startNews({ isSeen = false, ...settings }: Partial<Settings> & { isSeen?: boolean } = {}) {
  const clock = createHandClock();
  const lead = vi.fn();
  const news = createNews({ clock, isSeen: () => isSeen, lead });
  onTestFinished(() => news.stop());
  const status = { ...quiet, settings: { ...quiet.settings, ...settings } };
  news.status(status);
  const said = () => Notification.shown.map(({ options }) => options.body);
  return { clock, lead, news, status, said };
}

beforeEach(() => void (Notification.shown = []));

describe('what happens while nobody looks', () => {
  it('is told, and leads to the file it is about', () => {
    const { clock, lead, news, said } = startNews();
    news.activity(entry('conflictFound'));
    clock.pass(1_500);
    expect(said()).toEqual(['Changed here and on the service: pump.rfa']);
    Notification.shown[0]?.emit('click');
    expect(lead).toHaveBeenCalledExactlyOnceWith({ kind: 'file', key });
  });

  it('is told together where it happens together, and leads to the list', () => {
    const { clock, lead, news, said } = startNews();
    for (let n = 0; n < 40; n += 1) news.activity(entry('released', `pump ${n}.rfa`));
    clock.pass(1_500);
    expect(said()).toEqual(['40 files published']);
    Notification.shown[0]?.emit('click');
    expect(lead).toHaveBeenCalledExactlyOnceWith({ kind: 'action', action: 'activity' });
  });

  it('is told when more needs the person than before, and not what was there already', () => {
    const { clock, news, status, said } = startNews();
    const counts = { ...status.counts, needsYou: 3 };
    const needing = (needsAttention: number) =>
      news.status({ ...status, counts, queue: { ...status.queue, needsAttention }, refusedWrites: needsAttention });
    needing(0);
    clock.pass(1_500);
    expect(said()).toEqual([]);
    needing(2);
    clock.pass(1_500);
    needing(1);
    clock.pass(1_500);
    // As the foot of the window counts them.
    expect(said()).toEqual(['5 things need you']);
  });

  it('is not told of every save', () => {
    const { clock, news, said } = startNews();
    for (const kind of ['uploaded', 'downloaded', 'adopted', 'connected'] as const) news.activity(entry(kind));
    clock.pass(1_500);
    expect(said()).toEqual([]);
  });
});

describe('nothing is told', () => {
  it.each([
    ['to a person who looks at the window', { isSeen: true }],
    ['to a person who wants no notifications', { notifications: 'none' }],
    ['of a release to a person who wants to hear only what needs them', { notifications: 'needsYou' }],
  ] as const)('%s', (_who, settings) => {
    const { clock, news, said } = startNews(settings);
    news.activity(entry('released'));
    clock.pass(1_500);
    expect(said()).toEqual([]);
  });
});
