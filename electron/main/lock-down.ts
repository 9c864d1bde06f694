import { app, type Session, type WebContents } from 'electron';

/**
 * Takes from pages what no page of this app needs: going elsewhere and opening windows. Applies to whatever holds a page,
 * whoever makes it.
 */
export function lockDownPages(): void {
  app.on('web-contents-created', (_event, contents) => lockDown(contents));
}

function lockDown(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  // Frames inside of the page go by this event only.
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** With this a page may put text on the clipboard when somebody presses a button; it cannot read what is there. */
const granted = 'clipboard-sanitized-write';

/** Denies every other permission a page may ask for or look up, and every device. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, decide) => decide(permission === granted));
  session.setPermissionCheckHandler((_contents, permission) => permission === granted);
  session.setDevicePermissionHandler(() => false);
}
