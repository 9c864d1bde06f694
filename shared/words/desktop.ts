import type { HonestStatus } from '../rpc/honest-status.ts';
import type { Language } from './formats.ts';

/** What the desktop around the window says: tray, menus, notifications, and the questions before it ends. */
export interface DesktopWords {
  readonly open: string;
  readonly quit: string;
  /** An engine that does not start is tried again. */
  readonly keepTrying: string;
  /** The one thing to do that fits the state. */
  readonly doNow: Readonly<Record<DoNow, string>>;
  readonly publish: (drafts: number) => string;
  readonly leaving: {
    readonly transfers: (count: number) => string;
    readonly transfersContinue: string;
    readonly productImport: string;
    readonly importDoesNot: string;
    readonly finish: string;
    readonly now: string;
    readonly stay: string;
  };
  readonly update: {
    readonly ready: (version: string) => string;
    readonly whenQuit: string;
    readonly whenRestarted: string;
    readonly offer: (version: string) => string;
    readonly restart: string;
    readonly later: string;
  };
  readonly stillHere: { readonly title: string; readonly body: string };
  readonly news: Readonly<Record<NewsKind, (count: number, title: string) => string>>;
}

/** The states in which the tray leads to what explains them, and the two in which it does something itself. */
type DoNow =
  | Exclude<HonestStatus['kind'], 'unknown' | 'cutOff' | 'upToDate' | 'notCheckedLately'>
  | 'checkConnection'
  | 'tryNow';

/** What is told by a notification while nobody looks at the window. */
export type NewsKind = 'conflict' | 'paused' | 'savedLate' | 'needsYou' | 'released';

export const desktopWords: Readonly<Record<Language, DesktopWords>> = {
  en: {
    open: 'Open CAD Library Sync',
    quit: 'Quit',
    keepTrying: 'Keep trying',
    doNow: {
      notSetUp: 'Set up a connection …',
      noLibrary: 'Add a library …',
      paused: 'See why it is paused …',
      pausedByPerson: 'Show the paused library …',
      needsYou: 'See what needs you …',
      unassigned: 'Choose classes …',
      held: 'See what is held back …',
      connecting: 'Show activity',
      scanning: 'Show activity',
      settling: 'Show activity',
      missing: 'Show the library …',
      syncing: 'Show activity',
      checkConnection: 'Check the connection …',
      tryNow: 'Sync now',
    },
    publish: (n) => (n === 1 ? 'Publish 1 draft …' : `Publish ${n} drafts …`),
    leaving: {
      transfers: (n) => (n === 1 ? '1 transfer is not finished.' : `${n} transfers are not finished.`),
      transfersContinue: 'No file is lost if you quit now: transfers continue when the app starts again.',
      productImport: 'An import of product data is not finished.',
      importDoesNot: 'An import does not continue: if you quit now, nothing of it is imported.',
      finish: 'Finish, then quit',
      now: 'Quit now',
      stay: 'Cancel',
    },
    update: {
      ready: (version) => `Version ${version} is ready`,
      whenQuit: 'It is installed when you quit the app.',
      whenRestarted: 'It is installed when you restart the app for it.',
      offer: (version) => `Update to ${version} …`,
      restart: 'Restart now',
      later: 'Later',
    },
    stillHere: {
      title: 'CAD Library Sync keeps running',
      body: 'It keeps your library in step from the tray. To end it, choose Quit there.',
    },
    news: {
      conflict: (n, title) =>
        n === 1 ? `Changed here and on the service: ${title}` : `${n} files changed on both sides`,
      paused: (n, title) => (n === 1 ? `Paused: ${title}` : `${n} libraries are paused`),
      savedLate: (n, title) =>
        n === 1 ? `Saved after it was replaced: ${title}` : `${n} files were saved after they were replaced`,
      needsYou: (n) => (n === 1 ? '1 thing needs you' : `${n} things need you`),
      released: (n, title) => (n === 1 ? `Published: ${title}` : `${n} files published`),
    },
  },
  nl: {
    open: 'CAD Library Sync openen',
    quit: 'Afsluiten',
    keepTrying: 'Blijven proberen',
    doNow: {
      notSetUp: 'Verbinding instellen …',
      noLibrary: 'Bibliotheek toevoegen …',
      paused: 'Bekijken waarom dit is gepauzeerd …',
      pausedByPerson: 'Gepauzeerde bibliotheek tonen …',
      needsYou: 'Bekijken wat op u wacht …',
      unassigned: 'Klassen kiezen …',
      held: 'Bekijken wat wordt tegengehouden …',
      connecting: 'Activiteit tonen',
      scanning: 'Activiteit tonen',
      settling: 'Activiteit tonen',
      missing: 'Bibliotheek tonen …',
      syncing: 'Activiteit tonen',
      checkConnection: 'Verbinding controleren …',
      tryNow: 'Nu synchroniseren',
    },
    publish: (n) => (n === 1 ? '1 concept publiceren …' : `${n} concepten publiceren …`),
    leaving: {
      transfers: (n) => (n === 1 ? '1 overdracht is nog niet klaar.' : `${n} overdrachten zijn nog niet klaar.`),
      transfersContinue:
        'Er gaat geen bestand verloren als u nu afsluit: overdrachten gaan verder als de app weer start.',
      productImport: 'Een import van productgegevens is nog niet klaar.',
      importDoesNot: 'Een import gaat niet verder: als u nu afsluit, wordt er niets van geïmporteerd.',
      finish: 'Afmaken en afsluiten',
      now: 'Nu afsluiten',
      stay: 'Annuleren',
    },
    update: {
      ready: (version) => `Versie ${version} staat klaar`,
      whenQuit: 'De update wordt geïnstalleerd als u de app afsluit.',
      whenRestarted: 'De update wordt geïnstalleerd als u de app daarvoor opnieuw start.',
      offer: (version) => `Bijwerken naar ${version} …`,
      restart: 'Nu opnieuw starten',
      later: 'Later',
    },
    stillHere: {
      title: 'CAD Library Sync blijft draaien',
      body: 'De app houdt uw bibliotheek bij vanuit het systeemvak. Kies daar Afsluiten om te stoppen.',
    },
    news: {
      conflict: (n, title) =>
        n === 1 ? `Hier en bij de service gewijzigd: ${title}` : `${n} bestanden zijn aan beide kanten gewijzigd`,
      paused: (n, title) => (n === 1 ? `Gepauzeerd: ${title}` : `${n} bibliotheken zijn gepauzeerd`),
      savedLate: (n, title) =>
        n === 1 ? `Opgeslagen na vervanging: ${title}` : `${n} bestanden zijn na vervanging opgeslagen`,
      needsYou: (n) => (n === 1 ? '1 ding wacht op u' : `${n} dingen wachten op u`),
      released: (n, title) => (n === 1 ? `Gepubliceerd: ${title}` : `${n} bestanden gepubliceerd`),
    },
  },
};
