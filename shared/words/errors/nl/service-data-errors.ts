import type { serviceDataErrors as Catalogue } from '../../../errors/catalogue/service-data-errors.ts';
import { said, nothingLost, nothingSent, nothingChanged, type ErrorSentences } from './sentences.ts';

export const serviceDataErrors = {
  'service-data-in-use': said(
    'Een andere service werkt al met deze gegevensmap.',
    'Die gaat door, en er is niets gewijzigd.',
  ),
  'file-store-away': said('De service kan haar bestandsopslag nu niet bereiken.', nothingLost),
  'file-store-refused': said('De bestandsopslag weigert de service.', nothingLost),
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
  'copy-bytes-lost': said(
    'De te kopiëren service heeft de bytes van sommige bestanden niet.',
    'Die service is ongewijzigd, en al het andere is gekopieerd en gecontroleerd. Een kopie die wordt gestart zodra ze er zijn, neemt ze mee.',
  ),
  'copy-not-verified': said(
    'Na het kopiëren verschillen beide kanten: een ervan is intussen gewijzigd.',
    'De te kopiëren service is ongewijzigd. Kopieer opnieuw terwijl niemand met een van beide werkt.',
  ),
  'import-under-way': said('Er loopt al een import.'),
  'file-store-address-invalid': said(
    'Dit is niet het adres van een bestandsopslag, zoals s3://bucket/map?endpoint=https://s3.example.com.',
    nothingSent,
  ),
  'files-of-another-database': said('Deze bestanden horen niet bij deze database.', nothingChanged),
  'database-gone': said(
    'Een database van de service is weg of leeg, en wat erbij hoort is er nog.',
    'Er is niets gewijzigd. Zet de database terug, of die van uw laatste back-up, en start opnieuw.',
  ),
} satisfies Record<keyof typeof Catalogue, ErrorSentences>;
