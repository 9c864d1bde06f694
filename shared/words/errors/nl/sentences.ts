/** What an error says. */
export interface ErrorSentences {
  /** What happened. */
  readonly happened: string;
  /** What is safe; empty where nothing was at stake. */
  readonly safe: string;
}

export function said(happened: string, safe = ''): ErrorSentences {
  return { happened, safe };
}

export const fileUnchanged = 'Een bestand bekijken verandert er niets aan.';
export const safeInLibrary = 'Uw bestand staat onveranderd in de bibliotheek.';
export const fileUntouched = 'Uw bestand is onveranderd.';
export const nothingLost = 'Er gaat niets verloren.';
export const nothingSent = 'Er is niets verstuurd.';
export const nothingChanged = 'Er is niets gewijzigd.';
