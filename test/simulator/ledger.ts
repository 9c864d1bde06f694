import type { ContentKeyText } from '../../shared/model/content-key.ts';
import type { Sha256 } from '../../shared/model/sha256.ts';
import { sha256Of } from '../fakes/engine/disk.ts';

export interface ReleaseWish {
  /** The bytes asked for; `undefined` where nobody knew them, because the service has the file and tells no hashes. */
  readonly sha256: Sha256 | undefined;
  /** The service that was connected; it is made nowhere else. */
  readonly serviceId: string | undefined;
}

/** What designers did, kept apart from the engine: what the invariants are judged by. Every save has a text of its own. */
export function createLedger() {
  /** Texts that a file had when its program had finished writing it. */
  const whole = new Set<string>();
  /** Texts that a file had while its program was still writing. */
  const torn = new Set<string>();
  /** What its designer had in front of them when a text became the file of a key at a site. */
  const lineage = new Map<string, Set<string>>();
  /** How many drafts of a key may hold a text: as often as a designer made it the file's content. */
  const allowances = new Map<string, number>();
  const releases = new Map<ContentKeyText, ReleaseWish[]>();
  const lineageKey = (site: string, key: string, text: string): string => `${site}|${key}|${text}`;
  const promised = new Set<ContentKeyText>();
  const traceless = new Map<string, number>();
  const broughtBack = new Set<ContentKeyText>();
  let lastText = 0;

  return {
    whole,
    torn,

    /**
     * A text that no file had before.
     * @param leastLength how long it is at least
     * @param program with which it says that it was made
     */
    newText(site: string, leastLength: number | undefined, program: string): string {
      const maker = ` by ${site} program:${program}`;
      return `t${String((lastText += 1)).padStart(Math.max(5, (leastLength ?? 0) - maker.length - 1), '0')}${maker}`;
    },

    /** A text became the content of a key's file at a site, made by somebody who had seen `seen`. */
    noteState(site: string, key: ContentKeyText, text: string, seen: Iterable<string>): void {
      whole.add(text);
      this.noteSeen(site, key, text, seen);
      allowances.set(`${key}|${text}`, (allowances.get(`${key}|${text}`) ?? 0) + 1);
    },

    noteSeen(site: string, key: ContentKeyText, text: string, seen: Iterable<string>): void {
      const id = lineageKey(site, key, text);
      lineage.set(id, new Set([...(lineage.get(id) ?? []), ...seen]));
    },

    /** The bytes of a file changed at a site, and nothing else of it. */
    noteTraceless: (site: string): unknown => traceless.set(site, (traceless.get(site) ?? 0) + 1),
    tracelessChanges: (site: string): number => traceless.get(site) ?? 0,

    /** A designer chose their text although there is another one. */
    noteKeptMine(site: string, key: ContentKeyText, text: string, theirs: Iterable<string>): void {
      this.noteState(site, key, text, theirs);
    },

    /**
     * Whether one of the sites made `text` knowing `before`: where a service was brought back to an earlier state, also by
     * what came of it.
     */
    knewOf(sites: readonly string[], key: ContentKeyText, text: string, before: string): boolean {
      const knownOf = (of: string): string[] =>
        sites.flatMap((site) => [...(lineage.get(lineageKey(site, key, of)) ?? [])]);
      const known = new Set(knownOf(text));
      // A set goes on with what is added to it meanwhile.
      if (broughtBack.has(key)) for (const one of known) for (const older of knownOf(one)) known.add(older);
      return known.has(before);
    },

    allowedDrafts: (key: ContentKeyText, text: string): number => allowances.get(`${key}|${text}`) ?? 0,

    /** A release was queued, and whoever asked for it was told so: it is made, or a person takes it back. */
    noteReleasePromised: (key: ContentKeyText): unknown => promised.add(key),
    noteReleaseOver: (key: ContentKeyText): unknown => promised.delete(key),
    releasesPromised: (): ReadonlySet<ContentKeyText> => promised,

    /** Versions of the key are gone from a service that was brought back. */
    noteBroughtBack(key: ContentKeyText): void {
      broughtBack.add(key);
      promised.delete(key);
    },
    wasBroughtBack: (key: ContentKeyText): boolean => broughtBack.has(key),

    noteReleaseWished: (key: ContentKeyText, wish: ReleaseWish): unknown =>
      releases.set(key, [...(releases.get(key) ?? []), wish]),
    releasesWished: (key: ContentKeyText): number => releases.get(key)?.length ?? 0,

    /** How often these bytes were asked to be released, or may have been. */
    timesWished: (key: ContentKeyText, wanted: Sha256): number =>
      (releases.get(key) ?? []).filter(({ sha256 }) => sha256 === undefined || sha256 === wanted).length,

    /** Whether somebody asked a service to release these bytes. */
    isReleaseWished: (key: ContentKeyText, text: string, at: string): boolean =>
      (releases.get(key) ?? []).some(
        ({ sha256, serviceId }) => serviceId === at && (sha256 === undefined || sha256 === sha256Of(text)),
      ),
  };
}

export type Ledger = ReturnType<typeof createLedger>;
