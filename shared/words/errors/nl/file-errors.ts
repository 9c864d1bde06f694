import type { fileErrors as Catalogue } from '../../../errors/catalogue/file-errors.ts';
import { said, fileUntouched, safeInLibrary, nothingChanged, nothingLost, type ErrorSentences } from './sentences.ts';

export const fileErrors = {
  'file-not-found': said('Dit bestand is er niet.'),
  'folder-not-file': said('Dit is een map en geen bestand.'),
  'file-not-permitted': said('U mag dit bestand niet lezen.'),
  'picture-not-written': said('De afbeelding kon niet worden weggeschreven.', nothingChanged),
  'file-vanished': said('Het bestand verdween voordat het kon worden verstuurd.'),
  'file-changed-meanwhile': said('Het bestand is intussen gewijzigd.', nothingLost),
  'file-in-use': said('Het bestand is geopend in een ander programma.', fileUntouched),
  'file-read-only': said(
    'Het bestand is gemarkeerd als alleen-lezen en wordt dus niet vervangen.',
    'Het is ongewijzigd, en de nieuwere versie staat veilig op de service.',
  ),
  'draft-not-sent': said('Het concept dat u publiceert, is nog niet verstuurd.', safeInLibrary),
  'in-conflict': said('Het bestand is in conflict: deze versie is die van daarvoor.', nothingChanged),
  'other-version-gone': said(
    'De andere versie van het bestand staat hier niet meer zoals ze was, en wordt dus opnieuw opgehaald.',
    safeInLibrary,
  ),
  'other-version-now': said(
    'Inmiddels staat er een andere versie van de service tegenover het bestand.',
    nothingChanged,
  ),
  'no-conflict': said('Het bestand is niet in conflict.', nothingChanged),
  'file-without-classes': said('Het bestand heeft nog geen klasse.', safeInLibrary),
  'other-class-now': said(
    'Het bestand dat u publiceert, heeft nu een andere klasse.',
    'Er is niets gepubliceerd, en wat is verstuurd blijft een concept.',
  ),
  'file-of-other-program': said(
    'De bibliotheek is niet voor het programma van dit bestand, of niet voor de versie ervan.',
    safeInLibrary,
  ),
  'several-files': said('Meerdere bestanden hebben dezelfde sleutel als het bestand dat u publiceert.', safeInLibrary),
  'file-not-seen': said(
    'Het bestand staat niet meer waar het stond.',
    'Nog niets bewijst dat het is verwijderd, dus het telt niet als verwijderd.',
  ),
  'file-unreadable': said('Het bestand kan niet worden gelezen.', 'Het is ongewijzigd gebleven.'),
  'backslash-in-name': said(
    'De naam bevat een backslash, en die ziet Windows als het einde van een mapnaam.',
    'Het staat onveranderd in de bibliotheek.',
  ),
  'garbled-name': said('De naam is geen geldige tekst (UTF-8).', 'Het staat onveranderd in de bibliotheek.'),
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
  'target-occupied': said('Er staat een ander bestand op de plaats van deze versie.', 'Beide bestanden zijn veilig.'),
  'place-taken': said('Er staat al een bestand met deze naam.', 'Dat is gelaten zoals het is.'),
  'place-not-writable': said('Het bestand kon daar niet worden opgeslagen.', nothingChanged),
  'not-cad-file': said('Dit is geen CAD-bestand dat een bibliotheek kan bevatten.', nothingChanged),
  'addition-broken-off': said(
    'Het bestand veranderde tijdens het toevoegen of kon niet helemaal worden gelezen.',
    'Er is niets van toegevoegd, en uw eigen bestand is onveranderd.',
  ),
  'unsafe-name': said('De map staat deze naam niet toe, of het pad is te lang.', nothingChanged),
  'newer-draft-on-service': said(
    'Het nieuwste concept op de service is niet het concept dat u wilde publiceren.',
    'Er is niets gepubliceerd.',
  ),
  'release-unsure': said(
    'Of de service de publicatie heeft aanvaard, is nog niet bekend.',
    'Er wordt eerst naar gezocht, zodat ze niet twee keer wordt gemaakt.',
  ),
  'release-not-listed': said('De service heeft de publicatie aanvaard, maar toont die niet.', nothingLost),
  'bytes-differ-on-service': said(
    'De service meldt andere bytes dan er zijn verzonden.',
    'De versies op deze computer zijn onaangeroerd.',
  ),
  'file-not-opened': said('Geen programma heeft dit bestand geopend.', safeInLibrary),
  'key-not-shared': said('Geen ander bestand in de bibliotheek heeft dezelfde sleutel.', nothingChanged),
} satisfies Record<keyof typeof Catalogue, ErrorSentences>;
