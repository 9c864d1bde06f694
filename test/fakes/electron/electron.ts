/** A stand-in for the module `electron`, as far as the main process uses it. */
export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { autoUpdater, dialog, nativeTheme, powerMonitor, screen, shell, systemPreferences } from './desktop.ts';
export { ipcMain } from './ipc-main.ts';
export { MessageChannelMain } from './message-ports.ts';
export { Menu, Notification, Tray } from './tray.ts';
export { protocol, session } from './session.ts';
export { utilityProcess } from './utility-process.ts';
