import { createFormats } from '../../../shared/words/formats.ts';
import type { Texts } from '../texts.ts';

const { number } = createFormats('nl');

export const publish: Texts['publish'] = {
  title: 'Publiceren',
  lead: 'Een publicatie is de versie die voor iedereen bedoeld is. Concepten staan veilig op de service en zijn gelijk met uw andere bibliotheken.',
  selectAll: 'Alles selecteren',
  select: (name) => `${name} publiceren`,
  selected: (n, of) => `${number(n)} van ${number(of)} geselecteerd`,
  comment: 'Wat is er gewijzigd',
  commentHint: 'Eén opmerking voor alles wat geselecteerd is',
  button: (n) => (n === 1 ? '1 concept publiceren' : `${number(n)} concepten publiceren`),
  nothingSelected: 'Selecteer wat u wilt publiceren',
  from: 'Concept',
  becomes: 'wordt',
  queuedAlready: 'In de wachtrij',
  emptyTitle: 'Niets te publiceren',
  emptyHint: 'Elk bestand is gepubliceerd zoals het is. Het volgende dat u opslaat verschijnt hier als concept.',
  emptyButNotInStep: (n) =>
    n === 1
      ? 'Er is geen concept. 1 bestand is niet gelijk met de service; zodra het dat is, kunt u de wijzigingen publiceren.'
      : `Er is geen concept. ${number(n)} bestanden zijn niet gelijk met de service; zodra ze dat zijn, kunt u de wijzigingen publiceren.`,
  showThem: 'Bibliotheek tonen',
  offline: 'De service is niet bereikbaar. Wat u publiceert, komt in de wachtrij en gaat vanzelf weg.',
  noLicense: 'Er is geen licentiecode ingesteld. Publicaties wachten tot u er een invoert.',
  enterLicense: 'Licentiecode invoeren',
  showMore: (n) => `Nog ${number(n)} tonen`,
  saved: (when) => `opgeslagen ${when}`,
};
