/** What a file takes from its library where neither link, path nor its own header say otherwise. */
export interface LibraryDefaults {
  readonly applicationName: string;
  readonly applicationVersion: string;
  readonly contentType: string;
  readonly languageCode?: string | undefined;
}
