import { app } from 'electron';
import type { WindowWish } from '../../shared/rpc/window-wish.ts';
import { linkAmong, linkScheme, readLink } from './deep-links.ts';
import type { Wishes } from './wishes.ts';

/** Where the entrances lead. */
interface Inside {
  readonly show: () => void;
  readonly wishes: Pick<Wishes, 'send'>;
}

/** The ways into the app while it runs: a second start, the dock, and links. */
export interface Entrances {
  /** Goes where a link leads; one that leads nowhere shows the window as it is. */
  follow(link: string): void;
  /** Lets in who came before, and from now on whoever comes. Electron has to be ready. */
  open(inside: Inside): void;
  stop(): void;
}

/** Listens to the desktop for whoever wants in. What starts the app is told before Electron is ready, and only once. */
export function listenToDesktop(): Entrances {
  let inside: Inside | undefined;
  let waiting: WindowWish | 'window' | undefined;

  /** @param wish none: the window as it is */
  function enter(wish?: WindowWish): void {
    if (!inside) waiting = wish ?? waiting ?? 'window';
    else if (wish) inside.wishes.send(wish);
    else inside.show();
  }
  const follow = (link: string): void => enter(readLink(link));
  const onSecondStart = (_event: unknown, argv: readonly string[]): void => {
    const link = linkAmong(argv);
    enter(link === undefined ? undefined : readLink(link));
  };
  const onActivate = (): void => enter();
  // On macOS a link comes this way, also the one that starts the app.
  const onLink = (event: { preventDefault: () => void }, link: string): void => {
    event.preventDefault();
    follow(link);
  };
  app.on('second-instance', onSecondStart);
  app.on('open-url', onLink);
  return {
    follow,
    open(into) {
      // Installers of macOS and Linux register the scheme; Windows has it from the app.
      if (app.isPackaged && process.platform === 'win32') app.setAsDefaultProtocolClient(linkScheme);
      inside = into;
      if (waiting) enter(waiting === 'window' ? undefined : waiting);
      app.on('activate', onActivate);
    },
    stop() {
      app.off('second-instance', onSecondStart);
      app.off('activate', onActivate);
      app.off('open-url', onLink);
    },
  };
}
