/**
 * What a person entered and chose in forms and did not send yet, by what it is about: views come and go, and what was
 * entered stays for as long as the window is open. Secrets never go here.
 */
export interface UnsentForms {
  /**
   * The form as it was left, else as it begins: also where it would begin otherwise by now, because what it changes is
   * not as it was. About one thing there is only ever one kind of form.
   */
  readonly of: <T extends object>(about: string, begin: () => T) => T;
  /** It was sent, or given up: the next one begins afresh. */
  readonly done: (about: string) => void;
}

export function createUnsentForms(): UnsentForms {
  const forms = new Map<string, { readonly form: object; readonly begun: string }>();
  return {
    of<T extends object>(about: string, begin: () => T): T {
      const form = $state(begin());
      const begun = JSON.stringify(form);
      const left = forms.get(about);
      if (left?.begun === begun) return left.form as T;
      forms.set(about, { form, begun });
      return form;
    },
    done: (about) => void forms.delete(about),
  };
}
