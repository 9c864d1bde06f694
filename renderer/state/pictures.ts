import type { PictureRecord } from '../../shared/rpc/picture-record.ts';
import type { EngineClient } from '../connect/engine-client.ts';

/** So many are asked for at once; the others may still be taken back. */
const askedAtOnce = 8;
/** What has to be drawn is drawn one after the other anyway; what waits here can be taken back. */
const drawnAtOnce = 1;
/** What is kept to be shown again at once, in characters of their addresses: a thousand usual previews. */
const keptCharacters = 24 * 2 ** 20;
/** As large as a picture is shown anywhere, on a screen with two pixels for one. */
const sizePixels = 512;

/** Whose picture is wanted: of these bytes, which the file has or had; of those that it has, where nobody hashed them yet. */
type Pictured = { readonly fileId: string } & (
  | { readonly sha256: string }
  | { readonly sha256: undefined; readonly sizeBytes: number; readonly modifiedAtMs: number }
);

/** The pictures of files that the window has shown, by the hash of their bytes; what it has not, it asks the engine for. */
export interface Pictures {
  /** The address of a picture that is at hand. */
  known(of: Pictured): string | undefined;
  /**
   * @param signal nobody looks at it any more; there is none then
   * @returns the address of the picture; `undefined` where there is none, or it cannot be asked for now
   */
  ask(of: Pictured, signal: AbortSignal): Promise<string | undefined>;
}

export function createPictures(client: Pick<EngineClient, 'pictures'>): Pictures {
  const shelf = createShelf();
  /** Of bytes that nobody hashed before: what shows nothing is asked for again each time it comes in sight. */
  const hashes = createShelf();
  const finding = createLine(askedAtOnce);
  const drawing = createLine(drawnAtOnce);

  return {
    known: (of) => shelf.find(shelfName(of)),
    async ask(of, signal) {
      const { fileId } = of;
      const name = shelfName(of);
      const hash = () => client.pictures.hashOf({ fileId }, { signal }).catch(() => undefined);
      const sha256 = of.sha256 ?? hashes.find(name) ?? (await finding(signal, hash))?.sha256;
      if (sha256 === undefined) return undefined;
      if (of.sha256 === undefined) hashes.keep(name, sha256);
      const question = { fileId, sha256, sizePixels };
      // Why there is none tells a person nothing: a drawing stands in its place.
      const inside = await finding(signal, () => client.pictures.get(question, { signal }).catch(() => undefined));
      const found = inside?.isDrawable
        ? await drawing(signal, () => client.pictures.draw(question, { signal }).catch(() => undefined))
        : inside;
      const address = found?.picture && addressOf(found.picture);
      if (address !== undefined) shelf.keep(name, address);
      return address;
    },
  };
}

const shelfName = (of: Pictured): string => of.sha256 ?? `${of.fileId} ${of.sizeBytes} ${of.modifiedAtMs}`;

/** Lets so many calls run at once; the others wait, and who gives up while waiting never calls. */
function createLine(atOnce: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  function next(): void {
    while (running < atOnce) {
      const start = waiting.shift();
      if (!start) return;
      start();
    }
  }

  return <T>(signal: AbortSignal, call: () => Promise<T | undefined>): Promise<T | undefined> =>
    new Promise((resolve) => {
      waiting.push(() => {
        if (signal.aborted) return resolve(undefined);
        running += 1;
        // A call that is taken back may never be answered.
        void Promise.race([call(), untilAborted(signal)]).then((answer) => {
          running -= 1;
          resolve(answer);
          next();
        });
      });
      next();
    });
}

const untilAborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));

const addressOf = ({ mediaType, base64 }: PictureRecord): string => `data:${mediaType};base64,${base64}`;

/** Keeps what was shown last by its name, up to a size. */
function createShelf() {
  const kept = new Map<string, string>();
  let characters = 0;
  return {
    find(name: string): string | undefined {
      const address = kept.get(name);
      if (address === undefined) return undefined;
      // Last in the order of a map is what was put into it last.
      kept.delete(name);
      kept.set(name, address);
      return address;
    },
    keep(name: string, address: string): void {
      characters += address.length - (kept.get(name)?.length ?? 0);
      kept.set(name, address);
      for (const [oldest, { length }] of kept) {
        if (characters <= keptCharacters) return;
        kept.delete(oldest);
        characters -= length;
      }
    },
  };
}
