/**
 * Which pages of a list are being fetched, so that none is asked for twice, no change in between is missed, and what a
 * person scrolls past does not stand in line before what they arrive at.
 */
interface PagesUnderWay {
  /** Whether the page has to be fetched now; if so it counts as under way. */
  readonly begin: (page: number) => boolean;
  /** Says that the newest that is known of this page, or under way, is no longer the newest. */
  readonly outdate: (page: number) => void;
  /** Whether a page became outdated since its last fetch began. */
  readonly isOutdated: (page: number) => boolean;
  readonly end: (page: number) => void;
  /** Another list: what is under way does not count any more. */
  readonly forget: () => void;
}

/** @param most so many are fetched at once */
export function createPagesUnderWay(most: number): PagesUnderWay {
  const underWay = new Set<number>();
  const outdated = new Set<number>();
  return {
    begin(page) {
      if (underWay.has(page) || underWay.size >= most) return false;
      underWay.add(page);
      outdated.delete(page);
      return true;
    },
    outdate: (page) => void outdated.add(page),
    isOutdated: (page) => outdated.has(page),
    end: (page) => void underWay.delete(page),
    forget() {
      underWay.clear();
      outdated.clear();
    },
  };
}
