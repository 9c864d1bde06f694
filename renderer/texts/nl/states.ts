import type { FileFilter, FileState } from '../../../shared/rpc/file-records.ts';
import type { Texts } from '../texts.ts';

const words: Record<FileState, string> = {
  upToDate: 'Bijgewerkt',
  unconfirmed: 'Onbevestigd',
  draft: 'Concept',
  settling: 'Nog te lezen',
  missing: 'Ontbreekt',
  waiting: 'Wacht',
  releaseQueued: 'Wordt gepubliceerd',
  notSent: 'Niet verstuurd',
  notFetched: 'Nieuwer op de service',
  uploading: 'Uploaden',
  downloading: 'Downloaden',
  conflict: 'Conflict',
  needsYou: 'Wacht op u',
  unassigned: 'Zonder klasse',
  otherProgram: 'Ander programma',
  doublyClaimed: 'Dubbel',
  releaseLost: 'Publicatie kwijt',
  removedHere: 'Hier verwijderd',
  openElsewhere: 'Geopend',
};

const filters: Record<FileFilter, string> = {
  all: 'Alle',
  drafts: 'Te publiceren',
  needsYou: 'Wacht op u',
  unassigned: 'Zonder klasse',
  removedHere: 'Hier verwijderd',
};

export const states: Texts['states'] = {
  words,
  openIn: (program) => `Geopend in ${program}`,

  filters,
};
