import { app, type Session, type WebContents } from 'electron';

/**
 * Takes from pages what no page of this app needs: going elsewhere, opening windows, and every permission. Applies to
 * whatever holds a page, whoever makes it.
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

/** Denies every permission a page may ask for or look up, and every device. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}
