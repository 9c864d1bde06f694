import type { HonestStatus } from '../rpc/honest-status.ts';
import type { Formats, Language } from './formats.ts';
import { cutOffInWords } from './reachability.ts';

/** The state of everything in words: a headline, and how it goes on. */
export interface ToldStatus {
  readonly headline: string;
  readonly more: string;
}

/** @param shown `count` as the language writes it */
type TellCount = (count: number, shown: string) => ToldStatus;

interface Words {
  readonly plain: Readonly<Record<'unknown' | 'notSetUp' | 'connecting' | 'noLibrary' | 'scanning', ToldStatus>>;
  readonly counted: Readonly<
    Record<'needsYou' | 'settling' | 'missing' | 'syncing' | 'unassigned' | 'held', TellCount>
  >;
  readonly paused: (library: string) => ToldStatus;
  readonly pausedByPerson: (library: string) => ToldStatus;
  readonly notChecked: (wasEver: boolean) => ToldStatus;
  readonly upToDate: (checked: string) => ToldStatus;
}

const words: Record<Language, Words> = {
  en: {
    plain: {
      unknown: { headline: 'Status unknown', more: 'the connection to the app is lost' },
      notSetUp: { headline: 'Not connected yet', more: 'set up a service, or try the demo' },
      connecting: { headline: 'Connecting to the service', more: 'one moment' },
      noLibrary: { headline: 'No library yet', more: 'add the folder you work in' },
      scanning: { headline: 'Scanning the folders', more: 'comparing what is there with what is known' },
    },
    counted: {
      needsYou: (n, shown) => ({
        headline: n === 1 ? '1 thing needs you' : `${shown} things need you`,
        more: 'see what can be done',
      }),
      settling: (n, shown) => ({
        headline: n === 1 ? '1 file to read' : `${shown} files to read`,
        more: 'as soon as a file is complete and stops changing',
      }),
      missing: (n, shown) => ({
        headline: n === 1 ? '1 file is missing' : `${shown} files are missing`,
        more: 'what does not come back soon counts as removed; nothing is deleted',
      }),
      syncing: (_n, shown) => ({ headline: `Syncing, ${shown} to go`, more: 'you can go on working' }),
      unassigned: (n, shown) =>
        n === 1
          ? { headline: '1 file has no class yet', more: 'it is not sent without one' }
          : { headline: `${shown} files have no class yet`, more: 'they are not sent without one' },
      held: (n, shown) => ({
        headline: n === 1 ? '1 file is not in step' : `${shown} files are not in step`,
        more: 'settings, an answer of yours or an open program hold them back',
      }),
    },
    paused: (library) => ({ headline: `Paused: ${library}`, more: 'nothing is read or written there' }),
    pausedByPerson: (library) => ({ headline: `Paused: ${library}`, more: 'until you resume it' }),
    notChecked: (wasEver) => ({
      headline: 'Not checked lately',
      more: wasEver ? 'folders and service were last compared a while ago' : 'the folders have not been scanned yet',
    }),
    upToDate: (checked) => ({ headline: 'Up to date', more: `checked ${checked}` }),
  },
  nl: {
    plain: {
      unknown: { headline: 'Status onbekend', more: 'de verbinding met de app is verbroken' },
      notSetUp: { headline: 'Nog niet verbonden', more: 'stel een service in of probeer de demo' },
      connecting: { headline: 'Verbinden met de service', more: 'een ogenblik' },
      noLibrary: { headline: 'Nog geen bibliotheek', more: 'voeg de map toe waarin u werkt' },
      scanning: { headline: 'Mappen worden gescand', more: 'wat er staat wordt vergeleken met wat bekend is' },
    },
    counted: {
      needsYou: (n, shown) => ({
        headline: n === 1 ? '1 ding wacht op u' : `${shown} wachten op u`,
        more: 'bekijk wat u kunt doen',
      }),
      settling: (n, shown) => ({
        headline: n === 1 ? '1 bestand te lezen' : `${shown} bestanden te lezen`,
        more: 'zodra een bestand af is en niet meer verandert',
      }),
      missing: (n, shown) => ({
        headline: n === 1 ? '1 bestand ontbreekt' : `${shown} bestanden ontbreken`,
        more: 'wat niet snel terugkomt, telt als verwijderd; er wordt niets gewist',
      }),
      syncing: (_n, shown) => ({ headline: `Synchroniseren, nog ${shown}`, more: 'u kunt gewoon doorwerken' }),
      unassigned: (n, shown) =>
        n === 1
          ? { headline: '1 bestand heeft nog geen klasse', more: 'zonder klasse wordt het niet verstuurd' }
          : {
              headline: `${shown} bestanden hebben nog geen klasse`,
              more: 'zonder klasse worden ze niet verstuurd',
            },
      held: (n, shown) => ({
        headline: n === 1 ? '1 bestand is niet bijgewerkt' : `${shown} bestanden zijn niet bijgewerkt`,
        more: 'instellingen, een antwoord van u of een geopend programma houden ze tegen',
      }),
    },
    paused: (library) => ({ headline: `Gepauzeerd: ${library}`, more: 'daar wordt niets gelezen of geschreven' }),
    pausedByPerson: (library) => ({ headline: `Gepauzeerd: ${library}`, more: 'tot u de bibliotheek hervat' }),
    notChecked: (wasEver) => ({
      headline: 'Lang niet gecontroleerd',
      more: wasEver ? 'mappen en service zijn al een tijd niet vergeleken' : 'de mappen zijn nog niet gescand',
    }),
    upToDate: (checked) => ({ headline: 'Bijgewerkt', more: `gecontroleerd: ${checked}` }),
  },
};

interface TellStatus {
  readonly language: Language;
  readonly formats: Pick<Formats, 'fromNow' | 'number' | 'until'>;
  readonly nowMs: number;
}

/** The one sentence on the state of everything, for the window and the tray alike. */
export function statusInWords(now: HonestStatus, { language, formats, nowMs }: TellStatus): ToldStatus {
  const say = words[language];
  switch (now.kind) {
    case 'cutOff':
      return cutOffInWords(now.cutOff, now.nextTryAtMs, { language, formats, nowMs, waiting: now.waiting });
    case 'paused':
      return say.paused(now.libraryName);
    case 'pausedByPerson':
      return say.pausedByPerson(now.libraryName);
    case 'syncing':
      return say.counted.syncing(now.toGo, formats.number(now.toGo));
    case 'needsYou': {
      const told = say.counted.needsYou(now.count, formats.number(now.count));
      // Nothing of it reaches the service meanwhile, whatever is done.
      const cutOff =
        now.cutOff &&
        cutOffInWords(now.cutOff.cutOff, now.cutOff.nextTryAtMs, { language, formats, nowMs, waiting: 0 });
      return cutOff ? { ...told, more: cutOff.headline } : told;
    }
    case 'settling':
    case 'missing':
    case 'unassigned':
    case 'held':
      return say.counted[now.kind](now.count, formats.number(now.count));
    case 'notCheckedLately':
      return say.notChecked(now.checkedAtMs !== undefined);
    case 'upToDate':
      return say.upToDate(formats.fromNow(Math.min(now.checkedAtMs, nowMs), nowMs));
    default:
      return say.plain[now.kind];
  }
}
