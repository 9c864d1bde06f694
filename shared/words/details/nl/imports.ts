import type { Details } from '../put-into-words.ts';

/** What is wrong with files of product data, and with what somebody typed or such a file says. */
export const imports: Details = {
  'The ZIP holds no ETIM model: it lacks ETIMARTCLASS.csv.':
    'De ZIP bevat geen ETIM-model: ETIMARTCLASS.csv ontbreekt.',
  'It is neither the ZIP of the ETIM model nor ETIM xChange (JSON) nor BMEcat (XML).':
    'Het is niet de ZIP van het ETIM-model, en ook geen ETIM xChange (JSON) of BMEcat (XML).',
  'It changed while it was read, so import it once more.':
    'Het veranderde tijdens het lezen; importeer het dus nog een keer.',
  'Its bytes are not {}, as it says or seems.': 'De bytes zijn geen {}, zoals het zegt of lijkt.',
  'It cannot be read.': 'Het kan niet worden gelezen.',
  'There is no such file.': 'Zo’n bestand is er niet.',
  'It is a folder.': 'Het is een map.',
  'It is no BMEcat catalogue but {}.': 'Het is geen BMEcat-catalogus, maar {}.',
  'It is of BMEcat version {}; version 2005 can be imported.':
    'Het is van BMEcat-versie {}; versie 2005 kan worden geïmporteerd.',
  'It only updates prices, which are not imported.': 'Het werkt alleen prijzen bij, en die worden niet geïmporteerd.',
  'A record is longer than {} letters.': 'Een van de gegevens is langer dan {} tekens.',
  'It is no well-formed XML: {}': 'Het is geen welgevormde XML: {}',
  'It has a document type (DOCTYPE), which catalogues do not need and this does not read.':
    'Het heeft een documenttype (DOCTYPE); dat heeft een catalogus niet nodig en wordt niet gelezen.',
  'It is nested deeper than {} elements.': 'Het is dieper genest dan {} elementen.',
  'It says that it is in the encoding {}, which is not read here; save it as UTF-8.':
    'Het zegt in de codering {} te zijn, en die wordt hier niet gelezen; sla het op als UTF-8.',
  '{} is empty.': '{} is leeg.',
  '{} has no column {}.': '{} heeft geen kolom {}.',
  '{} is not {}, as it seems.': '{} is geen {}, zoals het leek.',
  '{} has a line longer than {} letters.': '{} heeft een regel die langer is dan {} tekens.',
  'It holds more than {} files.': 'Het bevat meer dan {} bestanden.',
  'It is encrypted.': 'Het is versleuteld.',
  '{} unpacks to more than {} bytes.': '{} wordt uitgepakt meer dan {} bytes.',
  'It holds a table more than once, as {} and {}: import one model.':
    'Het bevat een tabel meer dan eens, als {} en {}: importeer één model.',
  'It lacks {}.': '{} ontbreekt.',
  '{} is damaged.': '{} is beschadigd.',
  'It is no complete ZIP file.': 'Het is geen volledig ZIP-bestand.',
  'It ends too early.': 'Het houdt te vroeg op.',
  'It is nested deeper than {} levels.': 'Het is dieper genest dan {} niveaus.',
  'It has neither a schema version nor products of ETIM xChange.':
    'Het heeft geen schemaversie en geen producten van ETIM xChange.',
  'The product is to be deleted, which an import does not do.':
    'Het product moet worden verwijderd, en dat doet een import niet.',
  'The product has no PRODUCT_DETAILS.': 'Het product heeft geen PRODUCT_DETAILS.',
  'The manufacturer is not named.': 'De fabrikant wordt niet genoemd.',
  'The product has neither MANUFACTURER_PID nor SUPPLIER_PID.':
    'Het product heeft geen MANUFACTURER_PID en geen SUPPLIER_PID.',
  'The product has no MANUFACTURER_PID, and SUPPLIER_PID is no number of {}.':
    'Het product heeft geen MANUFACTURER_PID, en SUPPLIER_PID is geen nummer van {}.',
  'The value {} is not among the values.': 'De waarde {} staat niet tussen de waarden.',
  'The feature {} is not among the features.': 'Het kenmerk {} staat niet tussen de kenmerken.',
  'The feature type {} is none of A, L, N and R.': 'De soort kenmerk {} is geen A, L, N of R.',
  'The unit {} is not among the units.': 'De eenheid {} staat niet tussen de eenheden.',
  'The GLN that was given cannot be of both {} and {}, who each have a product {}.':
    'De opgegeven GLN kan niet van zowel {} als {} zijn: elk heeft een product {}.',
  'FNAME is no feature code.': 'FNAME is geen kenmerkcode.',
  'The range of {} ends below its beginning.': 'Het bereik van {} eindigt lager dan het begint.',
  'The feature has neither a value nor a reason for having none.':
    'Het kenmerk heeft geen waarde en ook geen reden om er geen te hebben.',
  '{} of product {}, {}': '{} van product {}, {}',
  'There is no value.': 'Er is geen waarde.',
  'There are more than two values.': 'Er zijn meer dan twee waarden.',
  'ETIM has one value here, not two.': 'ETIM heeft hier één waarde, geen twee.',
  "This is no code of ETIM's values.": 'Dit is geen code van een ETIM-waarde.',
  'This is neither true nor false.': 'Dit is niet waar en niet onwaar.',
  'ETIM has a range here, which is two numbers.': 'ETIM heeft hier een bereik, en dat zijn twee getallen.',
  'This is no range of two numbers.': 'Dit is geen bereik van twee getallen.',
  "ETIM's unit for it is not known: import the ETIM model first in which the class has this feature.":
    'De eenheid die ETIM ervoor heeft, is niet bekend: importeer eerst het ETIM-model waarin de klasse dit kenmerk heeft.',
  'The range ends below its beginning.': 'Het bereik eindigt lager dan het begint.',
  'ETIM has one number here, not two.': 'ETIM heeft hier één getal, geen twee.',
  'This is no number.': 'Dit is geen getal.',
  'A product id is a positive 32-bit number.': 'Een product-id is een positief 32-bits getal.',
  '{} is no language code.': '{} is geen taalcode.',
  'A key is application/version/EC…/version/MC…/version/type, with @language where it has one.':
    'Een sleutel is programma/versie/EC…/versie/MC…/versie/soort, met @taal als die er een heeft.',
  '{} is missing.': '{} ontbreekt.',
  '{} is longer than 128 characters.': '{} is langer dan 128 tekens.',
  'The code is missing.': 'De code ontbreekt.',
  'An ETIM class code is EC and 6 digits.': 'De code van een ETIM-klasse is EC en 6 cijfers.',
  'A modelling class code is MC and 6 digits.': 'De code van een modelleerklasse is MC en 6 cijfers.',
  'A feature code is EF and 6 digits, EFI and 5, or EF, 2 letters and 4 digits.':
    'De code van een kenmerk is EF en 6 cijfers, EFI en 5, of EF, 2 letters en 4 cijfers.',
  'A value code is EV and 6 digits.': 'De code van een waarde is EV en 6 cijfers.',
  'A unit code is EU and 6 digits.': 'De code van een eenheid is EU en 6 cijfers.',
  'A connection type code is CT and 6 digits.': 'De code van een aansluittype is CT en 6 cijfers.',
  'A class version is a positive whole number.': 'Een klasseversie is een positief geheel getal.',
  'A GLN is missing.': 'Er ontbreekt een GLN.',
  'A spreadsheet shortened this GLN, its last digits are lost.':
    'Een spreadsheet heeft deze GLN ingekort; de laatste cijfers zijn verloren.',
  'A GLN consists of digits only.': 'Een GLN bestaat alleen uit cijfers.',
  'A GLN has 13 digits, this has {}.': 'Een GLN heeft 13 cijfers, deze heeft er {}.',
  'A GTIN is missing.': 'Er ontbreekt een GTIN.',
  'A spreadsheet shortened this GTIN, its last digits are lost.':
    'Een spreadsheet heeft deze GTIN ingekort; de laatste cijfers zijn verloren.',
  'A GTIN consists of digits only.': 'Een GTIN bestaat alleen uit cijfers.',
  'A GTIN has 8 to 14 digits, this has {}.': 'Een GTIN heeft 8 tot 14 cijfers, deze heeft er {}.',
  'A language code is two or three letters such as EN or NL.':
    'Een taalcode bestaat uit twee of drie letters, zoals EN of NL.',
  'A program is its name and one version, as in Revit 2025.':
    'Een programma is de naam en één versie, zoals Revit 2025.',
  'A library is for at least one program.': 'Een bibliotheek is voor minstens één programma.',
  'A library is for at most {} programs.': 'Een bibliotheek is voor hoogstens {} programma’s.',
  'A program has a name and a version.': 'Een programma heeft een naam en een versie.',
  'The name of a program has at most {} characters.': 'De naam van een programma heeft hoogstens {} tekens.',
  'A version has at most {} characters.': 'Een versie heeft hoogstens {} tekens.',
  '{} is named twice; a library has each program in one version.':
    '{} wordt twee keer genoemd; een bibliotheek heeft elk programma in één versie.',
  'A product code is missing.': 'Er ontbreekt een productcode.',
};
