import type { UnsentForms } from './unsent-forms.svelte.ts';

/** What a person chose to publish: these releases, or all there are and that come. */
interface ChosenReleases {
  only: ReadonlySet<string> | undefined;
}

/** It stays while other views are looked at. */
export function chosenReleases(forms: UnsentForms): ChosenReleases {
  return forms.of<ChosenReleases>('releases', () => ({ only: undefined }));
}
