import type { serviceErrors as Catalogue } from '../../../errors/catalogue/service-errors.ts';
import { said, fileUntouched, safeInLibrary, nothingLost, nothingChanged, type ErrorSentences } from './sentences.ts';

export const serviceErrors = {
  'invalid-request': said('Het verzoek is niet begrepen.'),
  'malformed-body': said('De inhoud van het verzoek kon niet worden gelezen.'),
  'unsupported-api-version': said('De service ondersteunt deze versie van de API niet.'),
  'license-code-rejected': said('De service heeft de licentiecode geweigerd.', nothingLost),
  'body-too-large': said('Het bestand is groter dan de service aanneemt.', fileUntouched),
  'body-stalled': said('Het verzoek brak voortijdig af.', fileUntouched),
  'no-file-sent': said('Het verzoek bevat geen bestand.'),
  'empty-file': said('Het bestand is leeg.', fileUntouched),
  'unknown-blob': said('De service heeft de bytes niet waarnaar deze gegevens verwijzen.', safeInLibrary),
  'base-version-outdated': said(
    'De service heeft een nieuwere versie dan die waarop dit bestand is gebaseerd.',
    safeInLibrary,
  ),
  'nothing-to-release': said('Er is geen concept dat nieuwer is dan de laatste publicatie.'),
  'not-found': said('De service heeft niet gevonden wat is gevraagd.'),
  'unknown-operation': said('Deze bewerking bestaat niet.'),
  'operation-not-served': said('Deze service ondersteunt deze bewerking nog niet.'),
  'service-behind-away': said(
    'De service achter dit adres is nu niet te bereiken, en heeft dit niet eerder beantwoord.',
    nothingChanged,
  ),
  'service-behind-forbids': said(
    'De service achter dit adres verbiedt dit aan het account waarmee de app is aangemeld.',
    nothingChanged,
  ),
  'right-missing': said('Deze client mag dat niet. Wie de service beheert, kan het recht geven.', nothingChanged),
  'bytes-lost': said('De service is de inhoud van dit bestand kwijt.', 'In uw bibliotheken is niets veranderd.'),
  'service-full': said(
    'De schijf waarop de service haar bestanden bewaart, is vol. Werkt de service in deze app zelf, dan is dat een schijf van deze computer.',
    nothingLost,
  ),
  'invalid-token': said('Het toegangstoken ontbreekt, klopt niet of is verlopen.', nothingLost),
  'service-busy': said(
    'De service leest zoveel lange verzoeken dat er op dit moment geen meer bij kunnen.',
    nothingLost,
  ),
  'too-many-requests': said('De service vroeg om minder verzoeken.', nothingLost),
  'internal-error': said('Er is een interne fout in de service opgetreden.', nothingLost),
} satisfies Record<keyof typeof Catalogue, ErrorSentences>;
