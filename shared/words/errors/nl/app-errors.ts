import type { appErrors as Catalogue } from '../../../errors/catalogue/app-errors.ts';
import { said, nothingChanged, type ErrorSentences } from './sentences.ts';

export const appErrors = {
  'saving-under-way': said(
    'Er wordt al een bestand opgeslagen.',
    'Dat gaat door. Wacht tot het klaar is, of annuleer het.',
  ),
  'port-in-use': said('Een ander programma luistert al op deze poort.'),
  'library-in-use': said(
    'Een ander programma synchroniseert al met deze statusmap.',
    'Het gaat door met wat het synchroniseert, en er is niets gewijzigd. Laat dat daaraan over, of stop het eerst.',
  ),
  'engine-gone': said(
    'De app of synchronisatie waaraan dit werd gevraagd, stopte voor er antwoord kwam.',
    'Er gaat geen bestand verloren; "cadsync status" zegt hoe het er nu voor staat.',
  ),
  'state-unreadable': said('Deze app kan haar opgeslagen status niet lezen.', 'Uw bibliotheken zijn onaangeroerd.'),
  'writes-unreadable': said(
    'Wat op de service wacht, is niet te lezen; er kan niets meer bij.',
    'Het staat er nog, onaangeroerd.',
  ),
  'state-damaged': said(
    'De opgeslagen status van deze app lijkt beschadigd.',
    'Uw bibliotheken en versies zijn onaangeroerd.',
  ),
  'state-out-of-reach': said(
    'De schijf laat deze app haar opgeslagen status niet lezen of schrijven.',
    'Uw bibliotheken zijn onaangeroerd, en de status blijft zoals die is.',
  ),
  'state-not-flushed': said(
    'De schijf heeft niet bevestigd dat alles er staat wat deze app heeft opgeslagen.',
    'Uw bibliotheken zijn onaangeroerd, en niets geldt als gedaan wat misschien niet is opgeslagen.',
  ),
  'state-taken-away': said(
    'De opgeslagen status van deze app is verwijderd of vervangen terwijl de app die gebruikte.',
    'Uw bestanden en versies zijn onaangeroerd. Er wordt niets verstuurd of opgehaald tot die is teruggezet of de app opnieuw start.',
  ),
  'state-begun-anew': said(
    'De opgeslagen status van deze app was beschadigd; de app is opnieuw begonnen.',
    'Uw bestanden en versies zijn onaangeroerd en de beschadigde status wordt bewaard. Instellingen, activiteit en wachtende publicaties zijn verloren.',
  ),
  'state-gone': said(
    'De opgeslagen status van deze app was weg; de app is opnieuw begonnen.',
    'Uw bestanden en versies zijn onaangeroerd. Instellingen, activiteit en wachtende publicaties zijn verloren.',
  ),
  'settings-unreadable': said(
    'Sommige instellingen zijn met een andere versie van deze app gemaakt; deze versie kan ze niet lezen.',
    'Ze blijven zoals ze zijn, en er wordt niets opgeruimd wat u er misschien mee bewaart. Tot u ze opnieuw instelt, gelden de standaardwaarden.',
  ),
  'app-changed': said(
    'Een deel van deze app is niet zoals het is geïnstalleerd.',
    'De app is niet gestart, en uw bibliotheken zijn onaangeroerd.',
  ),
  'filter-waits': said(
    'De service heeft dit filter nog niet.',
    'Het wacht, en gaat ernaartoe zodra de service antwoordt.',
  ),
  'filter-refused': said('De service heeft dit filter geweigerd.', 'Wat u vroeg, is bewaard.'),
  'write-going-out': said('Dit wordt nu verstuurd.', nothingChanged),
  'changed-meanwhile': said(
    'Dit is elders gewijzigd nadat het werd getoond.',
    'Er is niets opgeslagen. Wat nu is ingesteld, wordt getoond.',
  ),
  'unknown-item': said('Dit is hier niet of niet meer bekend.', nothingChanged),
  'unexpected-failure': said('Er ging iets onverwachts mis in deze app.', 'Uw bestanden zijn onaangeroerd.'),
} satisfies Record<keyof typeof Catalogue, ErrorSentences>;
