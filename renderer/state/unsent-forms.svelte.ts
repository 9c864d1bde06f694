/**
 * What a person entered and chose in forms and did not send yet, by what it is about: views come and go, and what was
 * entered stays for as long as the window is open. Secrets never go here.
 */
export interface UnsentForms {
  /** The form as it was left, else as it begins. About one thing there is only ever one kind of form. */
  readonly of: <T extends object>(about: string, begin: () => T) => T;
  /** It was sent, or given up: the next one begins afresh. */
  readonly done: (about: string) => void;
}

export function createUnsentForms(): UnsentForms {
  const forms = new Map<string, object>();
  return {
    of<T extends object>(about: string, begin: () => T): T {
      const left = forms.get(about);
      if (left) return left as T;
      const form = $state(begin());
      forms.set(about, form);
      return form;
    },
    done: (about) => void forms.delete(about),
  };
}
