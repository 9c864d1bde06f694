import type { ViewCaller } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';

/** Has something done, or not, or later. */
type Pass = <T>(ask: () => Promise<T>) => Promise<T>;

/** The same views, where every request is made by way of `pass`. */
export function viewsThrough(views: ViewCaller, pass: Pass): ViewCaller {
  return {
    asks: views.asks,
    call: (...given) => pass(() => views.call(...given)),
    callUnlessSeen: (...given) => pass(() => views.callUnlessSeen(...given)),
    upload: (...given) => pass(() => views.upload(...given)),
    download: (...given) => pass(() => views.download(...given)),
  };
}

/**
 * A caller for work of several requests that are all about one service: what they name (an id, a file that was sent) is
 * something else, or nothing, at any other.
 * @param isConnected whether it is still that one which `views` asks
 * @returns one whose every request throws AppError `cancelled` once it is another
 */
export function whileConnected(views: ViewCaller, isConnected: () => boolean): ViewCaller {
  return viewsThrough(views, async (ask) => {
    if (isConnected()) return ask();
    throw new AppError('cancelled');
  });
}
