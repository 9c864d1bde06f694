import type { App } from './app.svelte.ts';
import type { UnsentForms } from './unsent-forms.svelte.ts';

/** Whether the form with which a library is added is open. It stays so while other views are looked at. */
export const addingLibrary = (forms: UnsentForms): { isOpen: boolean } =>
  forms.of('adding a library', () => ({ isOpen: false }));

/** Leads to the form with which a library is added. */
export function addLibrary({ forms, router }: Pick<App, 'forms' | 'router'>): void {
  addingLibrary(forms).isOpen = true;
  router.go({ view: 'settings', section: 'libraries' });
}
