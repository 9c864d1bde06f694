/** For what only one of may run at a time. */
interface Turn {
  readonly isTaken: boolean;
  /** Does that, unless something is being done already. */
  readonly take: (work: () => Promise<unknown>) => Promise<void>;
  /** The same for a form, as its `onsubmit`: Enter may be pressed again before it was sent. */
  readonly submit: (send: () => Promise<unknown>) => (event: SubmitEvent) => Promise<void>;
}

export function createTurn(): Turn {
  let isTaken = $state(false);
  async function take(work: () => Promise<unknown>): Promise<void> {
    if (isTaken) return;
    isTaken = true;
    try {
      await work();
    } finally {
      isTaken = false;
    }
  }
  return {
    get isTaken() {
      return isTaken;
    },
    take,
    submit: (send) => (event) => {
      event.preventDefault();
      return take(send);
    },
  };
}
