import type { Language } from '../../shared/words/formats.ts';

type SayDetail = (detail: string) => string;

/**
 * Says in the language of the window what an error is about: the engine tells it in English. The words for it are loaded
 * when something is said first; until they are there, and where they cannot be loaded, it stays English.
 */
export function createDetails(language: () => Language): SayDetail {
  let inDutch = $state.raw<SayDetail>();
  let loading: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    inDutch = (await import('../texts/nl/details.ts')).sayDetail;
  };
  return (detail) => {
    if (language() === 'en') return detail;
    loading ??= load().catch(() => (loading = undefined));
    return inDutch?.(detail) ?? detail;
  };
}
