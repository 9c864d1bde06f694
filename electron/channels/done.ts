/** A handler for a call that has nothing to tell but that it is done. */
export const done =
  <Given>(work: (given: Given) => unknown) =>
  async (given: Given) => {
    await work(given);
    return {};
  };
