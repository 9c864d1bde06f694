import { createFormats } from '../../../shared/words/formats.ts';
import type { Texts } from '../texts.ts';

const { number } = createFormats('nl');

export const publish: Texts['publish'] = {
  lead: 'Een publicatie is de versie die voor iedereen bedoeld is. Wat u hebt opgeslagen, kunt u meteen publiceren, ook als het nog niet is verstuurd.',
  selectAll: 'Alles selecteren',
  select: (name) => `${name} publiceren`,
  selected: (n, of) => `${number(n)} van ${number(of)} geselecteerd`,
  comment: 'Wat is er gewijzigd',
  commentHint: 'Eén opmerking voor alles wat geselecteerd is',
  button: (n) => (n === 1 ? '1 bestand publiceren' : `${number(n)} bestanden publiceren`),
  nothingSelected: 'Selecteer wat u wilt publiceren',
  from: 'Concept',
  becomes: 'wordt',
  notSentYet: 'Wordt eerst verstuurd',
  sinceRelease: 'Sinds de laatste publicatie',
  neverReleased: 'Nog nooit gepubliceerd',
  goingOut: 'Wordt gepubliceerd',
  nothingElse: 'Verder niets te publiceren.',
  goingOutHint: (offline) =>
    `Dat gaat vanzelf${offline ? ', zodra de service antwoordt' : ''}; wat op u wacht, staat erbij. Tot die tijd kunt u het intrekken.`,
  heldHint: 'Dit wacht op u; wat u kunt doen, staat erbij. Tot die tijd kunt u het intrekken.',
  emptyTitle: 'Niets te publiceren',
  emptyHint: 'Elk bestand is gepubliceerd zoals het is. Het volgende dat u opslaat verschijnt hier, verstuurd of niet.',
  emptyAsFarAsKnown: 'Er is geen concept bekend. Wat is opgeslagen en nog niet gelezen, verschijnt hier daarna.',
  emptyButUnfit: (n) =>
    n === 1
      ? '1 bestand kan zo niet worden gepubliceerd. De bibliotheek zegt waarom.'
      : `${number(n)} bestanden kunnen zo niet worden gepubliceerd. De bibliotheek zegt waarom.`,
  showThem: 'Bibliotheek tonen',
  offline: 'Er komt nu niets door naar de service. Wat u publiceert, wordt vanzelf gepubliceerd zodra dat weer lukt.',
  paused: (libraries) => `Wat u van ${libraries} publiceert, wordt verstuurd zodra u daar hervat.`,
  already: (n) =>
    n === 1 ? '1 publicatie staat al in de wachtrij.' : `${number(n)} publicaties staan al in de wachtrij.`,
  refused: (names) => `Niet gepubliceerd: ${names}`,
  noLicense: 'Er is geen licentiecode ingesteld. Publicaties wachten tot u er een invoert.',
  enterLicense: 'Licentiecode invoeren',
  saved: (when) => `opgeslagen ${when}`,
};
