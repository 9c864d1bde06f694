import type { CheckName } from '../../rpc/diagnosis.ts';
import { joined, type DiagnosisSentences } from './sentences.ts';

const titles: Readonly<Record<CheckName, string>> = {
  versions: 'Versies',
  engine: 'App',
  state: 'Toestand',
  room: 'Schijf van de toestand',
  proxy: 'Proxy',
  reach: 'Netwerk',
  signIn: 'Aanmelden',
  limits: 'Aanvraaglimieten',
  clock: 'Klok',
  embedded: 'Service in de app',
  keychain: 'Sleutelbos',
  folder: 'Map',
  marker: 'Kenmerk',
  rights: 'Rechten',
  drive: 'Station',
  links: 'Koppelingen',
  watching: 'Bewaken',
  libraryRoom: 'Schijf',
};

const systems = { windows: 'Windows', macos: 'macOS', linux: 'Linux', other: 'Een ander systeem' };
const hosts = { electron: 'bureaubladvenster', browser: 'browser', command: 'opdrachtregel' };

const ways = {
  refused: 'de verbinding is geweigerd',
  nameUnknown: 'de naam is onbekend',
  noRoute: 'daar antwoordt niets',
  certificate: 'het certificaat wordt niet vertrouwd',
  brokenOff: 'de verbinding is verbroken',
  proxySignIn: 'de proxy laat niets door voordat die weet wie er vraagt',
  unavailable: 'die zegt nu niet te kunnen antwoorden',
  other: 'de verbinding is mislukt',
};

const places = {
  none: 'niet ingesteld',
  environment: 'uit de omgeving',
  keychain: 'in de sleutelbos',
  memory: 'in het geheugen tot de app stopt',
  unread: 'niet bekend, de sleutelbos gaf geen uitsluitsel',
};

const keychains = {
  notAsked: 'De sleutelbos is nog niet geraadpleegd.',
  works: 'De sleutelbos werkt.',
  missingLibrary: 'De bibliotheek voor de sleutelbos ontbreekt: geheimen blijven tot de app stopt.',
  noKeyring: 'Deze computer heeft geen sleutelbos: geheimen blijven tot de app stopt.',
  locked: 'De sleutelbos is vergrendeld: geheimen blijven tot de app stopt.',
  silent: 'De sleutelbos antwoordt niet: geheimen blijven tot de app stopt.',
  failed: 'De sleutelbos weigert geheimen te bewaren: ze blijven tot de app stopt.',
};

export const dutch: DiagnosisSentences = {
  titles,
  means: {
    versions: ({ app, node, system, release, processor, host }) =>
      `App ${app}, Node ${node}, ${systems[system]} ${release} (${processor}), ${hosts[host]}.`,
    engineRuns: () => 'De app of een synchronisatie draait en heeft geantwoord.',
    engineRests: () => 'Noch de app, noch een synchronisatie draait; zo liet de laatste alles achter.',
    engineSilent: () => 'De app of een synchronisatie draait en antwoordt niet.',
    stateWhole: ({ sizeBytes, schema }, { size }) => `De database is heel (${size(sizeBytes)}, schema ${schema}).`,
    stateNone: () => 'Met deze toestand is nog niets gesynchroniseerd.',
    stateGone: () => 'De opgeslagen status is verwijderd of vervangen.',
    stateOutOfReach: () => 'De schijf laat deze app haar opgeslagen status niet lezen of schrijven.',
    stateDamaged: ({ sizeBytes }, { size }) => `De database lijkt beschadigd (${size(sizeBytes)}).`,
    stateNewer: ({ schema, known }) =>
      `Een nieuwere versie van de app schreef de database (schema ${schema}; deze kent ${known}).`,
    stateBegunAnew: () => 'De database is opnieuw begonnen, omdat de vorige beschadigd of verdwenen was.',
    stateSettingsUnread: () =>
      'De database is heel, maar een andere versie van de app schreef instellingen die deze niet kan lezen.',
    stateUncleanEnd: ({ atMs }, { instant }) =>
      `De database is heel, maar de app is niet netjes afgesloten (gemerkt ${instant(atMs)}).`,
    stateUnknown: () => 'De database kon niet worden bekeken.',
    roomEnough: ({ freeBytes }, { size }) => `Er is ${size(freeBytes)} vrij.`,
    roomLittle: ({ freeBytes }, { size }) => `Er is maar ${size(freeBytes)} vrij.`,
    roomNone: ({ freeBytes }, { size }) => `De schijf is vol: er is ${size(freeBytes)} vrij.`,
    roomUnknown: () => 'De schijf meldt niet hoeveel ruimte er is.',
    proxyNone: () => 'Aanvragen gaan rechtstreeks, zonder proxy.',
    proxyUsed: ({ hasPassword }) =>
      `Aanvragen gaan via de proxy van de omgeving, ${hasPassword ? 'met een wachtwoord' : 'zonder wachtwoord'}.`,
    proxySystem: () => 'Aanvragen gaan via de proxy van dit systeem.',
    proxyUnusable: () => 'Er is alleen een proxy genoemd van een soort die niet te gebruiken is, zoals SOCKS 4.',
    proxyUnreadable: () => 'De omgeving noemt een proxy waarvan het adres niet te lezen is.',
    notConnected: () => 'Er is geen service ingesteld.',
    reached: ({ ms }, { number }) => `Elk adres van de service antwoordt (${number(ms)} ms).`,
    unreachable: ({ because, how }) =>
      because === 'service-timeout'
        ? 'De service antwoordt niet op tijd.'
        : because === 'address-invalid'
          ? 'Het adres van de service is ongeldig.'
          : `De service is niet bereikbaar: ${ways[how]}.`,
    notEncrypted: () => 'Het adres van de service is niet versleuteld, en niemand heeft dat geaccepteerd.',
    signedIn: ({ ms }, { number }) => `De service accepteert client-id en geheim (${number(ms)} ms).`,
    secretMissing: () => 'Het clientgeheim is niet ingesteld.',
    signInRefused: ({ status }) => `De tokenservice weigert client-id en geheim (status ${status}).`,
    signInUnanswered: () => 'De tokenservice is niet bereikbaar.',
    accessRefused: ({ status }) => `Aanmelden lukt, maar de service weigert te antwoorden (status ${status}).`,
    answerStrange: () => 'Er antwoordt iets dat niet de service is: een aanmeldpagina van het netwerk, of een proxy.',
    dataStrange: ({ status }) => `Op het adres van de dataservice antwoordt iets anders (status ${status}).`,
    limitsSeen: ({ limit, remaining, resetInMs }, { number, roundDuration }) =>
      `Er zijn nog ${number(remaining)} van ${number(limit)} aanvragen over; over ${roundDuration(resetInMs)} weer alle.`,
    limitReached: ({ waitMs }, { roundDuration }) =>
      `De service staat ${roundDuration(waitMs)} lang geen aanvragen toe.`,
    limitsNone: () => 'De service noemt geen limieten.',
    limitsUnknown: () => 'De limieten zijn onbekend: de service is niet bevraagd.',
    clockRight: () => 'De klok loopt gelijk met de service.',
    clockOff: ({ offMs }, { roundDuration }) =>
      `De klok loopt ${roundDuration(Math.abs(offMs))} ${offMs > 0 ? 'voor' : 'achter'} op de service.`,
    clockFarOff: ({ offMs }, { roundDuration }) =>
      `De klok loopt ${roundDuration(Math.abs(offMs))} ${offMs > 0 ? 'voor' : 'achter'} op de service; aanmelden kan mislukken.`,
    clockUnknown: () => 'De klok kon niet worden vergeleken: er antwoordde geen service.',
    embeddedUnused: () => 'Die is niet in gebruik.',
    embeddedAnswers: ({ port }) => `Die antwoordt op poort ${port}.`,
    embeddedSilent: ({ port }) => `Die antwoordt niet op poort ${port}.`,
    embeddedRests: () => 'Die draait zolang de app draait.',
    keychain: ({ clientSecret, licenseCode }) =>
      `De sleutelbos werkt. Clientgeheim: ${places[clientSecret]}; licentiecode: ${places[licenseCode]}.`,
    keychainOfNoUse: ({ state }) => keychains[state],
    secretsGiven: ({ clientSecret, licenseCode }) =>
      `De omgeving geeft ${joined([clientSecret && 'het clientgeheim', licenseCode && 'de licentiecode'], ' en ')}; dat gaat voor wat is ingevoerd.`,
    folderThere: () => 'De map is er en is leesbaar.',
    folderGone: () => 'De map is er niet.',
    folderUnreadable: () => 'De map is er, maar is niet leesbaar.',
    markerFits: () => 'Het kenmerk bewijst dat dit de bibliotheek is.',
    markerNone: ({ wasWritten }) => (wasWritten ? 'Het kenmerk is weg.' : 'Er kon nog geen kenmerk worden geschreven.'),
    markerOther: () => 'Het kenmerk is dat van een andere bibliotheek.',
    markerUnreadable: () => 'Het kenmerk is niet leesbaar.',
    writable: () => 'Bestanden kunnen worden gelezen en geschreven.',
    readOnly: ({ mustWrite }) =>
      mustWrite
        ? 'Hier kan niets worden geschreven; nieuwere versies komen niet aan.'
        : 'Hier kan niets worden geschreven.',
    rightsUnknown: () => 'Of er bestanden kunnen worden geschreven, was niet te zien.',
    drive: ({ kind }) =>
      kind === 'local' ? 'Het is een station van deze computer.' : 'Het systeem meldt niet wat voor station het is.',
    networkDrive: () =>
      'Het is een netwerkstation: wijzigingen van anderen blijken soms pas bij de volgende volledige scan.',
    linksNone: () => 'Er staan geen symbolische koppelingen in.',
    linksInTheWay: ({ count }, { number }) =>
      count === 1
        ? 'Er staat een symbolische koppeling in; daardoorheen wordt niets gelezen of geschreven.'
        : `Er staan ${number(count)} symbolische koppelingen in; daardoorheen wordt niets gelezen of geschreven.`,
    watchingEnough: ({ folders, limit }, { number }) =>
      `${number(folders)} mappen van de ${number(limit)} die bewaakt mogen worden.`,
    watchingTight: ({ folders, limit }, { number }) =>
      `${number(folders)} mappen, en alle programma’s samen mogen er ${number(limit)} bewaken.`,
    watchingTooFew: ({ folders, limit }, { number }) =>
      `${number(folders)} mappen zijn meer dan de ${number(limit)} die bewaakt mogen worden.`,
    watchingWhole: () => 'Het systeem bewaakt de hele map.',
    checkFailed: () => 'Dit kon niet worden gecontroleerd.',
    checkHung: ({ afterMs }, { duration }) => `Deze controle was na ${duration(afterMs)} niet klaar.`,
  },
  toDo: {
    engineSilent: 'Sluit de app of de synchronisatie en start die opnieuw.',
    stateGone:
      'Zet die terug, of start de app opnieuw: die begint een nieuwe als de oude weg is. Tot dan wordt er niets verstuurd of opgehaald; uw bestanden zijn onaangeroerd.',
    stateOutOfReach: 'Zorg dat de schijf niet alleen-lezen is, en dat u in de map mag schrijven.',
    stateDamaged:
      'Start de app opnieuw: die controleert de database, en alleen een die echt beschadigd blijkt, wordt apart gezet voor een nieuwe. Uw bestanden zijn onaangeroerd.',
    stateNewer: 'Werk deze app bij.',
    stateBegunAnew:
      'Open de app en lees wat die hierover zegt; bestanden die aan beide kanten gelijk zijn, worden herkend.',
    stateSettingsUnread: 'Werk deze app bij, of stel ze opnieuw in bij Instellingen.',
    stateUncleanEnd: 'Stuur een bundel naar support als de stroom niet is uitgevallen.',
    roomLittle: 'Maak spoedig ruimte.',
    roomNone: 'Maak ruimte op de schijf; wat wacht, gaat vanzelf verder.',
    proxyUnusable: 'Noem er een in de variabele HTTPS_PROXY, als http://, https:// of socks5://.',
    proxyUnreadable: 'Verbeter de variabele, in de vorm http://proxy.example:8080.',
    notConnected: 'Voer in Instellingen het adres van de service in, of stel de omgevingsvariabelen in.',
    unreachable: 'Controleer netwerk, adres en proxy. Wat u intussen opslaat, blijft bewaard en wordt later verstuurd.',
    notEncrypted: 'Gebruik https://, of accepteer het in Instellingen of met CADSYNC_ALLOW_HTTP=1.',
    secretMissing: 'Voer het clientgeheim in bij Instellingen, of stel CADSYNC_CLIENT_SECRET in.',
    signInRefused: 'Voer client-id en geheim opnieuw in. Vraag de beheerder van de service als ze kloppen.',
    signInUnanswered: 'Controleer het adres van de tokenservice, het netwerk en de proxy.',
    accessRefused: 'Vraag de beheerder van de service of deze client die mag gebruiken.',
    dataStrange: 'Verbeter het adres van de dataservice, in Instellingen of met CADSYNC_DATA_URL.',
    answerStrange: 'Open een browser, meld u aan bij het netwerk en controleer opnieuw.',
    limitReached: 'Wat wacht, gaat vanzelf verder.',
    clockOff: 'Zet de klok gelijk, of laat het systeem dat doen.',
    clockFarOff: 'Zet de klok gelijk, of laat het systeem dat doen.',
    embeddedSilent: 'Start de app opnieuw.',
    keychainOfNoUse:
      'Installeer of ontgrendel de sleutelbos (op Linux libsecret en een keyring) en controleer opnieuw; of stel de omgevingsvariabelen in.',
    secretsGiven: 'Verwijder de variabelen als moet gelden wat is ingevoerd.',
    folderGone: 'Sluit het station aan, of geef in Instellingen aan waar de map nu staat.',
    folderUnreadable: 'Geef uzelf het recht om de map te lezen.',
    markerNone: 'Is het de juiste map, bevestig die dan in Instellingen of met “cadsync library confirm DIR”.',
    markerOther: 'Geef in Instellingen aan waar de map van deze bibliotheek staat.',
    markerUnreadable: 'Controleer de rechten van het bestand en de schijf.',
    readOnly: 'Geef uzelf het recht om daar te schrijven, of laat de bibliotheek alleen versturen.',
    networkDrive:
      'Zet de bibliotheek op een station van deze computer als wijzigingen van anderen meteen moeten aankomen.',
    linksInTheWay: 'Zet de bestanden zelf in de bibliotheek, of voeg de gekoppelde map als bibliotheek toe.',
    watchingTight: 'Verhoog fs.inotify.max_user_watches als wijzigingen laat worden opgemerkt.',
    watchingTooFew: 'Verhoog fs.inotify.max_user_watches; tot dan vindt de volgende volledige scan de wijzigingen.',
    checkFailed: 'Controleer opnieuw. Stuur een bundel naar support als het zo blijft.',
    checkHung: 'Controleer opnieuw. Meestal hangt een station of het netwerk.',
  },
};
