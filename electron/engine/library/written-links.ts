import type { Clock } from '../ports.ts';
import type { FileLink, LibraryLinks, LinkChanges, PathLinks } from '../tree/library-links.ts';

/** So long it is looked whether the links file still has what was written to it here. */
const watchedMs = 600_000;

interface Surroundings {
  /** Whether a file stands there now, its path spelled just so: of one that was moved its new path tells. */
  readonly isThere: (path: string) => Promise<boolean>;
  /** Whether something newer is to be written of a path. */
  readonly isSaidAnew: (path: string) => boolean;
  /** Keeps what is to be written again. */
  readonly writeAgain: (lost: LinkChanges) => void;
}

/**
 * What was written to the links file lately of paths of which it said nothing. Another computer may have read it before and
 * written it after, with what was said there alone; then it says nothing of them again, and what was said here is written
 * once more. Who says otherwise on purpose says something, however they spell the path.
 */
export function createWrittenLinks(clock: Pick<Clock, 'steadyMs'>, { isThere, isSaidAnew, writeAgain }: Surroundings) {
  const written = new Map<string, { readonly link: FileLink; readonly atMs: number }>();
  /** Written again already: whoever takes it out after that, by hand, means it. */
  const again = new Set<string>();

  return {
    /** @param before what the file said before */
    note(changes: LinkChanges, before: LibraryLinks): void {
      for (const [path, link] of changes) {
        const isFirst = !again.delete(path) && (written.has(path) || !before.has(path));
        if (link === undefined) written.delete(path);
        else if (isFirst) written.set(path, { link, atMs: clock.steadyMs() });
      }
    },

    /** Has what the file lost so written again. */
    async keepLost(read: PathLinks): Promise<void> {
      const standing = new Set<string>();
      for (const [path, { atMs }] of written) {
        if (clock.steadyMs() - atMs >= watchedMs) written.delete(path);
        else if (!read.has(path) && (await isThere(path))) standing.add(path);
      }
      const lost = new Map<string, FileLink>();
      for (const [path, { link }] of written) if (standing.has(path) && !isSaidAnew(path)) lost.set(path, link);
      if (lost.size === 0) return;
      writeAgain(lost);
      for (const path of lost.keys()) {
        written.delete(path);
        again.add(path);
      }
    },
  };
}

export type WrittenLinks = ReturnType<typeof createWrittenLinks>;
