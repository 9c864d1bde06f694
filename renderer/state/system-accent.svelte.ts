import { readPostedAccent } from '../../shared/rpc/window-accent.ts';

/** The accent colour of the system, as far as it is told. */
export interface SystemAccent {
  /** `#rrggbb`; `undefined` where nobody tells. */
  readonly colour: string | undefined;
  readonly close: () => void;
}

/**
 * Follows the accent colour of the system. The desktop app is told by its main process; a browser gives it to its pages as
 * a colour of CSS, if it does, and says nothing when it changes: it is looked at again when the page is.
 */
export function createSystemAccent(page: Window): SystemAccent {
  let told = $state<string>();
  let seen = $state(accentOfBrowser(page));
  const onmessage = (message: MessageEvent<unknown>): void => {
    told = (message.source === page ? readPostedAccent(message.data) : undefined) ?? told;
  };
  const lookAgain = (): void => void (seen = accentOfBrowser(page));
  page.addEventListener('message', onmessage);
  page.addEventListener('focus', lookAgain);
  return {
    get colour() {
      return told ?? seen;
    },
    close() {
      page.removeEventListener('message', onmessage);
      page.removeEventListener('focus', lookAgain);
    },
  };
}

function accentOfBrowser({ document }: Window): string | undefined {
  if (!CSS.supports('color', 'AccentColor')) return undefined;
  const probe = document.createElement('i');
  probe.style.color = 'AccentColor';
  document.body.append(probe);
  const shares = getComputedStyle(probe).color.match(/\d+/g)?.slice(0, 3) ?? [];
  probe.remove();
  return shares.length === 3
    ? `#${shares.map((share) => Number(share).toString(16).padStart(2, '0')).join('')}`
    : undefined;
}
