/** Which pages of a list are being fetched, so that none is asked for twice and no change in between is missed. */
export interface PagesUnderWay {
  /** Whether the page has to be fetched now; if so it counts as under way. */
  readonly begin: (page: number) => boolean;
  /** Says that what is under way for this page is no longer the newest. */
  readonly outdate: (page: number) => void;
  /** Ends a fetch; tells whether the page became outdated meanwhile and has to be fetched once more. */
  readonly end: (page: number) => boolean;
  /** Another list: what is under way does not count any more. */
  readonly forget: () => void;
}

export function createPagesUnderWay(): PagesUnderWay {
  const underWay = new Set<number>();
  const outdated = new Set<number>();
  return {
    begin(page) {
      if (underWay.has(page)) return false;
      underWay.add(page);
      return true;
    },
    outdate(page) {
      if (underWay.has(page)) outdated.add(page);
    },
    end(page) {
      underWay.delete(page);
      return outdated.delete(page);
    },
    forget() {
      underWay.clear();
      outdated.clear();
    },
  };
}
