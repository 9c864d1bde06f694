import { actionNames, type ActionName } from './actions.ts';

/** What the desktop around the window (a menu, the tray, a notification, a link) has the window do. */
export type WindowWish =
  | { readonly kind: 'action'; readonly action: ActionName }
  | { readonly kind: 'product'; readonly gtin: string }
  | { readonly kind: 'file'; readonly key: string };

/** The channel from the main process to the preload script, and the name under which that posts a wish into its page. */
export const wishChannel = 'cadsync:wish';

/** What the preload script posts into its page. */
export interface PostedWish {
  readonly kind: typeof wishChannel;
  readonly wish: WindowWish;
}

/** Reads what was posted into the page; anything else than a wish is `undefined`. */
export function readPostedWish(data: unknown): WindowWish | undefined {
  const { kind, wish } = (data ?? {}) as Partial<PostedWish>;
  if (kind !== wishChannel || wish === undefined) return undefined;
  switch (wish.kind) {
    case 'action':
      return actionNames.includes(wish.action) ? wish : undefined;
    case 'product':
      return typeof wish.gtin === 'string' ? wish : undefined;
    case 'file':
      return typeof wish.key === 'string' ? wish : undefined;
    default:
      return undefined;
  }
}
