import type { FileFilter, FileState } from '../../../shared/rpc/records.ts';
import type { Texts } from '../texts.ts';

const words: Record<FileState, string> = {
  upToDate: 'Bijgewerkt',
  draft: 'Concept',
  settling: 'Net opgeslagen',
  waiting: 'Wacht',
  uploading: 'Uploaden',
  downloading: 'Downloaden',
  conflict: 'Conflict',
  needsYou: 'Wacht op u',
  unassigned: 'Zonder klasse',
  doublyClaimed: 'Dubbel',
  removedHere: 'Hier verwijderd',
  openElsewhere: 'Geopend',
};

const sentences: Texts['states']['sentences'] = {
  upToDate: (since) => `Gepubliceerd${since && `, gelijk sinds ${since}`}. De service heeft precies deze bytes.`,
  draft: (since) => `Opgeslagen${since && ` ${since}`}, veilig op de service. Nog niet gepubliceerd.`,
  settling: () => 'Zojuist opgeslagen. Het wordt gelezen zodra het stilstaat.',
  waiting: () => 'Wordt verstuurd als het aan de beurt is. Tot dan staat het veilig in uw bibliotheek.',
  uploading: () => 'Onderweg naar de service.',
  downloading: () => 'Een nieuwere versie komt van de service.',
  conflict: () => 'Hier en op de service gewijzigd sinds beide gelijk waren. Beide versies blijven bewaard.',
  needsYou: () => 'Iets hield dit bestand tegen. Het staat onveranderd in uw bibliotheek.',
  unassigned: () => 'Nog niet verstuurd: niet bekend is welke ETIM-klasse en modelleerklasse het toont.',
  doublyClaimed: () =>
    'Een ander bestand in de bibliotheek heeft dezelfde klasse, hetzelfde programma en dezelfde taal. Geen van beide wordt verstuurd tot er een verhuist.',
  removedHere: (since) => `Uit deze map verwijderd${since && ` ${since}`}. De service houdt de versies.`,
  openElsewhere: () =>
    'Geopend in een CAD-programma. Het wordt verstuurd zodra het daar gesloten is, of een uur nadat het is opgeslagen.',
};

const filters: Record<FileFilter, string> = {
  all: 'Alle',
  drafts: 'Concepten',
  needsYou: 'Wacht op u',
  unassigned: 'Zonder klasse',
};

export const states: Texts['states'] = {
  words,
  openIn: (program) => `Geopend in ${program}`,
  sentences,
  filters,
};
