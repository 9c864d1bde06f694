import type { ErrorCode } from '../../../shared/errors/catalogue.ts';

const fileUnchanged = 'Het bestand is ongewijzigd.';
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
  'unsupported-api-version': said('De service ondersteunt deze versie van de API niet.'),
  'license-code-rejected': said('De service heeft de licentiecode geweigerd.', nothingLost),
  'body-too-large': said('Het bestand is groter dan de service aanneemt.', safeInLibrary),
  'body-stalled': said('Het verzoek brak voortijdig af.', safeInLibrary),
  'no-file-sent': said('Het verzoek bevat geen bestand.'),
  'empty-file': said('Het bestand is leeg.', safeInLibrary),
  'unknown-blob': said('De service heeft de bytes niet waarnaar deze gegevens verwijzen.', safeInLibrary),
  'base-version-outdated': said(
    'De service heeft een nieuwere versie dan die waarop dit bestand is gebaseerd.',
    safeInLibrary,
  ),
  'service-behind-away': said(
    'De service achter dit adres is nu niet te bereiken, en heeft dit niet eerder beantwoord.',
    nothingChanged,
  ),
  'nothing-to-release': said('Er is geen concept dat nieuwer is dan de laatste publicatie.'),
  'not-found': said('De service heeft niet gevonden wat is gevraagd.'),
  'unknown-operation': said('Deze bewerking bestaat niet.'),
  'operation-not-served': said('Deze service ondersteunt deze bewerking nog niet.'),
  'service-data-in-use': said('Een andere service werkt al met deze gegevensmap.'),
  'right-missing': said('Deze client mag dat niet. Wie de service beheert, kan het recht geven.', nothingChanged),
  'file-store-away': said('De service kan haar bestandsopslag nu niet bereiken.', nothingLost),
  'file-store-refused': said('De bestandsopslag weigert de service.', nothingLost),
  'file-store-address-invalid': said(
    'Dit is niet het adres van een bestandsopslag, zoals s3://bucket/map?endpoint=https://s3.example.com.',
    nothingSent,
  ),
  'bytes-lost': said('De service is de inhoud van dit bestand kwijt.', 'In uw bibliotheken is niets veranderd.'),
  'files-of-another-database': said('Deze bestanden horen niet bij deze database.', nothingChanged),
  'database-unreachable': said(
    'De database van de service is op dit moment niet bereikbaar.',
    'Alles wat de service heeft bevestigd, is veilig.',
  ),
  'database-crowded': said(
    'De database van de service neemt op dit moment geen verbindingen meer aan.',
    'Alles wat de service heeft bevestigd, is veilig.',
  ),
  'database-refused': said(
    'De database van de service accepteert de gebruiker, het wachtwoord of de naam van de database niet.',
    nothingChanged,
  ),
  'database-unsuitable': said('De service kan niet met deze database werken.', nothingChanged),
  'database-address-invalid': said(
    'Dit is geen adres van een PostgreSQL-database: dat ziet eruit als postgres://gebruiker@host:5432/database.',
    nothingChanged,
  ),
  'invalid-token': said('Het toegangstoken ontbreekt, klopt niet of is verlopen.', nothingLost),
  'too-many-requests': said('De service vroeg om minder verzoeken.', nothingLost),
  'internal-error': said('Er is een interne fout in de service opgetreden.', nothingLost),
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
  'answer-incomplete': said('De ontvangen bytes komen niet overeen met wat was aangekondigd.', safeInLibrary),
  'request-rejected': said('De service accepteerde het verzoek niet.', nothingLost),
  'sign-in-failed': said('De service accepteerde client-id en geheim niet.', nothingLost),
  'client-secret-missing': said('Voor dit adres is er nog geen clientgeheim.', 'Er is niets geheims verstuurd.'),
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
  'import-file-unreadable': said(
    'Het bestand kan niet worden geïmporteerd.',
    'De productgegevens van daarvoor zijn ongewijzigd.',
  ),
  'copy-target-differs': said(
    'De plaats om naartoe te kopiëren heeft iets wat de te kopiëren service niet heeft, of anders heeft.',
    'Wat daar stond, is ongewijzigd.',
  ),
  'copy-names-meet': said(
    'Twee dingen hebben namen die deze database niet uit elkaar kan houden.',
    'De te kopiëren service is ongewijzigd.',
  ),
  'copy-bytes-damaged': said(
    'De bytes van een bestand zijn niet die welke zijn opgeslagen.',
    'De te kopiëren service is ongewijzigd, en wat eerder is gekopieerd is heel.',
  ),
  'copy-not-verified': said(
    'Na het kopiëren verschillen beide kanten: een ervan is intussen gewijzigd.',
    'De te kopiëren service is ongewijzigd. Kopieer opnieuw terwijl niemand met een van beide werkt.',
  ),
  'import-under-way': said('Er loopt al een import.'),
  'saving-under-way': said('Er wordt al een bestand opgeslagen.'),
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
  'look-failed': said(
    'Het lezen van de vormen in dit bestand brak onverwacht af.',
    'Het bestand is ongewijzigd en wordt pas opnieuw geprobeerd als het verandert.',
  ),
  'file-not-found': said('Dit bestand is er niet.'),
  'folder-not-file': said('Dit is een map en geen bestand.'),
  'file-not-permitted': said('U mag dit bestand niet lezen.'),
  'picture-not-written': said('De afbeelding kon niet worden weggeschreven.', nothingChanged),
  'not-offered': said('De verbonden service biedt dit niet aan.'),
  'file-vanished': said('Het bestand verdween voordat het kon worden verstuurd.'),
  'file-changed-meanwhile': said('Het bestand veranderde tijdens het lezen.', safeInLibrary),
  'file-without-classes': said('Het bestand heeft nog geen klasse.', safeInLibrary),
  'several-files': said('Meerdere bestanden hebben dezelfde sleutel als het bestand dat u publiceert.', safeInLibrary),
  'draft-not-sent': said('Het concept dat u publiceert, is nog niet verstuurd.', safeInLibrary),
  'file-in-use': said('Het bestand is geopend in een ander programma.', safeInLibrary),
  'file-read-only': said(
    'Het bestand is gemarkeerd als alleen-lezen en wordt dus niet vervangen.',
    'Het is ongewijzigd, en de nieuwere versie staat veilig op de service.',
  ),
  'link-in-library': said(
    'In de bibliotheek staat een koppeling waar een map of bestand hoort.',
    'Via de koppeling is niets gelezen of geschreven.',
  ),
  'file-unreadable': said('Het bestand kan niet worden gelezen.', 'Het is ongewijzigd gebleven.'),
  'backslash-in-name': said(
    'De naam bevat een backslash, en die ziet Windows als het einde van een mapnaam.',
    'Het staat onveranderd in de bibliotheek.',
  ),
  'garbled-name': said('De naam is geen geldige tekst (UTF-8).', 'Het staat onveranderd in de bibliotheek.'),
  'folder-unreadable': said(
    'Deze map kan niet worden gelezen, dus de inhoud is nu niet bekend.',
    'Wat erin staat, blijft zoals het is.',
  ),
  'disk-full': said('De schijf is vol.', safeInLibrary),
  'folder-not-writable': said(
    'In de bibliotheekmap kan niet worden geschreven.',
    'De versie staat veilig op de service.',
  ),
  'library-missing': said('De bibliotheekmap ontbreekt.', 'Daarom wordt niets verwijderd.'),
  'library-paused': said(
    'U hebt deze bibliotheek gepauzeerd.',
    'Er wordt niets gelezen, verstuurd of opgehaald; elk bestand is zoals het is.',
  ),
  'library-unproven': said(
    'De map is er, maar het kenmerk dat bewijst dat het de bibliotheek is, ontbreekt.',
    'Tot dat duidelijk is, wordt niets verwijderd of geschreven.',
  ),
  'links-unreadable': said(
    'Het bestand .cadlibrary.json van de bibliotheek kan niet worden gelezen.',
    'Het is ongewijzigd gebleven, en zonder dit bestand wordt niets beslist.',
  ),
  'links-not-written': said(
    'De klassen van bestanden konden niet in .cadlibrary.json van de bibliotheek worden opgeslagen.',
    'Deze computer bewaart ze en slaat ze op zodra dat kan; andere computers kennen ze tot dan niet.',
  ),
  'library-moved': said('Deze app kent deze bibliotheek op een andere plaats.', 'Wat ervan bekend is, blijft bewaard.'),
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
  'folder-is-drive': said('Dit is een hele schijf.', nothingChanged),
  'folder-is-home': said('Dit is uw persoonlijke map, of een map waar die in ligt.', nothingChanged),
  'folder-of-system': said('Deze map hoort bij het besturingssysteem, of bevat er een deel van.', nothingChanged),
  'folder-of-app': said('Deze app bewaart haar eigen gegevens in deze map.', nothingChanged),
  'port-in-use': said('Een ander programma luistert al op deze poort.'),
  'library-in-use': said('Een ander programma synchroniseert al met deze statusmap.'),
  'engine-gone': said(
    'De app of synchronisatie waaraan dit werd gevraagd, stopte voor er antwoord kwam.',
    'Er gaat geen bestand verloren; "cadsync status" zegt hoe het er nu voor staat.',
  ),
  'not-cad-file': said('Dit is geen CAD-bestand dat een bibliotheek kan bevatten.', nothingChanged),
  'place-taken': said('Er staat al een bestand met deze naam.', 'Dat is gelaten zoals het is.'),
  'target-occupied': said('Er staat een ander bestand op de plaats van deze versie.', 'Beide bestanden zijn veilig.'),
  'unsafe-name': said(
    'De service geeft dit bestand een naam die in een map niet is toegestaan.',
    'De versie staat veilig op de service.',
  ),
  'newer-draft-on-service': said(
    'Het nieuwste concept op de service is niet het concept dat u wilde publiceren.',
    'Er is niets gepubliceerd.',
  ),
  'bytes-differ-on-service': said(
    'De service meldt andere bytes dan er zijn verzonden.',
    'De versies op deze computer zijn onaangeroerd.',
  ),
  'library-only-receives': said('Deze bibliotheek ontvangt alleen van de service.', 'Er is niets gepubliceerd.'),
  'state-unreadable': said('Deze app kan haar opgeslagen status niet lezen.', 'Uw bibliotheken zijn onaangeroerd.'),
  'writes-unreadable': said(
    'Wat op de service wacht, is niet te lezen; er kan niets meer bij.',
    'Het staat er nog, onaangeroerd.',
  ),
  'state-damaged': said(
    'De opgeslagen status van deze app is beschadigd.',
    'Uw bibliotheken en versies zijn onaangeroerd.',
  ),
  'state-gone': said(
    'De opgeslagen status van deze app was weg; de app is opnieuw begonnen.',
    'Uw bestanden en versies zijn onaangeroerd. Instellingen, activiteit en wachtende publicaties zijn verloren.',
  ),
  'state-begun-anew': said(
    'De opgeslagen status van deze app was beschadigd; de app is opnieuw begonnen.',
    'Uw bestanden en versies zijn onaangeroerd en de beschadigde status wordt bewaard. Instellingen, activiteit en wachtende publicaties zijn verloren.',
  ),
  'app-changed': said(
    'Een deel van deze app is niet zoals het is geïnstalleerd.',
    'De app is niet gestart, en uw bibliotheken zijn onaangeroerd.',
  ),
  'file-not-opened': said('Geen programma heeft dit bestand geopend.', safeInLibrary),
  'key-not-shared': said('Geen ander bestand in de bibliotheek heeft dezelfde sleutel.', nothingChanged),
  'filter-waits': said(
    'De service heeft dit filter nog niet.',
    'Het wacht, en gaat ernaartoe zodra de service antwoordt.',
  ),
  'filter-refused': said('De service heeft dit filter geweigerd.', 'Wat u vroeg, is bewaard.'),
  'write-going-out': said('Dit wordt nu verstuurd.', nothingChanged),
  'unknown-item': said('Dit onderdeel is niet bekend.'),
  'unexpected-failure': said('Er ging iets onverwachts mis in deze app.', 'Uw bestanden zijn onaangeroerd.'),
};

function said(happened: string, safe = ''): ErrorSentences {
  return { happened, safe };
}
