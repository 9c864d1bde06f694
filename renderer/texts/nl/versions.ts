import { createFormats } from '../../../shared/words/formats.ts';
import type { Texts } from '../texts.ts';

const { number } = createFormats('nl');

export const versions: Texts['versions'] = {
  title: 'Versies',
  none: 'Nog geen versie op de service.',
  draft: 'concept',
  release: 'gepubliceerd',
  isLocal: 'dit is uw bestand',
  back: 'Terug naar de bibliotheek',
  backToPublish: 'Terug naar Publiceren',
  count: (drafts, releases) =>
    `${number(releases)} ${releases === 1 ? 'publicatie' : 'publicaties'}, ${number(drafts)} ${drafts === 1 ? 'concept' : 'concepten'}`,
  nothingToPublish: 'De nieuwste versie is gepubliceerd: er valt niets te publiceren.',
  noHistory: 'Een bestand zonder klasse heeft geen versies. Wijs eerst de klasse toe.',
  unknownDate: 'datum onbekend',
  sameAs: (version) => `gelijk aan ${version}`,
  open: 'Openen',
  openOf: (version) => `${version} openen naast uw bestand`,
  sizes: 'Grootte van elke versie',
  newest: 'Nieuwste',
  sizeUnknown: 'grootte onbekend',
};
