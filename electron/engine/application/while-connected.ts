import type { ViewCaller } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';

/**
 * A caller for work of several requests that are all about one service: what they name (an id, a file that was sent) is
 * something else, or nothing, at any other.
 * @param isConnected whether it is still that one which `views` asks
 * @returns one whose every request throws AppError `cancelled` once it is another
 */
export function whileConnected(views: ViewCaller, isConnected: () => boolean): ViewCaller {
  const asked = (): ViewCaller => {
    if (isConnected()) return views;
    throw new AppError('cancelled');
  };
  return {
    asks: views.asks,
    call: async (...given) => asked().call(...given),
    callUnlessSeen: async (...given) => asked().callUnlessSeen(...given),
    upload: async (...given) => asked().upload(...given),
    download: async (...given) => asked().download(...given),
  };
}
