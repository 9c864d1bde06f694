import type { PutBackRecord } from '../../../shared/rpc/backup-records.ts';
import type { Texts } from '../texts.ts';

const replaced = 'Een bestand dat is vervangen, is als eerdere kopie bewaard.';
const nexts: Record<PutBackRecord['next'], (put: PutBackRecord) => string> = {
  sent: () => `Het wordt als volgend concept verstuurd. ${replaced}`,
  onPublish: () => `Het wordt verstuurd zodra u het publiceert. ${replaced}`,
  unread: () => `De details zeggen of het wordt verstuurd. ${replaced}`,
  notSent: () => `Het wordt niet verstuurd; de details zeggen waarom. ${replaced}`,
  inStep: ({ version = '' }) => `Het is gelijk aan versie ${version}: er is niets te versturen. ${replaced}`,
  pick: ({ rival = '' }) =>
    `${rival} is een bestand van hetzelfde product: geen van beide wordt verstuurd tot u kiest welk bestand telt.`,
};

export const copies: Texts['copies'] = {
  title: 'Eerdere kopieën op deze computer',
  hint: 'Voordat een bestand wordt vervangen, gaat er een kopie naar .cadlibrary/backup in de bibliotheek.',
  none: 'Er is nog niets vervangen.',
  reasons: {
    newerVersion: (version) => (version ? `vervangen door ${version}` : 'vervangen door een nieuwere versie'),
    tookTheirs: (version) => `uw versie, toen u ${version || 'de andere'} nam`,
    restored: (version) =>
      version ? `vervangen toen ${version} werd teruggezet` : 'vervangen toen een eerdere kopie werd teruggezet',
    savedLate: (version) => `een programma sloeg erin op nadat het was vervangen${version && ` door ${version}`}`,
    savedLateLeft: (version) =>
      `een programma sloeg erin op nadat het was vervangen${version && ` door ${version}`}, hier gelaten`,
    superseded: () => 'opgeslagen, maar toen niet verstuurd',
    addedOver: () => 'vervangen door een toegevoegd bestand',
    additionUndone: () => 'toegevoegd, en weer weggehaald',
    opened: () => 'geopend om te bekijken',
    unknown: () => 'gevonden in de back-upmap',
  },
  asVersion: (version) => `zoals in ${version}`,
  notOnService: 'niet bekend op de service',
  notOnServiceHint: 'Misschien heeft de service deze kopie niet. Ze blijft tot u haar verwijdert.',
  clearedOn: (when) => `bewaard tot ${when}`,
  goesTo: (path) => `gaat naar ${path}`,
  savedLateTitle: 'Opgeslagen nadat het was vervangen',
  savedLateHint:
    'Een programma had het vervangen bestand nog open en sloeg erin op. Dat staat niet in de bibliotheek: zet het terug, of laat het bij de eerdere kopieën.',
  leave: 'Laten staan',
  leaveOf: (name, when) => `${name} van ${when} bij de eerdere kopieën laten`,
  left: 'Blijft bij de eerdere kopieën, tot u het verwijdert.',
  restore: 'Terugzetten',
  restoreOf: (name, when) => `${name} van ${when} terugzetten`,
  restored: (put) => `Teruggezet. ${nexts[put.next](put)}`,
  restoreVersion: 'Terugzetten',
  restoring: 'De versie wordt opgehaald …',
  restoreVersionOf: (version) => `${version} terugzetten als nieuw concept`,
  remove: 'Verwijderen',
  removeOf: (name, when) => `De kopie van ${name} van ${when} verwijderen`,
  removeAsk: 'Deze kopie voorgoed verwijderen?',
  removeNotOnServiceAsk: 'Misschien heeft de service deze kopie niet. Voorgoed verwijderen?',
  removed: 'De kopie is verwijderd.',
  more: 'Meer tonen',
  keepFor: 'Vervangen bestanden bewaren',
  keepForHint: 'Kopieën die de service niet heeft, blijven tot u ze verwijdert',
  historyFor: 'Niet verstuurde versies bewaren',
  historyForHint: (longest) =>
    `Wat u overschrijft tijdens een storing, of voordat u publiceert, kan worden teruggezet; niet bij bestanden boven ${longest}, zonder klasse of van een programma dat niet is opgegeven, en niet terwijl een bibliotheek is gepauzeerd`,
  historyUpTo: 'Tot',
  historyUpToHint: 'Per bibliotheek; de oudste verdwijnen het eerst',
  historyNever: 'Niet bewaren',
  days: (n) => (n === 1 ? '1 dag' : `${n} dagen`),
};
