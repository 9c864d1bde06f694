/** The channel from the main process to the preload script, and the name under which that posts into its page. */
export const accentChannel = 'cadsync:accent';

/** What the preload script posts into its page: the accent colour of the system. */
export interface PostedAccent {
  readonly kind: typeof accentChannel;
  readonly colour: string;
}

/** Reads what was posted into the page; anything else than a colour (`#rrggbb`) is `undefined`. */
export function readPostedAccent(data: unknown): string | undefined {
  const { kind, colour } = (data ?? {}) as Partial<PostedAccent>;
  return kind === accentChannel && typeof colour === 'string' && /^#[0-9a-f]{6}$/.test(colour) ? colour : undefined;
}
