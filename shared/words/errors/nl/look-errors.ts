import type { lookErrors as Catalogue } from '../../../errors/catalogue/look-errors.ts';
import { said, fileUnchanged, type ErrorSentences } from './sentences.ts';

export const lookErrors = {
  'look-no-reader': said(
    'De vormen in dit bestand kan alleen het programma tonen waar het vandaan komt.',
    fileUnchanged,
  ),
  'look-no-drawing': said('Dit is geen CAD-bestand dat kan worden getoond.', fileUnchanged),
  'look-unreadable': said('De vormen in dit bestand kunnen niet worden gelezen.', fileUnchanged),
  'look-limit': said('De vormen in dit bestand tonen kost meer dan één bestand mag kosten.', fileUnchanged),
  'look-unlike': said(
    'Het ene bestand is een model en het andere een tekening; hun vormen zijn niet te vergelijken.',
    'Beide bestanden zijn ongewijzigd.',
  ),
  'look-no-surface': said(
    'Er zijn niet in beide bestanden oppervlakken om tussen te meten.',
    'Beide bestanden zijn ongewijzigd.',
  ),
  'look-stopped': said(
    'Het lezen van de vormen in dit bestand kostte meer tijd of geheugen dan mag, en is gestopt.',
    fileUnchanged,
  ),
  'look-failed': said('Het lezen van de vormen in dit bestand brak onverwacht af.', fileUnchanged),
} satisfies Record<keyof typeof Catalogue, ErrorSentences>;
