import type { Details } from '../put-into-words.ts';

/** What the service inside the app says, and those that offices run. */
export const service: Details = {
  'One more thing is wrong.': 'Er is nog iets mis.',
  '{} more things are wrong.': 'Er is nog {} keer iets mis.',
  '{} is another process’s.': '{} is van een ander proces.',
  '{} is damaged, or beside it is the log of another database.':
    '{} is beschadigd, of ernaast staat het logboek van een andere database.',
  'Nothing was changed.': 'Er is niets gewijzigd.',
  'The data of the service has form {}; this version knows forms up to {}.':
    'De gegevens van de service hebben vorm {}; deze versie kent vormen tot en met {}.',
  '{} has no id of its own.': '{} heeft geen eigen id.',
  'Put a backup of it back.': 'Zet er een back-up van terug.',
  '{} could not be written.': '{} kon niet worden geschreven.',
  'The database is empty, and the files have the id {}.': 'De database is leeg, en de bestanden hebben de id {}.',
  'The database is empty, and the files have something that is no id.':
    'De database is leeg, en de bestanden hebben iets dat geen id is.',
  'The database has the id {}, and the files have the id {}.':
    'De database heeft de id {}, en de bestanden hebben de id {}.',
  'The database has the id {}, and the files have the id {}, of the one that it was restored or moved from.':
    'De database heeft de id {}, en de bestanden hebben de id {}, van de database waaruit ze is teruggezet of verhuisd.',
  'If no other database uses these files any more, write {} into {}; otherwise give this one a copy of them.':
    'Gebruikt geen andere database deze bestanden meer, zet dan {} in {}; geef deze er anders een kopie van.',
  'The database has the id {}, and these files have none.':
    'De database heeft de id {}, en deze bestanden hebben er geen.',
  'The database has the id {}, and these files have something that is no id.':
    'De database heeft de id {}, en deze bestanden hebben iets dat geen id is.',
  'If they are its own, write that id into {}.': 'Zijn het de eigen bestanden, zet die id dan in {}.',
  'Of {} files that the database speaks of there is none.':
    'Van de {} bestanden waarvan de database weet, is er niet een.',
  'There are files, and the database speaks of none.': 'Er zijn bestanden, en de database weet van geen enkel.',
  'Too many secrets are being checked.': 'Er worden te veel geheimen tegelijk gecontroleerd.',
  'At most {} bytes are accepted.': 'Er worden hoogstens {} bytes aangenomen.',
  'No record speaks of {} files, which stay.': 'Van {} bestanden zijn er geen gegevens; ze blijven staan.',
  'Was an older database put back, or that of other files?':
    'Is er een oudere database teruggezet, of die van andere bestanden?',
  'The bytes with the SHA-256 {} are not where they were stored.':
    'De bytes met de SHA-256 {} staan niet meer waar ze zijn opgeslagen.',
  'Other versions kept being stored first.': 'Steeds werden eerst andere versies opgeslagen.',
  'None of these products has a CAD file for this.': 'Geen van deze producten heeft hiervoor een CAD-bestand.',
  'There is no such attachment.': 'Zo’n bijlage is er niet.',
  'There is no such version of this file.': 'Zo’n versie van dit bestand is er niet.',
  '{} or {} is not known.': '{} of {} is niet bekend.',
  'A filter id is a whole number.': 'Een filter-id is een geheel getal.',
  'There is no such filter.': 'Zo’n filter is er niet.',
  'At least one product is expected.': 'Er wordt minstens één product verwacht.',
  'There is no metadata for this.': 'Hiervoor zijn er geen metagegevens.',
  'It is not that of the file in this place.': 'Het is niet die van het bestand op deze plaats.',
  'The newest version is {}.': 'De nieuwste versie is {}.',
  'The newest version is none.': 'Er is nog geen versie.',
  'This manufacturer has no product of that code.': 'Deze fabrikant heeft geen product met die code.',
  'No product has this GTIN.': 'Geen product heeft deze GTIN.',
  'One of these two classes is not known.': 'Een van deze twee klassen is niet bekend.',
  'None of these products is known.': 'Geen van deze producten is bekend.',
  'Other product data is shown since it was begun.': 'Sinds het begin worden andere productgegevens getoond.',
  'A key is a product id.': 'Een sleutel is een product-id.',
  'There is no such standard.': 'Zo’n standaard is er niet.',
  'A standard name has 1 to {} characters.': 'De naam van een standaard heeft 1 tot {} tekens.',
  'There is no such validation file.': 'Zo’n validatiebestand is er niet.',
  'A project id is missing.': 'Er ontbreekt een project-id.',
  'This project has another request under the same ticket number.':
    'Dit project heeft een andere aanvraag met hetzelfde ticketnummer.',
  'This ticket number is taken.': 'Dit ticketnummer is al gebruikt.',
  'There is no such validation request.': 'Zo’n validatieaanvraag is er niet.',
  'The newest version is not there.': 'De nieuwste versie is er niet.',
  'The newest version, {}, is released.': 'De nieuwste versie, {}, is gepubliceerd.',
  'The next request is answered in {} seconds.': 'Het volgende verzoek wordt over {} seconden beantwoord.',
  'The version served is v{}.': 'De service biedt versie v{}.',
  'The request has no bearer token in its header Authorization.':
    'Het verzoek heeft geen bearer-token in de kop Authorization.',
  'This service has not given out this token, or its hour is over.':
    'Deze service heeft dit token niet uitgegeven, of het uur ervan is voorbij.',
  'It needs the right to {}.': 'Het recht "{}" is nodig.',
  'The query has more than {} values.': 'De query heeft meer dan {} waarden.',
  'It is none of those that this service accepts.': 'Het is er geen die deze service accepteert.',
  'Where files come along, the blob id is {}.': 'Waar bestanden meekomen, is de blob-id {}.',
  'As many records as files are expected; there are {} and {}.':
    'Er worden evenveel gegevens als bestanden verwacht; het zijn er {} en {}.',
  'The file has {} bytes.': 'Het bestand heeft {} bytes.',
  'Nothing of the body came for {} seconds.': 'Er kwam {} seconden lang niets van de inhoud.',
  'The same CAD file is named twice.': 'Hetzelfde CAD-bestand wordt twee keer genoemd.',
  'At least one record is expected.': 'Er wordt minstens één gegeven verwacht.',
  'A version such as 2.3 is expected, or none.': 'Er wordt een versie zoals 2.3 verwacht, of geen.',
  'These products have so many different properties that their table exceeds {} columns.':
    'Deze producten hebben zoveel verschillende eigenschappen dat de tabel meer dan {} kolommen krijgt.',
  'A minor version needs a major version.': 'Bij een subversie hoort een hoofdversie.',
};
