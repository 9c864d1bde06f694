import type { Sentences } from '../sentences.ts';

/** What happens next to a file, by itself. */
export const next: Sentences['next'] = {
  nothing: () => '',
  staysAsItIs: () => 'Op de service wordt daardoor niets verwijderd.',
  afterYou: () => 'Het blijft veilig in uw bibliotheek.',
  whenProven: () => 'Totdat dat duidelijk is, wordt er niets verwijderd of geschreven.',
  afterAnswer: () => 'Tot dan gebeurt er niets mee.',
  checkedAgain: (when) => (when ? `De service wordt ${when} opnieuw gevraagd.` : ''),
  published: () => 'Het wordt vanzelf gepubliceerd.',
  readWhenStill: () => 'Het wordt verstuurd zodra het is gelezen.',
  readWhenWhole: () => 'Het wordt verstuurd zodra het af is, of vijf minuten niet is veranderd.',
  readWhenClosed: () => 'Het wordt verstuurd zodra het daar gesloten is, of een uur nadat het is opgeslagen.',
  readAgain: (when) => `Het wordt ${when ?? 'spoedig'} opnieuw geprobeerd.`,
  countsAsRemoved: (when) =>
    `Komt het niet terug, dan telt het ${when ?? 'spoedig'} als verwijderd; er wordt niets gewist.`,
  comesBack: (when) => `U hebt het teruggevraagd: het wordt ${when ?? 'bij de volgende synchronisatie'} opgehaald.`,
  inTurn: () => 'Het volgt als het aan de beurt is.',
  triedAgain: (when) => `Het wordt ${when ?? 'spoedig'} opnieuw geprobeerd.`,
  serviceAskedAgain: (when) =>
    `De service wordt ${when ?? 'spoedig'} opnieuw geprobeerd; daarna gaat het synchroniseren vanzelf verder.`,
  foundByScan: (when) => `De volgende scan van de map vindt het${when ? `, ${when}` : ''}.`,
  folderLookedAtAgain: (when) => `De map wordt ${when ?? 'spoedig'} opnieuw gecontroleerd.`,
  whenOtherRead: () => 'Het gaat verder zodra dat bestand is gelezen.',
  whenCompared: () => 'Het gaat verder zodra beide zijn vergeleken.',
  whenResumed: () => 'Het gaat verder als u de bibliotheek hervat.',
  whenRunning: () => 'Het gaat verder als de app of “cadsync sync” draait.',
};

/** What a person can do about it. */
export const toDo: Sentences['toDo'] = {
  publish: 'Publiceer het als het klaar is.',
  'try-now': 'U hoeft niet te wachten: probeer het nu.',
  'look-again': 'Scan de map opnieuw.',
  'save-content': 'Sla het opnieuw op in uw CAD-programma.',
  'close-file': 'Sla het daar op en sluit het.',
  'put-back': 'Wilt u het terug, haal het dan terug van de service of zet het terug op zijn plaats.',
  'add-library':
    'Wilt u het bestand synchroniseren, voeg de map dan toe als bibliotheek of verplaats het bestand naar een bibliotheek.',
  'start-sync': 'Start de app, of voer “cadsync sync” uit.',
  'pick-file': 'Kies het juiste bestand; de andere blijven staan, zonder klasse, en worden niet verstuurd.',
  'move-or-reassign':
    'Of zeg welke soort inhoud elk is, geef een ervan een andere klasse of taal, of haal het uit de bibliotheek.',
  'replace-after-all': 'Wilt u de nieuwere versie, laat dan al deze bestanden alsnog vervangen.',
  'resolve-conflict': 'Kies welke versie telt: uw versie, de andere, of beide. Er gaat geen versie verloren.',
  'declare-program':
    'Voeg het programma toe in de instellingen van de bibliotheek, met de versie die u en uw collega’s gebruiken.',
  'raise-version':
    'Sla het op in het oudere formaat of kies, als al uw collega’s de nieuwere versie hebben, die versie in de instellingen van de bibliotheek.',
  'link-program':
    'Om het alleen voor dit bestand te bepalen, zet u applicationName en applicationVersion ervoor in .cadlibrary.json.',
};
