import type { Texts } from '../texts.ts';

export const copies: Texts['copies'] = {
  title: 'Eerdere kopieën op deze computer',
  hint: 'Wat in een bibliotheek wordt vervangen, wordt eerst bewaard in de map .cadlibrary/backup daarvan.',
  none: 'Er is nog niets vervangen.',
  reasons: {
    newerVersion: (version) => (version ? `vervangen door ${version}` : 'vervangen door een nieuwere versie'),
    tookTheirs: (version) => `die van u, toen u de andere nam${version && `, ${version}`}`,
    restored: (version) =>
      version ? `vervangen toen ${version} werd teruggezet` : 'vervangen toen een eerdere kopie werd teruggezet',
    savedLate: (version) => `een programma sloeg erin op nadat het was vervangen${version && ` door ${version}`}`,
    savedLateLeft: (version) =>
      `een programma sloeg erin op nadat het was vervangen${version && ` door ${version}`}, hier gelaten`,
    unknown: () => 'gevonden in de back-upmap',
  },
  asVersion: (version) => `zoals in ${version}`,
  onlyCopy: 'de enige kopie',
  onlyCopyHint: 'Niets zegt dat de service deze bytes heeft. De kopie blijft tot u haar verwijdert.',
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
  restored: 'Teruggezet. Het wordt als volgend concept verstuurd; wat het verving, is hier bewaard.',
  restoreVersion: 'Terugzetten',
  restoring: 'De versie wordt opgehaald …',
  restoreVersionOf: (version) => `${version} terugzetten als nieuw concept`,
  versionRestored: (version) =>
    `${version} is teruggezet en wordt als volgend concept verstuurd. Uw bestand is als eerdere kopie bewaard.`,
  remove: 'Verwijderen',
  removeOf: (name, when) => `De kopie van ${name} van ${when} verwijderen`,
  removeAsk: 'Deze kopie voorgoed verwijderen?',
  removeOnlyAsk: 'Dit is de enige bekende kopie van deze bytes. Voorgoed verwijderen?',
  removed: 'De kopie is verwijderd.',
  more: 'Meer tonen',
  keepFor: 'Vervangen bestanden bewaren',
  keepForHint: 'Kopieën die de service niet heeft, blijven tot u ze verwijdert',
  days: (n) => (n === 1 ? '1 dag' : `${n} dagen`),
};
