import type { Texts } from '../texts.ts';

export const connection: Texts['settings']['connection'] = {
  states: {
    notSetUp: 'Niet ingesteld',
    connecting: 'Verbinden',
    online: 'Verbonden',
  },
  embeddedName: 'de service in de app',
  embedded: 'De service in deze app is in gebruik. Voer adressen van een andere in om die te gebruiken.',
  embeddedLabel: 'Service in deze app',
  embeddedHint: 'Die vraagt geen account. U kunt later met een andere service verbinden.',
  embeddedInsteadHint:
    'Die vraagt geen account. Wat een andere service heeft, blijft daar; u kunt er weer mee verbinden.',
  useEmbedded: 'Deze gebruiken',
  useEmbeddedInstead: 'Voortaan deze gebruiken',
  embeddedUsed: 'De service in deze app is in gebruik.',
  contentAddress: 'Contentservice',
  dataAddress: 'Dataservice',
  tokenAddress: 'Tokenservice',
  addressHints: {
    contentAddress: 'Met of zonder /api/v1/ aan het eind',
    dataAddress: 'Leeg laten als die gelijk is aan de contentservice',
    tokenAddress: 'Leeg laten als die op dezelfde host staat',
  },
  addressFaults: {
    'address-invalid': 'een adres ziet eruit als https://content.example.com',
    'address-scheme-refused': 'een adres begint met https:// of http://',
    'address-with-password': 'in een adres staat geen gebruikersnaam of wachtwoord',
  },
  clientId: 'Client-id',
  save: 'Opslaan en testen',
  otherService: (name) =>
    `Ze blijven in de wachtrij voor ${name} en worden verstuurd zodra u terug bent. Deze service krijgt de bestanden van uw bibliotheken ook.`,
  otherAccount: (account) =>
    account === '' ? 'Ze worden voortaan zonder client-id verstuurd.' : `Ze worden voortaan als ${account} verstuurd.`,
  otherAccountYes: 'Van account wisselen',
  otherServiceYes: 'Van service wisselen',
  test: 'Verbinding testen',
  testing: 'Testen …',
  works: 'De service antwoordt en accepteert client-id en geheim.',
  addressMissing: 'het adres ontbreekt',
  keychain: {
    notAsked:
      'Geheimen gaan rechtstreeks naar de sleutelbos van het systeem, als die werkt, en worden nooit meer getoond.',
    works: 'Geheimen gaan rechtstreeks naar de sleutelbos van het systeem en worden nooit meer getoond.',
    missingLibrary:
      'De bibliotheek voor de sleutelbos ontbreekt (op Linux libsecret): geheimen blijven tot de app stopt.',
    noKeyring: 'Deze computer heeft geen sleutelbos: geheimen blijven tot de app stopt.',
    locked:
      'De sleutelbos is vergrendeld: geheimen blijven tot de app stopt, en oudere die erin staan, gelden daarna weer. Ontgrendel hem en test de verbinding.',
    silent:
      'De sleutelbos antwoordt niet: geheimen blijven tot de app stopt, en oudere die erin staan, gelden daarna weer. Misschien wacht hij op ontgrendeling; test daarna de verbinding.',
    failed:
      'De sleutelbos weigert geheimen te bewaren: ze blijven tot de app stopt, en oudere die erin staan, gelden daarna weer.',
  },
  clientSecret: 'Clientgeheim',
  clientSecretHint: 'Gaat alleen naar de tokenservice',
  clientSecretMissing: 'het clientgeheim ontbreekt',
  clientSecretAgain: 'voer het geheim voor dit adres in: wat u eerder invoerde, gaat daar niet heen',
  secretOfOtherAddress: 'Een ander adres heeft een eigen geheim. Wat u eerder invoerde, gaat daar niet heen.',
  licenseCode: 'Licentiecode',
  licenseHint: 'Nodig om op te slaan en te publiceren. Gaat alleen naar de contentservice.',
  licenseOfOtherAddress: 'Een ander adres heeft een eigen licentiecode, om op te slaan en te publiceren',
  places: {
    none: 'Niet ingesteld',
    environment: 'Ingesteld door de omgeving',
    keychain: 'Ingesteld',
    memory: 'Ingesteld tot de app stopt',
    unread: 'Niet bekend of het is ingesteld: de sleutelbos gaf geen uitsluitsel',
  },
  fromEnvironment: 'Een omgevingsvariabele geeft dit; die gaat voor wat hier wordt ingevoerd.',
  replace: 'Vervangen',
  remove: 'Verwijderen',
  removeAsk: 'Van deze computer verwijderen? Wat het nodig heeft, blijft in de wachtrij tot het opnieuw is ingevoerd.',
  secretRemoved: 'Verwijderd.',
  secretSaved: 'Opgeslagen in de sleutelbos.',
  secretHeld: 'Geheimen blijven bewaard tot de app stopt.',
};

export const proxySignIn: Texts['settings']['proxySignIn'] = {
  title: 'Aanmelden bij de proxy',
  asks: (proxy: string) => `De proxy ${proxy} vraagt wie u bent`,
  means: 'Gebruikersnaam en wachtwoord gaan alleen naar deze proxy en worden bewaard zoals de andere geheimen.',
  username: 'Gebruikersnaam',
  usernameMissing: 'de gebruikersnaam ontbreekt',
  usernameWithColon: 'in een gebruikersnaam staat geen dubbele punt',
  password: 'Wachtwoord',
  signIn: 'Aanmelden',
  signedIn: 'Bewaard. Wat wacht, wordt nu geprobeerd.',
};

export const unencrypted: Texts['settings']['unencrypted'] = {
  title: 'De verbinding met dit adres is niet versleuteld:',
  means:
    'Het geheim, de licentiecode en uw bestanden zouden leesbaar over het netwerk gaan; iedereen onderweg kan ze lezen of veranderen. Gebruik https:// als de service dat ondersteunt.',
  yes: 'Zonder versleuteling verbinden',
};
