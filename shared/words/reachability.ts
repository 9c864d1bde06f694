import type { CutOff } from '../errors/reachability.ts';
import type { Formats, Language } from './formats.ts';

/** What is said of each way of being out of reach: a headline, and how it goes on. */
interface ToldCutOff {
  readonly headline: string;
  readonly more: string;
}

interface Words {
  readonly cutOffs: Readonly<Record<Exclude<CutOff, 'limited'>, ToldCutOff>>;
  readonly limited: (until: string | undefined) => ToldCutOff;
  readonly waiting: (headline: string, count: string) => string;
}

const words: Record<Language, Words> = {
  en: {
    cutOffs: {
      noNetwork: { headline: 'No network', more: 'continues by itself when this computer is on the network again' },
      serviceDown: { headline: 'The service does not answer', more: 'continues by itself when it answers again' },
      signedOut: { headline: 'Not signed in', more: 'check the connection settings' },
      captivePortal: {
        headline: 'Sign in to the network',
        more: 'open a web page in a browser; syncing then continues by itself',
      },
      proxySignIn: { headline: 'Sign in to the proxy', more: 'it lets nothing through before it knows who asks' },
      unproven: {
        headline: 'Not proven to be the service',
        more: 'sign in to the network in a browser, or check address and clock',
      },
      notTheService: {
        headline: 'Something else answers',
        more: 'it does not speak as the service does: check the address',
      },
    },
    limited: (until) => ({
      headline: until === undefined ? 'Limited by the service' : `Limited until ${until}`,
      more: 'the service answers no more requests before; then it continues by itself',
    }),
    waiting: (headline, count) => `${headline} (${count}\u00A0waiting)`,
  },
  nl: {
    cutOffs: {
      noNetwork: { headline: 'Geen netwerk', more: 'gaat vanzelf verder zodra deze computer weer netwerk heeft' },
      serviceDown: { headline: 'De service antwoordt niet', more: 'gaat vanzelf verder zodra die weer antwoordt' },
      signedOut: { headline: 'Niet aangemeld', more: 'controleer de verbinding' },
      captivePortal: {
        headline: 'Meld u aan bij het netwerk',
        more: 'open een webpagina in een browser; daarna gaat het synchroniseren vanzelf verder',
      },
      proxySignIn: { headline: 'Meld u aan bij de proxy', more: 'die laat niets door voordat u zich aanmeldt' },
      unproven: {
        headline: 'Service niet bewezen',
        more: 'meld u in een browser aan bij het netwerk, of controleer adres en klok',
      },
      notTheService: {
        headline: 'Er antwoordt iets anders',
        more: 'het spreekt niet als de service: controleer het adres',
      },
    },
    limited: (until) => ({
      headline: until === undefined ? 'Limiet van de service bereikt' : `Limiet bereikt, tot ${until}`,
      more: 'tot dan beantwoordt de service geen verzoeken meer; daarna gaat het vanzelf verder',
    }),
    waiting: (headline, count) => `${headline} (${count}\u00A0wachten)`,
  },
};

interface TellCutOff {
  readonly language: Language;
  readonly formats: Pick<Formats, 'until' | 'number'>;
  readonly nowMs: number;
  /** How many things wait for the service. */
  readonly waiting: number;
}

/**
 * Why the service is out of reach, in words.
 * @param nextTryAtMs until when a service that limits its callers answers nothing, by the computer's clock
 */
export function cutOffInWords(
  cutOff: CutOff,
  nextTryAtMs: number | undefined,
  { language, formats, nowMs, waiting }: TellCutOff,
): ToldCutOff {
  const say = words[language];
  const until = nextTryAtMs === undefined ? undefined : formats.until(nextTryAtMs, nowMs);
  const told = cutOff === 'limited' ? say.limited(until) : say.cutOffs[cutOff];
  return waiting === 0 ? told : { ...told, headline: say.waiting(told.headline, formats.number(waiting)) };
}
