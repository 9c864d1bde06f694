import type { Texts } from '../texts.ts';

export const addIns: Texts['addIns'] = {
  about:
    'CAD-invoegtoepassingen die voor de service gemaakt zijn, kunnen in plaats daarvan deze app gebruiken. Ze werken dan ook zonder netwerk: wat ze eerder zagen, zien ze weer, en wat ze opslaan wordt vanzelf verstuurd, op volgorde. Ze gebruiken het account van deze app en hebben een eigen geheim en licentiecode.',
  on: 'Invoegtoepassingen op deze computer bedienen',
  onHint: 'Alleen programma’s op deze computer komen erbij.',
  states: { on: 'Aan', off: 'Uit' },
  port: 'Poort',
  portHint: 'Kies alleen een andere als een ander programma deze gebruikt',
  portFault: 'een getal van 1024 tot 65535',
  usePort: 'Deze poort gebruiken',
  address: 'Adres',
  makeFirst: 'Maak een geheim en een licentiecode, en voer ze in de invoegtoepassing in.',
  make: 'Gegevens maken',
  renew: 'Nieuwe gegevens maken',
  renewHint: 'Die invoegtoepassingen nu hebben, gelden dan niet meer.',
  shownOnce: 'Voer deze nu in de invoegtoepassing in: ze worden alleen deze keer getoond.',
  clientId: 'Client-id',
  clientSecret: 'Clientgeheim',
  licenseCode: 'Licentiecode',
  copy: 'Kopiëren',
  copied: (what) => `${what} gekopieerd.`,
  notCopied: 'Kopiëren lukte niet: selecteer de tekst en kopieer die.',
  hide: 'Klaar, verbergen',
  noKeychain: 'Er is geen sleutelbos om ze in te bewaren: ze gelden tot de app sluit.',
  unread:
    'Geen invoegtoepassing wordt bediend tot de sleutelbos de gemaakte gegevens geeft. Er kunnen ook nieuwe worden gemaakt.',
  inMemory:
    'De sleutelbos heeft ze niet bewaard: ze gelden tot de app sluit, en oudere die erin staan, gelden daarna weer.',
};
