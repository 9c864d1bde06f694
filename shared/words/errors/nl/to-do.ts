import type { ErrorAction } from '../../../errors/actions.ts';

/** What a person can do about an error, in Dutch. */
export const toDo: Record<ErrorAction, string> = {
  'enter-license-code': 'Voer een geldige licentiecode in; daarna gaat het synchroniseren vanzelf verder.',
  'enter-client-secret': 'Voer het clientgeheim voor dit adres in.',
  'check-client':
    'Controleer client-id en geheim, en het adres waarvoor ze zijn. Kloppen ze, vraag het dan aan wie de service beheert.',
  'check-address': 'Verbeter het adres, bijvoorbeeld https://content.example.com.',
  'use-https': 'Gebruik een https://-adres, of bevestig dat dit adres gebruikt mag worden.',
  'check-connection': 'Controleer de verbindingsinstellingen en het netwerk.',
  'connect-network': 'Verbind deze computer met het netwerk; daarna gaat het synchroniseren vanzelf verder.',
  'sign-in-to-network':
    'Open een webpagina in een browser en meld u aan bij het netwerk; daarna gaat het synchroniseren vanzelf verder.',
  'sign-in-to-proxy':
    'Vul gebruikersnaam en wachtwoord in bij Instellingen, Verbinding. Zet zonder venster de proxy met beide in HTTPS_PROXY, of laat de proxy deze computer toe, en start de app opnieuw.',
  'check-certificate':
    'Open een webpagina in een browser en meld u aan bij het netwerk als het daarom vraagt. Controleer anders het adres en de klok van deze computer. Kijkt het netwerk in versleutelde verbindingen mee, zet het certificaat daarvan dan in NODE_EXTRA_CA_CERTS.',
  'check-input': 'Controleer wat er is ingevoerd.',
  'choose-class': 'Kies de ETIM-klasse en modelleerklasse van het bestand.',
  'choose-file': 'Kies welk bestand telt.',
  'name-otherwise': 'Kies een andere naam of map.',
  'choose-side': 'Kies welke versie telt.',
  'close-program': 'Sluit het bestand in het andere programma.',
  'lift-read-only':
    'Haal de markering alleen-lezen weg als het bestand mag worden vervangen; daarna gaat het synchroniseren vanzelf verder.',
  'replace-link':
    'Vervang de koppeling door de map of het bestand zelf; daarna gaat het synchroniseren vanzelf verder.',
  'move-file': 'Verplaats dat bestand naar een andere plek; daarna gaat het synchroniseren vanzelf verder.',
  'free-space': 'Maak ruimte vrij op de schijf.',
  'allow-writing': 'Zorg dat u in de map mag schrijven; wat daarop wacht, gaat daarna vanzelf verder.',
  'check-folder': 'Controleer of de map bestaat en of u erin mag lezen en schrijven.',
  'check-path': 'Controleer de naam van het bestand en van de map.',
  'ask-permission': 'Vraag de eigenaar om leesrechten.',
  'choose-drawing': 'Kies een STEP-, IGES-, IFC-, STL-, OBJ-, 3DM- of DXF-bestand, of een van een CAD-programma.',
  'add-again':
    'Stel de verbinding in en voeg uw bibliotheken opnieuw toe: wat aan beide kanten gelijk is, wordt herkend en niet dubbel verstuurd.',
  'start-again':
    'Start de app opnieuw: die controleert haar opgeslagen status en gaat daarmee verder. Alleen waar die weg is, of echt beschadigd blijkt en apart is gezet, begint de app een nieuwe.',
  'choose-other-folder': 'Kies of maak een map die alleen voor de bibliotheek is.',
  'separate-libraries':
    'Kies of maak een map die alleen voor de bibliotheek is. Staat de andere bibliotheek nu ergens anders, wijs die dan eerst haar nieuwe map aan, of verwijder haar.',
  'confirm-folder': 'Sluit de schijf aan waar de map op staat, of bevestig dat deze map uw bibliotheek is.',
  rename: 'Geef het een andere naam.',
  'repair-links':
    'Herstel het bestand of verwijder het. Als u het verwijdert, verliest u wat met de hand is gekozen, zoals de klassen van bestanden waarvan het pad ze niet noemt.',
  'resume-library': 'Hervat de bibliotheek.',
  'move-library-away':
    'Laat eerst alles uit de oude map versturen en verplaats die map, of voeg deze toe als een andere bibliotheek.',
  'relocate-library': 'Wijs de gepauzeerde bibliotheek deze map aan.',
  'answer-question': 'Beantwoord de vraag over de bibliotheek.',
  'publish-again': 'Bekijk het nieuwste concept en publiceer opnieuw.',
  'try-again': 'Probeer het opnieuw.',
  'update-app': 'Controleer of app en service bijgewerkt zijn.',
  'reinstall-app': 'Installeer de app opnieuw; instellingen en alles wat wacht blijven bewaard.',
  'set-program':
    'Stel in de instellingen van deze computer een programma in voor dit soort bestanden, of open het bestand vanuit het eigen programma.',
  'restore-bytes':
    'Upload het bestand opnieuw vanaf een computer die het heeft, of vraag wie de service beheert de bestanden uit een back-up terug te zetten.',
  none: '',
};
