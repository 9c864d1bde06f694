import type { ErrorCode } from '../../../shared/errors/catalogue.ts';

const safeInLibrary = 'Uw bestand staat onveranderd in de bibliotheek.';
const nothingLost = 'Er gaat niets verloren.';
const nothingSent = 'Er is niets verstuurd.';
const nothingChanged = 'Er is niets gewijzigd.';

interface ErrorSentences {
  /** What happened. */
  readonly happened: string;
  /** What is safe; empty where nothing was at stake. */
  readonly safe: string;
}

/** The Dutch wording of every error of the catalogue. */
export const errorSentences: Readonly<Record<ErrorCode, ErrorSentences>> = {
  'invalid-request': said('Het verzoek is niet begrepen.'),
  'malformed-body': said('De inhoud van het verzoek kon niet worden gelezen.'),
  'unsupported-api-version': said('Deze versie van de interface wordt niet aangeboden.'),
  'license-code-rejected': said('De service heeft de licentiecode geweigerd.', nothingLost),
  'body-too-large': said('Het bestand is groter dan de service aanneemt.', safeInLibrary),
  'body-stalled': said('Het verzoek hield vóór het einde op.', safeInLibrary),
  'no-file-sent': said('Het verzoek bevat geen bestand.'),
  'empty-file': said('Het bestand is leeg.', safeInLibrary),
  'unknown-blob': said('De service heeft de bytes niet waar deze gegevens over gaan.', safeInLibrary),
  'base-version-outdated': said('De service heeft een nieuwere versie dan die waarvan is uitgegaan.', safeInLibrary),
  'nothing-to-release': said('Er is geen concept dat nieuwer is dan de laatste publicatie.'),
  'not-found': said('De service heeft niet wat er gevraagd is.'),
  'unknown-operation': said('Deze bewerking bestaat niet.'),
  'operation-not-served': said('Deze service biedt deze bewerking nog niet aan.'),
  'service-data-in-use': said('Een andere service werkt al met deze gegevensmap.'),
  'invalid-token': said('Het toegangsbewijs ontbreekt, klopt niet of is verlopen.', nothingLost),
  'too-many-requests': said('De service vraagt om het rustiger aan te doen.', nothingLost),
  'internal-error': said('De service heeft gefaald.', nothingLost),
  'service-unreachable': said('De service is niet bereikbaar.', nothingLost),
  'service-timeout': said('De service antwoordde niet op tijd.', nothingLost),
  'service-failed': said('De service meldt een eigen storing.', nothingLost),
  'unreadable-answer': said(
    'Zo antwoordt deze service niet: er kan iets tussen zitten dat heeft geantwoord.',
    nothingLost,
  ),
  'answer-incomplete': said('De ontvangen bytes zijn niet die welke waren aangekondigd.', safeInLibrary),
  'request-rejected': said('De service nam het verzoek niet aan.', nothingLost),
  'sign-in-failed': said('De service nam client-id en geheim niet aan.', nothingLost),
  'client-secret-missing': said('Voor dit adres is er nog geen clientgeheim.', 'Er is niets geheims verstuurd.'),
  'license-code-missing': said('Voor dit adres is er nog geen licentiecode.', nothingLost),
  'address-invalid': said('Dit is geen adres van een service.', nothingSent),
  'address-scheme-refused': said(
    'Het adres van een service begint met https:// of http://, en dit met iets anders.',
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
  'import-file-unreadable': said('Het bestand kan niet worden geïmporteerd.', 'Wat er was, is er nog.'),
  'import-under-way': said('Er worden al productgegevens geïmporteerd.'),
  'not-offered': said('De verbonden service biedt dit niet aan.'),
  'file-vanished': said('Het bestand was weg voordat het verstuurd kon worden.'),
  'file-changed-meanwhile': said('Het bestand veranderde tijdens het lezen.', safeInLibrary),
  'several-files': said('Meerdere bestanden hebben de sleutel van wat gepubliceerd wordt.', safeInLibrary),
  'draft-not-sent': said('Wat gepubliceerd wordt, moet nog worden verstuurd.', safeInLibrary),
  'file-in-use': said('Het bestand is geopend in een ander programma.', safeInLibrary),
  'file-read-only': said(
    'Het bestand is gemarkeerd als alleen-lezen en wordt dus niet vervangen.',
    'Het is zoals het was, en de nieuwere versie staat veilig op de service.',
  ),
  'link-in-library': said(
    'In de bibliotheek staat een koppeling waar een map of bestand hoort.',
    'Er is niets door gelezen of geschreven.',
  ),
  'file-unreadable': said('Het bestand kan niet worden gelezen.', 'Het is gelaten zoals het was.'),
  'backslash-in-name': said(
    'De naam bevat een backslash, die Windows voor een map houdt.',
    'Het staat onveranderd in de bibliotheek.',
  ),
  'garbled-name': said(
    'De naam bevat tekens die niemand kan lezen: het is geen geldige tekst (UTF-8).',
    'Het staat onveranderd in de bibliotheek.',
  ),
  'folder-unreadable': said(
    'Deze map kan niet worden gelezen, dus niemand weet wat er nu in staat.',
    'Wat erin staat, blijft zoals het is.',
  ),
  'disk-full': said('De schijf is vol.', safeInLibrary),
  'folder-not-writable': said(
    'In de bibliotheekmap kan niet worden geschreven.',
    'De versie staat veilig op de service.',
  ),
  'library-missing': said('De bibliotheekmap is er niet.', 'Daarom wordt niets verwijderd.'),
  'library-unproven': said(
    'De bibliotheekmap is er, maar niets bewijst dat het de bibliotheek is.',
    'Daarom wordt niets verwijderd en niets geschreven.',
  ),
  'links-unreadable': said(
    'Het bestand .cadlibrary.json van de bibliotheek kan niet worden gelezen.',
    'Het is gelaten zoals het was, en zonder dat wordt niets beslist.',
  ),
  'links-not-written': said(
    'Waar bestanden bij horen kon niet in .cadlibrary.json van de bibliotheek worden geschreven.',
    'Deze computer weet het en schrijft het zodra dat kan; tot dan weet geen andere computer het.',
  ),
  'library-moved': said(
    'Deze map is een bibliotheek van deze app die ergens anders stond.',
    'Wat ervan bekend is, blijft bewaard.',
  ),
  'many-files-gone': said(
    'Dit bestand is samen met vele andere verdwenen.',
    'Het telt pas als verwijderd als u dat zegt. De versies staan veilig op de service.',
  ),
  'many-files-replaced': said(
    'Dit bestand zou samen met vele andere door een nieuwere versie worden vervangen.',
    'Het blijft zoals het is tot u het zegt.',
  ),
  'many-files-rolled-back': said(
    'Dit bestand is samen met vele andere teruggegaan naar een oudere stand.',
    'Het wordt pas verstuurd als u dat zegt. De nieuwere versie staat veilig op de service.',
  ),
  'library-overlaps': said('Deze map ligt in een andere bibliotheek of bevat er een.'),
  'path-not-full': said('Dit is niet het volledige pad van een map.', nothingChanged),
  'folder-is-drive': said('Dit is een hele schijf, met alles wat erop staat.', nothingChanged),
  'folder-is-home': said('Dit is uw persoonlijke map, of die ligt erin.', nothingChanged),
  'folder-of-system': said('Deze map is een deel van het besturingssysteem, of bevat er een.', nothingChanged),
  'folder-of-app': said('Deze app bewaart zijn eigen gegevens in deze map.', nothingChanged),
  'port-in-use': said('Een ander programma luistert al op deze poort.'),
  'library-in-use': said('Een ander programma synchroniseert al met deze statusmap.'),
  'engine-gone': said(
    'De app of synchronisatie waaraan dit werd gevraagd, stopte voor er antwoord kwam.',
    'Er gaat geen bestand verloren; "cadsync status" zegt hoe het er nu voor staat.',
  ),
  'target-occupied': said('Er staat een ander bestand op de plaats van deze versie.', 'Beide bestanden zijn veilig.'),
  'unsafe-name': said(
    'De service noemt dit bestand op een manier die geen map kan bevatten.',
    'De versie staat veilig op de service.',
  ),
  'newer-draft-on-service': said(
    'Het nieuwste concept op de service is niet het concept dat u wilde publiceren.',
    'Er is niets gepubliceerd.',
  ),
  'library-only-receives': said('Deze bibliotheek ontvangt alleen van de service.', 'Er is niets gepubliceerd.'),
  'state-unreadable': said('De toestand van deze app kan niet worden gelezen.', 'Uw bibliotheken zijn onaangeroerd.'),
  'state-damaged': said('De toestand van deze app is beschadigd.', 'Uw bibliotheken en versies zijn onaangeroerd.'),
  'state-gone': said(
    'De toestand van deze app was weg; er is een nieuwe begonnen.',
    'Uw bestanden en versies zijn onaangeroerd. Instellingen, activiteit en wachtende publicaties zijn verloren.',
  ),
  'state-begun-anew': said(
    'De toestand van deze app was beschadigd; er is een nieuwe begonnen.',
    'Uw bestanden en versies zijn onaangeroerd en de beschadigde toestand wordt bewaard. Instellingen, activiteit en wachtende publicaties zijn verloren.',
  ),
  'key-not-shared': said('Geen ander bestand van de bibliotheek heeft dezelfde sleutel.', nothingChanged),
  'unknown-item': said('Dit is hier niet bekend.'),
  'unexpected-failure': said('Er ging iets onverwachts mis in deze app.', 'Uw bestanden zijn onaangeroerd.'),
};

function said(happened: string, safe = ''): ErrorSentences {
  return { happened, safe };
}
