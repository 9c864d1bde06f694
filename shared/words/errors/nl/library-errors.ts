import type { libraryErrors as Catalogue } from '../../../errors/catalogue/library-errors.ts';
import { said, nothingChanged, nothingLost, type ErrorSentences } from './sentences.ts';

export const libraryErrors = {
  'link-in-library': said(
    'In de bibliotheek staat een koppeling waar een map of bestand hoort.',
    'Via de koppeling is niets gelezen of geschreven.',
  ),
  'no-folder': said('In de bibliotheek staat een bestand waar een map hoort.', 'Het is gelaten zoals het is.'),
  'folder-unreadable': said(
    'Deze map kan niet worden gelezen, dus de inhoud is nu niet bekend.',
    'Wat erin staat, blijft zoals het is.',
  ),
  'disk-full': said('De schijf is vol.', nothingLost),
  'drive-failed': said('De schijf of de netwerkverbinding ermee gaf een fout.', nothingLost),
  'system-exhausted': said('Deze computer kan nu niet meer bestanden openen.', nothingLost),
  'folder-not-writable': said(
    'In de bibliotheekmap kan niet worden geschreven.',
    'De versie staat veilig op de service.',
  ),
  'library-missing': said('De bibliotheekmap ontbreekt.', 'Daarom wordt niets verwijderd.'),
  'library-folder-absent': said('Op deze plaats is geen map.', 'Er is niets toegevoegd of gewijzigd.'),
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
  'links-newer': said(
    'Het bestand .cadlibrary.json van de bibliotheek is door een nieuwere versie van deze app geschreven.',
    'Het is ongewijzigd gebleven, en zonder dit bestand wordt niets beslist.',
  ),
  'links-not-written': said(
    'De klassen van bestanden konden niet in .cadlibrary.json van de bibliotheek worden opgeslagen.',
    'Deze computer bewaart ze en slaat ze op zodra dat kan; andere computers kennen ze tot dan niet.',
  ),
  'library-moved': said('Deze app kent deze bibliotheek op een andere plaats.', 'Wat ervan bekend is, blijft bewaard.'),
  'library-still-there': said('Deze map is een kopie: de bibliotheek staat nog in haar eigen map.', nothingChanged),
  'library-overlaps': said('Deze map ligt in een andere bibliotheek of bevat er een.'),
  'path-not-full': said('Dit is niet het volledige pad van een map.', nothingChanged),
  'folder-is-drive': said('Dit is een hele schijf.', nothingChanged),
  'folder-is-home': said('Dit is uw persoonlijke map, of een map waar die in ligt.', nothingChanged),
  'folder-of-system': said('Deze map hoort bij het besturingssysteem, of bevat er een deel van.', nothingChanged),
  'folder-of-app': said('Deze app bewaart haar eigen gegevens in deze map.', nothingChanged),
  'library-only-receives': said('Deze bibliotheek ontvangt alleen van de service.', 'Er is niets gepubliceerd.'),
} satisfies Record<keyof typeof Catalogue, ErrorSentences>;
