import type { clientErrors as Catalogue } from '../../../errors/catalogue/client-errors.ts';
import { said, nothingLost, nothingSent, type ErrorSentences } from './sentences.ts';

export const clientErrors = {
  'service-unreachable': said('De service is niet bereikbaar.', nothingLost),
  'service-timeout': said('De service antwoordde niet op tijd.', nothingLost),
  'service-unavailable': said('De service is op dit moment niet beschikbaar.', nothingLost),
  'no-network': said('Deze computer heeft geen netwerk.', nothingLost),
  'network-sign-in-needed': said(
    'Het netwerk antwoordt in plaats van de service: waarschijnlijk moet u zich er eerst aanmelden.',
    nothingLost,
  ),
  'proxy-sign-in-needed': said('De proxy van dit netwerk laat niets door voordat u zich aanmeldt.', nothingLost),
  'certificate-not-trusted': said(
    'Wie op het adres van de service antwoordt, kan niet bewijzen de service te zijn.',
    'Er is niets geheims verstuurd.',
  ),
  'service-failed': said('De service meldde een interne fout.', nothingLost),
  'unreadable-answer': said(
    'Dit lijkt geen antwoord van deze service: misschien kwam het van een proxy of een aanmeldpagina.',
    nothingLost,
  ),
  'interrupted-by-sleep': said('De computer sliep terwijl de service werd gevraagd.', nothingLost),
  'answer-incomplete': said('Het antwoord van de service is onvolledig of beschadigd.', nothingLost),
  'request-rejected': said('De service accepteerde het verzoek niet.', nothingLost),
  'sign-in-failed': said('De service accepteerde client-id en geheim niet.', nothingLost),
  'client-secret-missing': said('Voor dit adres is er nog geen clientgeheim.', 'Er is niets geheims verstuurd.'),
  'secret-not-removed': said(
    'De sleutelbos van het systeem heeft het geheim niet verwijderd.',
    'Het kan er nog staan, en de app blijft het gebruiken. Ontgrendel eerst de sleutelbos.',
  ),
  'license-code-missing': said('Voor dit adres is er nog geen licentiecode.', nothingLost),
  'address-invalid': said('Dit is geen adres van een service.', nothingSent),
  'address-scheme-refused': said(
    'Het adres van een service begint met https:// of http://; dit adres niet.',
    nothingSent,
  ),
  'address-with-password': said(
    'Het adres van een service mag geen gebruikersnaam of wachtwoord bevatten.',
    nothingSent,
  ),
  'address-not-encrypted': said(
    'Het adres begint met http://: geheimen en bestanden zouden onversleuteld over het netwerk gaan.',
    nothingSent,
  ),
  'not-connected': said('Er is nog geen service ingesteld.', nothingLost),
  cancelled: said('Dit is geannuleerd.'),
  'not-offered': said('De verbonden service biedt dit niet aan.'),
} satisfies Record<keyof typeof Catalogue, ErrorSentences>;
