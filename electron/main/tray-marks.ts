/**
 * What the icon in the tray can show, each a picture `icons/<mark>.png`. `idle`: nothing goes on, and it is not known to
 * be up to date.
 */
export const trayMarks = ['upToDate', 'working', 'needsYou', 'idle'] as const;
export type TrayMark = (typeof trayMarks)[number];
