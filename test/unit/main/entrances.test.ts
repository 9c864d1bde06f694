import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listenToDesktop } from '../../../electron/main/entrances.ts';
import { preventable } from '../../fakes/electron/preventable.ts';
import { app } from '../../fakes/electron/electron.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

const link = 'cadsync://product/8719900100018';
const wish = { kind: 'product', gtin: '8719900100018' };

function listen(platform: NodeJS.Platform = 'linux') {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
  const show = vi.fn();
  const send = vi.fn();
  const entrances = listenToDesktop();
  onTestFinished(() => {
    entrances.stop();
    vi.restoreAllMocks();
  });
  return { show, send, open: () => entrances.open({ show, wishes: { send } }) };
}

beforeEach(() => {
  app.removeAllListeners();
  app.isPackaged = true;
  app.schemes.length = 0;
});

describe('the app that runs', () => {
  it('shows its window when it is started a second time, or called from the dock', () => {
    const { show, send, open } = listen();
    open();
    app.emit('second-instance', {}, ['/opt/app'], '/');
    app.emit('activate');
    expect(show).toHaveBeenCalledTimes(2);
    expect(send).not.toHaveBeenCalled();
  });

  it('goes where a link leads, by a second start or as macOS tells it', () => {
    const { send, open } = listen();
    open();
    app.emit('second-instance', {}, ['/opt/app', link], '/');
    const event = preventable();
    app.emit('open-url', event, link);
    expect(event.defaultPrevented).toBe(true);
    expect(send.mock.calls).toEqual([[wish], [wish]]);
  });

  it('shows itself as it is where a link leads nowhere', () => {
    const { show, send, open } = listen();
    open();
    app.emit('second-instance', {}, ['/opt/app', 'cadsync://file/../../etc/passwd'], '/');
    expect(send).not.toHaveBeenCalled();
    expect(show).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['win32', ['cadsync']],
    ['darwin', []],
  ] as const)('is the program for its links, where no installer says so (%s)', (platform, schemes) => {
    listen(platform).open();
    expect(app.schemes).toEqual(schemes);
  });
});

describe('the app that starts', () => {
  it('goes where the link leads that started it, which macOS tells once, before the app is ready', () => {
    const { show, send, open } = listen('darwin');
    app.emit('open-url', preventable(), link);
    app.emit('second-instance', {}, ['/opt/app'], '/');
    open();
    expect(send.mock.calls).toEqual([[wish]]);
    expect(show).not.toHaveBeenCalled();
  });

  it('shows its window to whoever starts it once more meanwhile', () => {
    const { show, open } = listen();
    app.emit('second-instance', {}, ['/opt/app'], '/');
    open();
    expect(show).toHaveBeenCalledTimes(1);
  });

  it('shows nothing of its own accord', () => {
    const { show, send, open } = listen('darwin');
    app.emit('activate');
    open();
    expect([show, send].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
});
