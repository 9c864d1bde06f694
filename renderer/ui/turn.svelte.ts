import { tick } from 'svelte';

/** For what only one of may run at a time. */
interface Turn {
  readonly isTaken: boolean;
  /** Does that, unless something is being done already. */
  readonly take: (work: () => Promise<unknown>) => Promise<void>;
  /**
   * The same for a form, as its `onsubmit`: Enter may be pressed again before it was sent. Where a field is wrong, the
   * keyboard goes to the first of them.
   */
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
    submit: (send) => async (event) => {
      event.preventDefault();
      const [form, before] = [event.currentTarget, document.activeElement];
      await take(send);
      await tick();
      if (form instanceof HTMLFormElement) goToFault(form, before);
    },
  };
}

/** Not where the person is at something else by then. @param before what had the keyboard when they sent the form */
function goToFault(form: HTMLFormElement, before: Element | null): void {
  const active = document.activeElement;
  if (active === document.body || active === before) form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}
