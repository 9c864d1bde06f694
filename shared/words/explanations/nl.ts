import type { Reason } from '../../rpc/explanation.ts';
import { next, toDo } from './next/nl.ts';
import { programName, purposes } from './programs-in-dutch.ts';
import { lowerFirst, momentOf, type Sentences, type Speaker } from './sentences.ts';

const missingClasses = {
  etimClass: 'de ETIM-klasse is niet bekend',
  modellingClass: 'de modelleerklasse is niet bekend',
  both: 'de ETIM-klasse en de modelleerklasse zijn niet bekend',
  wrongLink: 'de klasse, het programma, het type of de taal in .cadlibrary.json heeft de verkeerde vorm',
} as const;

const operations = {
  upload: 'Het kon niet worden verstuurd',
  download: 'De nieuwere versie kon niet worden opgehaald',
  compare: 'De versie van de service kon niet worden opgehaald om te vergelijken',
  release: 'De publicatie kon niet worden verstuurd',
} as const;

/** Why what is on the service is not this library's to fetch. */
const notOwn = {
  otherLibrary: 'Een andere bibliotheek op deze computer heeft het.',
  noLibrary: 'Geen bibliotheek op deze computer heeft bestanden van deze klasse of haalt alles op.',
};

const unconfirmed: Record<Extract<Reason, { code: 'notConfirmed' }>['because'], string> = {
  notConnected: 'er is nog geen service ingesteld',
  offline: 'de service is niet bereikbaar',
  refused: 'de app is niet aangemeld bij de service',
  notAskedLately: 'de service heeft al een tijd niet geantwoord',
  notScannedLately: 'de map is al een tijd niet gescand',
  notComparedYet: 'map en service zijn nog niet opnieuw vergeleken',
  notRunning: 'er draait niets dat het zou vergelijken',
};

const specialKinds = {
  pipe: 'een pijp tussen programma’s',
  socket: 'een socket van een programma',
  device: 'een apparaat',
} as const;

export const dutch: Sentences = {
  reasons: {
    upToDate: ({ version, newerDraft, ...looks }, by) =>
      `Bijgewerkt: de service heeft precies deze bytes als publicatie ${version}.${leftThere(newerDraft)}${lastLooks(looks, by)}`,
    draft: ({ version, newerDraft, ...looks }, by) =>
      `Veilig op de service als concept ${version}, nog niet gepubliceerd.${leftThere(newerDraft)}${lastLooks(looks, by)}`,
    notConfirmed: ({ version, because, ...looks }, by) =>
      `Gelijk aan versie ${version} bij de laatste vergelijking. Dat is nu niet bevestigd: ${unconfirmed[because]}.${lastLooks(looks, by)}`,
    releaseQueued: ({ version }) => `Concept ${version} staat veilig op de service en wacht op publicatie.`,
    stillChanging: () =>
      'Nog niet gelezen sinds het werd gevonden of gewijzigd: het wordt gelezen zodra het niet meer verandert.',
    looksUnfinished: () => 'Het lijkt half geschreven: het eindteken van zijn formaat ontbreekt.',
    missingForNow: () => 'Ontbreekt op dit moment; sommige programma’s slaan zo op.',
    beingCompared: () => 'Wordt met de service vergeleken.',
    afterOtherFile: ({ path }) =>
      `Nog niet verzonden: ${path} is nog niet gelezen en heeft misschien dezelfde klasse, hetzelfde programma en dezelfde taal.`,
    sending: ({ operation }) =>
      ({
        upload: 'Onderweg naar de service.',
        download: 'Een nieuwere versie komt van de service.',
        compare: 'De versie van de service wordt opgehaald om te vergelijken.',
        release: 'Wordt gepubliceerd.',
      })[operation],
    queued: ({ operation, ahead }, { formats }) => {
      const what = {
        upload: 'Wacht op verzending',
        download: 'Een nieuwere versie wacht om te worden opgehaald',
        compare: 'De versie van de service wacht om te worden opgehaald en vergeleken',
        release: 'Wacht op publicatie',
      }[operation];
      if (ahead === 0) return `${what}; het is als volgende aan de beurt.`;
      return `${what}; er ${ahead === 1 ? 'gaat er 1' : `gaan er ${formats.number(ahead)}`} voor.`;
    },
    notSeenYet: () => 'Nieuw: de bibliotheek heeft het nog niet opgemerkt.',
    openInProgram: ({ program }) => `Geopend in ${program ?? 'een ander programma'}.`,
    unreadable: ({ error, version }, { errors }) =>
      `Het kan nu niet worden gelezen: ${lowerFirst(errors.happened(error.code))}${
        version === undefined
          ? ''
          : ` De service heeft de laatste inhoud als versie ${version}; het wordt niet vanzelf vervangen.`
      }`,
    offline: ({ operation }) =>
      operation === 'download'
        ? 'Offline: er wacht een nieuwere versie op de service.'
        : 'Offline: de service is niet bereikbaar. Het bestand wacht hier en staat veilig in uw bibliotheek.',
    askedToWait: ({ operation }) =>
      operation === 'download'
        ? 'Een nieuwere versie wacht om te worden opgehaald: de service vroeg om minder verzoeken.'
        : 'Wacht op verzending: de service vroeg om minder verzoeken.',
    retrying: ({ operation, attempts, error }, { errors, formats }) => {
      const tries = attempts <= 1 ? '' : ` (${formats.number(attempts)} pogingen tot nu toe)`;
      return error
        ? `${operations[operation]}${tries}: ${lowerFirst(errors.happened(error.code))}`
        : `${operations[operation]}${tries}.`;
    },
    notComparedYet: ({ error }, { errors }) =>
      error
        ? `Nog niet met de service vergeleken: ${lowerFirst(errors.happened(error.code))}`
        : 'Nog niet met de service vergeleken: map en service worden gescand.',
    notReadYet: () => 'Het is nog niet gelezen, en er draait nu niets dat het zou lezen.',
    goneSinceScan: ({ version, isLostThere }) =>
      `Niet meer aanwezig: verwijderd, hernoemd of verplaatst sinds de map voor het laatst is gescand, en er draait niets dat dit opmerkt.${version === undefined ? '' : ` ${onService(version, isLostThere)}`}`,
    notRunning: () => 'Er draait niets dat deze bibliotheek synchroniseert.',
    inOtherLibrary: ({ library, path }) =>
      `Niet meer in deze map. Het staat nu in de bibliotheek ${library}, als ${path}, en wordt daar gesynchroniseerd.`,
    heldBack: ({ would, because, version }) => {
      if (would === 'upload' && version !== undefined)
        return `De service heeft versie ${version}, met precies deze bytes, niet meer. Het wordt niet verstuurd: deze bibliotheek ${because === 'onPublish' ? 'verstuurt bij Publiceren' : 'ontvangt alleen'}. Het staat hier veilig.`;
      if (because === 'onPublish')
        return 'Hier gewijzigd, niet verstuurd: deze bibliotheek verstuurt bij Publiceren. Het staat hier veilig.';
      if (would === 'upload')
        return 'Hier gewijzigd, niet verstuurd: deze bibliotheek ontvangt alleen. Het staat hier veilig.';
      if (because === 'otherLibrary' || because === 'noLibrary')
        return `${notOwn[because]} Versie ${version} staat veilig op de service.`;
      return `Ongewijzigd sinds beide kanten gelijk waren. De service heeft de nieuwere versie ${version}; deze bibliotheek verstuurt alleen en haalt die niet op.`;
    },
    removedHere({ version, isUnsent, isLostThere }) {
      if (version === undefined) return 'Uit deze map verwijderd.';
      const kept = `Uit deze map verwijderd. ${onService(version, isLostThere)}`;
      if (!isUnsent) return kept;
      return `${kept} Wat hier daarna is opgeslagen, is nooit verstuurd; wat ervan bewaard is, staat bij de kopieën.`;
    },
    leftAsAnswered: () => 'Op de service is een nieuwere versie; u koos ervoor dit bestand zo te laten.',
    manyChanges: ({ kind }) => {
      if (kind === 'removal') return 'Samen met veel andere verdwenen; het telt pas als verwijderd als u dat zegt.';
      return kind === 'rollback'
        ? 'Samen met veel andere teruggegaan naar een oudere stand; het wordt pas verstuurd als u dat zegt.'
        : 'Een nieuwere versie zou het vervangen, samen met veel andere; het blijft zoals het is tot u antwoordt.';
    },
    libraryPaused: ({ library, error }, { errors }) =>
      error ? `${library} is gepauzeerd: ${lowerFirst(errors.happened(error.code))}` : `${library} is gepauzeerd.`,
    pausedByPerson: ({ library }) => `U hebt ${library} gepauzeerd; daar wordt niets gelezen, verstuurd of opgehaald.`,
    cannotTakePart: ({ error }, { errors }) => `Niet gesynchroniseerd: ${lowerFirst(errors.happened(error.code))}`,
    emptyFile: () => 'Het bestand is leeg en wordt daarom niet verstuurd.',
    unassigned: ({ missing }) => `Niet verstuurd: ${missingClasses[missing]}.`,
    newerProgram: ({ found, declared }) =>
      `Niet verstuurd: het is opgeslagen in ${found}, maar deze bibliotheek is voor ${declared}. Collega’s met ${declared} kunnen het niet openen.`,
    newerFormat: ({ format, declared }) =>
      `Niet verstuurd: het DWG-formaat (${format}) is nieuwer dan deze app kent. Collega’s met ${declared} kunnen het misschien niet openen.`,
    undeclaredProgram: ({ found, declared }, { formats }) =>
      `Niet verstuurd: deze bibliotheek is voor ${formats.list(declared)}, niet voor ${found}, dus geen collega zou het bestand krijgen.`,
    doublyClaimed: ({ rivals, rivalCount }, { formats }) => {
      const unnamed = rivalCount - rivals.length;
      const names = unnamed > 0 ? [...rivals, `nog ${formats.number(unnamed)}`] : rivals;
      return `Niet verstuurd: ${formats.list(names)} ${rivalCount === 1 ? 'heeft' : 'hebben'} dezelfde klasse, dezelfde soort inhoud, hetzelfde programma en dezelfde taal.`;
    },
    releaseLost: ({ version, lost }) =>
      `Veilig op de service als concept ${version}. De service is publicatie ${lost} kwijt: ze is teruggezet naar een eerdere toestand.`,
    conflict: ({ theirVersion, theirChangedAtMs }, by) =>
      `Hier en op de service gewijzigd; daar is versie ${theirVersion} nieuwer${
        theirChangedAtMs === undefined ? '' : ` (${momentOf(theirChangedAtMs, by)})`
      }. Beide blijven bewaard.`,
    notConnected: () => 'Niet verstuurd: er is nog geen service ingesteld.',
    signInRefused: ({ error }) =>
      error?.code === 'client-secret-missing'
        ? 'Niet verstuurd: voor het adres van de service is er nog geen clientgeheim.'
        : 'Niet verstuurd: de service accepteert client-id en geheim niet.',
    licenseRejected: ({ operation }) =>
      `${operation === 'upload' ? 'Niet verstuurd' : operations[operation]}: de service heeft de licentiecode geweigerd.`,
    needsPerson: ({ operation, error }, { errors }) =>
      `${operations[operation]}: ${lowerFirst(errors.happened(error.code))}`,
    notInAnyLibrary: () => 'In geen bibliotheek: het ligt niet in een map die wordt gesynchroniseerd.',
    companionFile: ({ purpose, program }) =>
      `Overgeslagen: naar de naam is het ${purposes[purpose]} van ${programName(program)}.`,
    inCompanionFolder: ({ folder, program }) =>
      `Overgeslagen: het ligt in ${folder}, waar ${programName(program)} eigen bestanden bewaart.`,
    ownFile: () => 'Overgeslagen: hier bewaart deze app eigen notities en kopieën.',
    notCad: ({ extension }) =>
      extension === ''
        ? 'Overgeslagen: het heeft geen extensie van een CAD-bestand.'
        : `Overgeslagen: .${extension} is geen CAD-formaat dat deze app kent.`,
    ignored: () => 'Overgeslagen: de bibliotheek is ingesteld om het te negeren.',
    symbolicLink: () => 'Overgeslagen: het is een koppeling, en die worden niet gevolgd.',
    belowLink: ({ folder }) => `Overgeslagen: de map ${folder} is een koppeling, en die worden niet gevolgd.`,
    specialFile: ({ kind }) => `Overgeslagen: het is ${specialKinds[kind]}, geen bestand.`,
    belowUnreadable: ({ folder, error }, { errors }) =>
      `Niet gezien: de inhoud van map ${folder} is niet op te vragen. ${errors.happened(error.code)}`,
    notThere: ({ isKept }) =>
      isKept
        ? 'Zo’n bestand is er niet meer. Wat ervan bewaard is, staat bij de kopieën.'
        : 'Dit bestand is er niet, en er wordt geen bestand met deze naam gemist.',
  },
  next,
  toDo,
  suggestion: (pair, because, { formats }) => {
    switch (because.code) {
      case 'path':
        return `Voorstel: ${pair}, zoals het pad zegt.`;
      case 'sameName':
        return `Voorstel: ${pair}, want ${because.path} ernaast heeft dezelfde naam.`;
      case 'usualPartner':
        return because.count === 1
          ? `Voorstel: ${pair}, zoals het enige bestand met die ETIM-klasse hier.`
          : `Voorstel: ${pair}, zoals ${formats.number(because.count)} bestanden met die ETIM-klasse hier.`;
      case 'neighbours':
        return because.of === 1
          ? `Voorstel: ${pair}, zoals het enige bestand met een klasse in de map.`
          : `Voorstel: ${pair}, zoals ${formats.number(because.count)} van de ${formats.number(because.of)} bestanden met een klasse in de map.`;
      case 'alikeNames':
        return because.count === 1
          ? `Voorstel: ${pair}, zoals het bestand met zo'n naam in deze bibliotheek.`
          : `Voorstel: ${pair}, zoals ${formats.number(because.count)} bestanden met zulke namen in deze bibliotheek.`;
    }
  },
  release: {
    these: 'Het wordt vanzelf de volgende publicatie.',
    afterYou: 'Een publicatie ervan staat in de wachtrij en wacht daarop.',
    onceResumed: 'Een publicatie ervan staat in de wachtrij en wordt verstuurd zodra u de bibliotheek hervat.',
    earlier:
      'Een publicatie van een eerdere opgeslagen versie staat in de wachtrij; die wordt alleen gepubliceerd als er niets nieuwers eerst wordt verstuurd. Publiceer opnieuw om deze te publiceren.',
    beforeUnread: 'Een publicatie van wat er eerder van gelezen is, staat in de wachtrij.',
  },
  leftLine: (key) =>
    `De klasse of het programma is gewijzigd. Wat de service er al van had, blijft onder ${key}; daar krijgen collega’s niets nieuwers meer.`,
  lostRelease: (version, isGoingOut) =>
    `De service is publicatie ${version} kwijt: ze is teruggezet naar een eerdere toestand.${isGoingOut ? '' : ' Publiceer het bestand opnieuw.'}`,
  placeTaken:
    'Op zijn plaats staat nu een koppeling, een map of iets anders dat geen bestand is; dat blijft staan: teruggezet krijgt het een andere naam.',
  since: (when, ago) => `Sinds ${when} (${ago}).`,
  soon: 'zo meteen',
};

function onService(version: string, isLost: boolean | undefined): string {
  return isLost
    ? `De service had versie ${version} en heeft er niets meer van: ze is teruggezet naar een eerdere toestand.`
    : `De service bewaart de versies; de laatste hier was ${version}.`;
}

function leftThere(newerDraft: string | undefined): string {
  return newerDraft === undefined
    ? ''
    : ` Het nieuwere concept ${newerDraft} wordt niet opgehaald: deze bibliotheek volgt publicaties.`;
}

function lastLooks(
  {
    confirmedAtMs,
    scannedAtMs,
  }: { readonly confirmedAtMs?: number | undefined; readonly scannedAtMs?: number | undefined },
  by: Speaker,
): string {
  const parts = [
    ...(confirmedAtMs === undefined ? [] : [`de service bevestigde dit het laatst ${momentOf(confirmedAtMs, by)}`]),
    ...(scannedAtMs === undefined ? [] : [`de map is het laatst ${momentOf(scannedAtMs, by)} gescand`]),
  ];
  const [first = '', second] = parts;
  if (first === '') return '';
  return ` ${[first[0]?.toUpperCase() + first.slice(1), ...(second ? [second] : [])].join('; ')}.`;
}
