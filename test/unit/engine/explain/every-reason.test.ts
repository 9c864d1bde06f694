import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFileRequests } from '../../../../electron/engine/application/file-requests.ts';
import type { Disk } from '../../../../electron/engine/ports.ts';
import { fileIdOf } from '../../../../electron/engine/tree/paths.ts';
import { catalogue } from '../../../../shared/errors/catalogue.ts';
import type { Explanation, ExplanationAction, NextStep, ReasonCode } from '../../../../shared/rpc/explanation.ts';
import { standingOf } from '../../../../shared/rpc/standings.ts';
import { createFormats, type Language } from '../../../../shared/words/formats.ts';
import { putIntoWords } from '../../../../shared/words/explanations/put-into-words.ts';
import { loadTexts } from '../../../../renderer/texts/texts.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const folder = 'EC000001/MC000001';
const pump = `${folder}/pump.rfa`;

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

async function explain(path = pump): Promise<Explanation> {
  const { files } = await world.engine.statusReader.explain([`/library/${path}`]);
  const [file] = files;
  if (!file) throw new Error(`Nothing is said of ${path}.`);
  return file.explanation;
}

interface Situation {
  /** Brings it about and asks. */
  readonly ask: () => Promise<Explanation>;
  /** What each language says first. */
  readonly en: string;
  readonly nl: string;
  readonly next: NextStep['code'];
  readonly actions?: readonly ExplanationAction[];
}

async function inStepAsDraft(): Promise<void> {
  world.hold(pump, 'bytes');
  await world.open();
}

async function inStepAsRelease(): Promise<void> {
  await inStepAsDraft();
  world.publish([keyOf('EC000001')], 'first issue');
  await world.idle();
}

/** Opens an empty library and saves the pump into it, ready to be read after a few seconds. */
async function savedInto(path = pump, text = 'bytes'): Promise<void> {
  await world.open();
  world.save(path, text);
  await world.clock.advance(5_000);
}

const situations: Readonly<Record<ReasonCode, Situation>> = {
  upToDate: {
    ask: () => inStepAsRelease().then(() => explain()),
    en: 'Up to date: the service has exactly these bytes as release 1.0. The service last confirmed it ',
    nl: 'Bijgewerkt: de service heeft precies deze bytes als publicatie 1.0. De service bevestigde dit het laatst ',
    next: 'checkedAgain',
  },
  draft: {
    ask: () => inStepAsDraft().then(() => explain()),
    en: 'Safe on the service as draft 0.1, not published yet. The service last confirmed it ',
    nl: 'Veilig op de service als concept 0.1, nog niet gepubliceerd. De service bevestigde dit het laatst ',
    next: 'checkedAgain',
    actions: ['publish'],
  },
  notConfirmed: {
    async ask() {
      await inStepAsRelease();
      world.service.setAway(true);
      await world.clock.advance(70_000);
      return explain();
    },
    en: 'In step with version 1.0 when last compared. That is not confirmed now: the service cannot be reached.',
    nl: 'Gelijk aan versie 1.0 bij de laatste vergelijking. Dat is nu niet bevestigd: de service is niet bereikbaar.',
    next: 'serviceAskedAgain',
    actions: ['try-now'],
  },
  releaseQueued: {
    async ask() {
      await inStepAsDraft();
      world.service.setAway(true);
      world.publish([keyOf('EC000001')], 'first issue');
      await world.clock.advance(1_000);
      return explain();
    },
    en: 'Draft 0.1 is safe on the service and waits to be published.',
    nl: 'Concept 0.1 staat veilig op de service en wacht op publicatie.',
    next: 'serviceAskedAgain',
    actions: ['try-now'],
  },
  stillChanging: {
    async ask() {
      await world.open();
      world.save(pump, 'bytes');
      await world.clock.advance(100);
      return explain();
    },
    en: 'Not read since it was found or changed: it is read once it stops changing.',
    nl: 'Nog niet gelezen sinds het werd gevonden of gewijzigd: het wordt gelezen zodra het niet meer verandert.',
    next: 'readWhenStill',
  },
  looksUnfinished: {
    ask: () => savedInto(pump, 'unfinished').then(() => explain()),
    en: 'It looks half written: the end mark of its format is missing.',
    nl: 'Het lijkt half geschreven: het eindteken van zijn formaat ontbreekt.',
    next: 'readWhenWhole',
  },
  missingForNow: {
    async ask() {
      await inStepAsDraft();
      world.disk.delete(pump);
      world.watcher.hint(pump);
      await world.clock.advance(5_000);
      return explain();
    },
    en: 'Missing at the moment; some programs save that way.',
    nl: 'Ontbreekt op dit moment; sommige programma’s slaan zo op.',
    next: 'countsAsRemoved',
  },
  beingCompared: {
    async ask() {
      await inStepAsDraft();
      world.disk.delete(pump);
      world.watcher.hint(pump);
      world.save(`${folder}/other.rfa`, 'other bytes');
      await world.clock.advance(5_000);
      return explain(`${folder}/other.rfa`);
    },
    en: 'Being compared with the service.',
    nl: 'Wordt met de service vergeleken.',
    next: 'whenCompared',
  },
  afterOtherFile: {
    async ask() {
      await inStepAsDraft();
      const other = `${folder}/other.rfa`;
      world.disk.rename(pump, other);
      world.disk.write(other, 'changed');
      world.save(`${folder}/half.rfa`, 'unfinished');
      world.watcher.hint('');
      await world.clock.advance(120_000);
      return explain(other);
    },
    en: 'Not sent yet: EC000001/MC000001/half.rfa has not been read yet and may have the same class, program and language.',
    nl: 'Nog niet verzonden: EC000001/MC000001/half.rfa is nog niet gelezen en heeft misschien dezelfde klasse, hetzelfde programma en dezelfde taal.',
    next: 'whenOtherRead',
  },
  sending: {
    async ask() {
      await world.open();
      const { arrived } = world.service.hold('storeFile');
      world.save(pump, 'bytes');
      await world.clock.advance(5_000);
      await arrived;
      return explain();
    },
    en: 'On its way to the service.',
    nl: 'Onderweg naar de service.',
    next: 'nothing',
  },
  queued: {
    async ask() {
      await world.open();
      world.engine.saveSettings({ parallelTransfers: 1 });
      world.service.hold('storeFile');
      world.save(pump, 'bytes');
      await world.clock.advance(5_000);
      world.save('EC000002/MC000001/valve.rfa', 'bytes');
      await world.clock.advance(5_000);
      return explain('EC000002/MC000001/valve.rfa');
    },
    en: 'Waits to be sent; 1 goes before it.',
    nl: 'Wacht op verzending; er gaat er 1 voor.',
    next: 'inTurn',
  },
  notSeenYet: {
    async ask() {
      await world.open();
      world.disk.write(pump, 'bytes');
      return explain();
    },
    en: 'New: the library has not noticed it yet.',
    nl: 'Nieuw: de bibliotheek heeft het nog niet opgemerkt.',
    next: 'foundByScan',
    actions: ['look-again'],
  },
  openInProgram: {
    async ask() {
      await world.open();
      world.disk.write(`${folder}/pump.dwl`, 'lock');
      world.save(`${folder}/pump.dwg`, 'program:AutoCAD/2025');
      await world.clock.advance(5_000);
      return explain(`${folder}/pump.dwg`);
    },
    en: 'Open in another program.',
    nl: 'Geopend in een ander programma.',
    next: 'readWhenClosed',
    actions: ['close-file'],
  },
  unreadable: {
    async ask() {
      await inStepAsDraft();
      world.disk.fail('read', pump, 'file-unreadable', 99);
      await world.days(16);
      return explain();
    },
    en: 'It cannot be read now: the file cannot be read. The service has its last contents as version 0.1; nothing replaces it by itself.',
    nl: 'Het kan nu niet worden gelezen: het bestand kan niet worden gelezen. De service heeft de laatste inhoud als versie 0.1; het wordt niet vanzelf vervangen.',
    next: 'readAgain',
    actions: ['check-folder'],
  },
  offline: {
    async ask() {
      await world.open();
      world.service.setAway(true);
      world.save(pump, 'bytes');
      await world.clock.advance(5_000);
      return explain();
    },
    en: 'Offline: the service cannot be reached. The file waits here, safe in your library.',
    nl: 'Offline: de service is niet bereikbaar. Het bestand wacht hier en staat veilig in uw bibliotheek.',
    next: 'serviceAskedAgain',
    actions: ['try-now'],
  },
  askedToWait: {
    async ask() {
      await world.open();
      world.service.fail('any', { retryAfterMs: 60_000 });
      world.save(pump, 'bytes');
      await world.clock.advance(5_000);
      return explain();
    },
    en: 'Waits to be sent: the service asked for fewer requests.',
    nl: 'Wacht op verzending: de service vroeg om minder verzoeken.',
    next: 'serviceAskedAgain',
  },
  retrying: {
    async ask() {
      await world.open();
      world.service.fail('storeFile', 'internalError', 99);
      world.save(pump, 'bytes');
      await world.clock.advance(5_000);
      return explain();
    },
    en: 'It could not be sent (3 tries so far): the service had an internal error.',
    nl: 'Het kon niet worden verstuurd (3 pogingen tot nu toe): er is een interne fout in de service opgetreden.',
    next: 'triedAgain',
    actions: ['try-now'],
  },
  notComparedYet: {
    async ask() {
      world.service.fail('listMetadata', 'internalError', 99);
      world.hold(pump, 'bytes');
      await world.start();
      await world.addLibrary();
      await world.clock.advance(5_000);
      return explain();
    },
    en: 'Not compared with the service yet: the service had an internal error.',
    nl: 'Nog niet met de service vergeleken: er is een interne fout in de service opgetreden.',
    next: 'serviceAskedAgain',
    actions: ['try-now'],
  },
  notReadYet: {
    async ask() {
      await savedInto(pump, 'unfinished');
      await world.close();
      await world.start(() => false);
      return explain();
    },
    en: 'It has not been read yet, and nothing is running that would read it.',
    nl: 'Het is nog niet gelezen, en er draait nu niets dat het zou lezen.',
    next: 'whenRunning',
    actions: ['start-sync'],
  },
  goneSinceScan: {
    async ask() {
      await inStepAsDraft();
      await world.close();
      world.disk.delete(pump);
      await world.start(() => false);
      return explain();
    },
    en: 'No longer there: removed, renamed or moved since the folder was last scanned, and nothing is running that would notice. The service keeps its versions; the last one here was 0.1.',
    nl: 'Niet meer aanwezig: verwijderd, hernoemd of verplaatst sinds de map voor het laatst is gescand, en er draait niets dat dit opmerkt. De service bewaart de versies; de laatste hier was 0.1.',
    next: 'whenRunning',
    actions: ['start-sync'],
  },
  notRunning: {
    async ask() {
      await world.open();
      world.service.setAway(true);
      world.save(pump, 'bytes');
      await world.clock.advance(5_000);
      await world.close();
      await world.start(() => false);
      return explain();
    },
    en: 'Nothing is running that would sync this library.',
    nl: 'Er draait niets dat deze bibliotheek synchroniseert.',
    next: 'whenRunning',
    actions: ['start-sync'],
  },
  heldBack: {
    async ask() {
      world.hold(pump, 'bytes');
      await world.start();
      await world.addLibrary('/library', { settings: { upload: 'onPublish' } });
      await world.idle();
      return explain();
    },
    en: 'Changed here, not sent: this library sends on Publish. It is safe here.',
    nl: 'Hier gewijzigd, niet verstuurd: deze bibliotheek verstuurt bij Publiceren. Het staat hier veilig.',
    next: 'afterYou',
    actions: ['publish'],
  },
  removedHere: {
    async ask() {
      await inStepAsDraft();
      world.disk.delete(pump);
      world.watcher.hint(pump);
      await world.clock.advance(90_000);
      return explain();
    },
    en: 'Removed from this folder. The service keeps its versions; the last one here was 0.1.',
    nl: 'Uit deze map verwijderd. De service bewaart de versies; de laatste hier was 0.1.',
    next: 'staysAsItIs',
    actions: ['put-back'],
  },
  inOtherLibrary: {
    async ask() {
      const other = world.mountBeside('/other library');
      await inStepAsDraft();
      await world.addLibrary('/other library');
      world.disk.delete(pump);
      other.write(pump, 'bytes');
      world.watcher.hint(pump);
      await world.clock.advance(90_000);
      return explain();
    },
    en: `No longer in this folder. It is in the library other library now, as ${pump}, and is synced there.`,
    nl: `Niet meer in deze map. Het staat nu in de bibliotheek other library, als ${pump}, en wordt daar gesynchroniseerd.`,
    next: 'nothing',
    actions: ['put-back'],
  },
  libraryPaused: {
    async ask() {
      await inStepAsDraft();
      world.disk.setMounted(false);
      world.watcher.hint('');
      await world.clock.advance(20_000);
      return explain();
    },
    en: 'library is paused: the library folder is missing.',
    nl: 'library is gepauzeerd: de bibliotheekmap ontbreekt.',
    next: 'folderLookedAtAgain',
    actions: ['check-folder'],
  },
  pausedByPerson: {
    async ask() {
      await inStepAsDraft();
      await world.engine.saveLibrarySettings(world.libraryId(), { isPaused: true });
      await world.clock.advance(1_000);
      return explain();
    },
    en: 'You paused library, so nothing is read, sent or fetched there.',
    nl: 'U hebt library gepauzeerd; daar wordt niets gelezen, verstuurd of opgehaald.',
    next: 'whenResumed',
    actions: ['resume-library'],
  },
  manyChanges: {
    async ask() {
      const paths = Array.from({ length: 20 }, (_, place) => `EC0000${place + 10}/MC000001/pump.rfa`);
      for (const path of [pump, ...paths]) world.hold(path, `bytes of ${path}`);
      await world.open();
      for (const path of [pump, ...paths]) world.disk.delete(path);
      world.watcher.hint('');
      await world.clock.advance(120_000);
      return explain();
    },
    en: 'Gone together with many others; it does not count as removed until you say so.',
    nl: 'Samen met veel andere verdwenen; het telt pas als verwijderd als u dat zegt.',
    next: 'afterAnswer',
    actions: ['answer-question'],
  },
  leftAsAnswered: {
    async ask() {
      const codes = Array.from({ length: 20 }, (_, place) => `EC0000${place + 10}`);
      for (const code of codes) world.hold(`${code}/MC000001/pump.rfa`, `bytes of ${code}`);
      await world.open();
      for (const code of codes) world.service.versions.publishElsewhere(recordOf(code), `theirs ${code}`);
      world.engine.runnerOf(world.libraryId()).pollSoon();
      await world.idle();
      const [question] = world.engine.changeQuestions(world.libraryId());
      const lastChangeId = question?.lastChangeId ?? 0;
      world.engine.answerChanges(world.libraryId(), { kind: 'overwrite', lastChangeId, answer: 'keep' });
      await world.idle();
      return explain('EC000010/MC000001/pump.rfa');
    },
    en: 'A newer version is on the service; you chose to leave this file as it is.',
    nl: 'Op de service is een nieuwere versie; u koos ervoor dit bestand zo te laten.',
    next: 'staysAsItIs',
    actions: ['replace-after-all'],
  },
  cannotTakePart: {
    async ask() {
      world.disk.write(`${folder}/back\\slash.rfa`, 'bytes');
      await world.open();
      return explain(`${folder}/back\\slash.rfa`);
    },
    en: 'Not synced: its name contains a backslash, which Windows treats as the end of a folder name.',
    nl: 'Niet gesynchroniseerd: de naam bevat een backslash, en die ziet Windows als het einde van een mapnaam.',
    next: 'afterYou',
    actions: ['rename'],
  },
  emptyFile: {
    ask: () => savedInto(pump, '').then(() => explain()),
    en: 'The file is empty, so it is not sent.',
    nl: 'Het bestand is leeg en wordt daarom niet verstuurd.',
    next: 'afterYou',
    actions: ['save-content'],
  },
  unassigned: {
    ask: () => savedInto('EC000001/pump.rfa').then(() => explain('EC000001/pump.rfa')),
    en: 'Not sent: its modelling class is not known.',
    nl: 'Niet verstuurd: de modelleerklasse is niet bekend.',
    next: 'afterYou',
    actions: ['choose-class'],
  },
  newerProgram: {
    ask: () => savedInto(pump, 'program:Revit/2026 bytes').then(() => explain()),
    en: 'Not sent: it was saved in Revit 2026, but this library is for Revit 2025. Colleagues with Revit 2025 cannot open it.',
    nl: 'Niet verstuurd: het is opgeslagen in Revit 2026, maar deze bibliotheek is voor Revit 2025. Collega’s met Revit 2025 kunnen het niet openen.',
    next: 'afterYou',
    actions: ['raise-version', 'link-program'],
  },
  newerFormat: {
    ask: () => savedInto(`${folder}/plan.dwg`, 'program:AutoCAD/AC1040').then(() => explain(`${folder}/plan.dwg`)),
    en: 'Not sent: its DWG format (AC1040) is newer than this app knows. Colleagues with AutoCAD 2025 may not be able to open it.',
    nl: 'Niet verstuurd: het DWG-formaat (AC1040) is nieuwer dan deze app kent. Collega’s met AutoCAD 2025 kunnen het misschien niet openen.',
    next: 'afterYou',
    actions: ['link-program'],
  },
  undeclaredProgram: {
    ask: () => savedInto(`${folder}/pump.skp`, 'program:SketchUp/2023').then(() => explain(`${folder}/pump.skp`)),
    en: 'Not sent: this library is for Revit 2025 and AutoCAD 2025, not for SketchUp 2023, so no colleague would receive the file.',
    nl: 'Niet verstuurd: deze bibliotheek is voor Revit 2025 en AutoCAD 2025, niet voor SketchUp 2023, dus geen collega zou het bestand krijgen.',
    next: 'afterYou',
    actions: ['declare-program', 'link-program'],
  },
  doublyClaimed: {
    async ask() {
      world.hold(`${folder}/other.rfa`, 'other bytes');
      await inStepAsDraft();
      return explain();
    },
    en: `Not sent: ${folder}/other.rfa has the same class, kind of content, program and language.`,
    nl: `Niet verstuurd: ${folder}/other.rfa heeft dezelfde klasse, dezelfde soort inhoud, hetzelfde programma en dezelfde taal.`,
    next: 'afterYou',
    actions: ['pick-file', 'move-or-reassign'],
  },
  releaseLost: {
    async ask() {
      await inStepAsDraft();
      const toDraft = world.service.versions.takeBackup();
      world.publish([keyOf('EC000001')], '');
      await world.idle();
      toDraft();
      await world.clock.advance(3_700_000);
      return explain();
    },
    en: 'Safe on the service as draft 0.1. The service lost its release 1.0: it was brought back to an earlier state.',
    nl: 'Veilig op de service als concept 0.1. De service is publicatie 1.0 kwijt: ze is teruggezet naar een eerdere toestand.',
    next: 'afterYou',
    actions: ['publish'],
  },
  conflict: {
    async ask() {
      await inStepAsDraft();
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
      world.save(pump, 'mine');
      await world.idle();
      return explain();
    },
    en: 'Changed here and on the service, where version 0.2 is newer (',
    nl: 'Hier en op de service gewijzigd; daar is versie 0.2 nieuwer (',
    next: 'afterYou',
    actions: ['resolve-conflict'],
  },
  notConnected: {
    async ask() {
      await inStepAsDraft();
      await world.connect(undefined);
      return explain();
    },
    en: 'Not sent: no service is set up yet.',
    nl: 'Niet verstuurd: er is nog geen service ingesteld.',
    next: 'afterYou',
    actions: ['check-connection'],
  },
  signInRefused: {
    async ask() {
      await world.open();
      world.service.fail('any', 'signInFailed', 99);
      world.save(pump, 'bytes');
      await world.clock.advance(5_000);
      return explain();
    },
    en: 'Not sent: the service does not accept the client id and secret.',
    nl: 'Niet verstuurd: de service accepteert client-id en geheim niet.',
    next: 'serviceAskedAgain',
    actions: ['check-client'],
  },
  licenseRejected: {
    async ask() {
      world.service.setLicenseAccepted(false);
      await savedInto();
      return explain();
    },
    en: 'Not sent: the service rejected the license code.',
    nl: 'Niet verstuurd: de service heeft de licentiecode geweigerd.',
    next: 'afterYou',
    actions: ['enter-license-code'],
  },
  needsPerson: {
    async ask() {
      await inStepAsDraft();
      world.disk.setReadOnly(true);
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
      world.engine.runners()[0]?.pollSoon();
      await world.clock.advance(5_000);
      return explain();
    },
    en: 'The newer version could not be fetched: the library folder cannot be written to.',
    nl: 'De nieuwere versie kon niet worden opgehaald: in de bibliotheekmap kan niet worden geschreven.',
    next: 'triedAgain',
    actions: ['allow-writing', 'try-now'],
  },
  notInAnyLibrary: {
    async ask() {
      await savedInto('pump.rfa');
      const { files } = await world.engine.statusReader.explain(['/elsewhere/pump.rfa']);
      return files[0]?.explanation as Explanation;
    },
    en: 'In no library: it is not inside a folder that is synced.',
    nl: 'In geen bibliotheek: het ligt niet in een map die wordt gesynchroniseerd.',
    next: 'nothing',
    actions: ['add-library'],
  },
  companionFile: {
    ask: () => savedInto(`${folder}/pump.0001.rfa`).then(() => explain(`${folder}/pump.0001.rfa`)),
    en: 'Left alone: by its name it is a backup of Revit.',
    nl: 'Overgeslagen: naar de naam is het een reservekopie van Revit.',
    next: 'nothing',
  },
  inCompanionFolder: {
    ask: () => savedInto(`${folder}/OldVersions/pump.ipt`).then(() => explain(`${folder}/OldVersions/pump.ipt`)),
    en: 'Left alone: it is in OldVersions, where Inventor keeps its own files.',
    nl: 'Overgeslagen: het ligt in OldVersions, waar Inventor eigen bestanden bewaart.',
    next: 'nothing',
  },
  ownFile: {
    ask: () => inStepAsDraft().then(() => explain('.cadlibrary/library.json')),
    en: 'Left alone: this app keeps its own notes and copies there.',
    nl: 'Overgeslagen: hier bewaart deze app eigen notities en kopieën.',
    next: 'nothing',
  },
  notCad: {
    ask: () => savedInto(`${folder}/readme.TXT`).then(() => explain(`${folder}/readme.TXT`)),
    en: 'Left alone: .txt is not a CAD format that this app knows.',
    nl: 'Overgeslagen: .txt is geen CAD-formaat dat deze app kent.',
    next: 'nothing',
  },
  ignored: {
    async ask() {
      await inStepAsDraft();
      await world.engine.saveLibrarySettings(world.libraryId(), { ignorePatterns: ['pump*'] });
      await world.idle();
      return explain();
    },
    en: "Left alone: the library's settings ignore it.",
    nl: 'Overgeslagen: de bibliotheek is ingesteld om het te negeren.',
    next: 'nothing',
  },
  symbolicLink: {
    async ask() {
      await inStepAsDraft();
      world.disk.putOdd(pump, 'link');
      return explain();
    },
    en: 'Left alone: it is a link, and links are not followed.',
    nl: 'Overgeslagen: het is een koppeling, en die worden niet gevolgd.',
    next: 'nothing',
  },
  belowLink: {
    async ask() {
      await inStepAsDraft();
      world.disk.putOdd('EC000001', 'link');
      return explain();
    },
    en: 'Left alone: the folder EC000001 is a link, and links are not followed.',
    nl: 'Overgeslagen: de map EC000001 is een koppeling, en die worden niet gevolgd.',
    next: 'nothing',
  },
  specialFile: {
    async ask() {
      await inStepAsDraft();
      world.disk.putOdd(`${folder}/fifo.rfa`, 'pipe');
      return explain(`${folder}/fifo.rfa`);
    },
    en: 'Left alone: it is a pipe between programs, not a file.',
    nl: 'Overgeslagen: het is een pijp tussen programma’s, geen bestand.',
    next: 'nothing',
  },
  belowUnreadable: {
    async ask() {
      world.disk.fail('list', 'EC000001', 'file-unreadable', 99);
      await savedInto(`${folder}/unseen.txt`);
      world.disk.fail('stat', `${folder}/unseen.txt`, 'file-unreadable', 99);
      return explain(`${folder}/unseen.txt`);
    },
    en: 'Not seen: the folder EC000001 cannot be looked into. The file cannot be read.',
    nl: 'Niet gezien: de inhoud van map EC000001 is niet op te vragen. Het bestand kan niet worden gelezen.',
    next: 'foundByScan',
    actions: ['check-folder'],
  },
  notThere: {
    ask: () => inStepAsDraft().then(() => explain(`${folder}/nothing.rfa`)),
    en: 'There is no such file, and none with this name is missing.',
    nl: 'Dit bestand is er niet, en er wordt geen bestand met deze naam gemist.',
    next: 'nothing',
  },
};

const texts = { en: await loadTexts('en'), nl: await loadTexts('nl') };

/** As the window says it. */
function wordsOf(explanation: Explanation, language: Language) {
  const { errors, explanations: sentences } = texts[language];
  const formats = createFormats(language);
  return putIntoWords(explanation, { nowMs: world.clock.now(), formats, sentences, errors });
}

describe('why a file stands as it does', () => {
  test.each(Object.entries(situations) as [ReasonCode, Situation][])(
    '%s is said in both languages, with what happens next and what can be done',
    async (code, { ask, en, nl, next, actions = [] }) => {
      const explanation = await ask();
      expect(explanation.reason.code).toBe(code);
      const [english, dutch] = [wordsOf(explanation, 'en'), wordsOf(explanation, 'nl')];
      expect(english.reason.slice(0, en.length)).toBe(en);
      expect(dutch.reason.slice(0, nl.length)).toBe(nl);
      expect(explanation.next.code).toBe(next);
      expect(explanation.actions).toEqual(actions);
      // Whatever needs a person says what that person can do.
      if (standingOf[code] === 'needsYou') expect(english.toDo, english.reason).not.toBe('');
      for (const words of [english, dutch]) {
        for (const sentence of Object.values(words)) expect(sentence).toMatch(/^$|[.!?)]$/);
        expect(Object.values(words).join(' ')).not.toMatch(/undefined|NaN|Infinity|Invalid/);
      }
    },
  );

  test('what has a moment to come says it', async () => {
    const explanation = await situations.retrying.ask();
    expect(explanation.next.atMs).toBeGreaterThan(world.clock.now());
    expect(wordsOf(explanation, 'en').next).toMatch(/^It is tried again in \d+\s?s/);
  });

  test('what was removed in a conflict is not said to have nothing newer on the service', async () => {
    await inStepAsDraft();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.save(pump, 'mine');
    await world.idle();
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(90_000);
    const explanation = await explain();
    expect(explanation.reason).toMatchObject({ code: 'removedHere', version: '0.1', isUnsent: true });
    expect(wordsOf(explanation, 'en').reason).toBe(
      'Removed from this folder. The service keeps its versions; the last one here was 0.1. What was saved here after that was never sent; what is kept of it is among its backups.',
    );
    expect(wordsOf(explanation, 'nl').reason).toContain('De service bewaart de versies; de laatste hier was 0.1. Wat');
  });

  test('nothing is called safe in a folder that is not known to be the library', async () => {
    await inStepAsDraft();
    world.disk.delete('.cadlibrary/library.json');
    world.watcher.hint('');
    await world.clock.advance(20_000);
    await world.close();
    await world.start(() => false);
    for (const path of [pump, `${folder}/new.rfa`]) {
      const explanation = await explain(path);
      expect(explanation.reason).toMatchObject({ code: 'libraryPaused', error: { code: 'library-unproven' } });
      expect(wordsOf(explanation, 'en').next).toBe('Nothing is removed or written until that is clear.');
      expect(wordsOf(explanation, 'nl').next).toBe('Totdat dat duidelijk is, wordt er niets verwijderd of geschreven.');
    }
  });

  test('a language of the wrong form beside known classes is named as what is wrong', async () => {
    world.hold('pump.rfa', 'bytes');
    const classes = { etimClassCode: 'EC000001', etimModelCode: 'MC000001' };
    await world.start();
    const links = { version: 1, files: { 'pump.rfa': { ...classes, languageCode: 'english' } } };
    world.disk.write('.cadlibrary.json', JSON.stringify(links));
    await world.addLibrary();
    await world.idle();
    const explanation = await explain('pump.rfa');
    expect(explanation.actions).toEqual(['choose-class']);
    expect(wordsOf(explanation, 'en').reason).toBe(
      'Not sent: the class, program, type or language recorded for it in .cadlibrary.json has the wrong form.',
    );
    expect(wordsOf(explanation, 'nl').reason).toBe(
      'Niet verstuurd: de klasse, het programma, het type of de taal in .cadlibrary.json heeft de verkeerde vorm.',
    );
  });

  test('a release that is refused for its license code is not said to be a file that was not sent', async () => {
    await inStepAsDraft();
    world.service.setLicenseAccepted(false);
    world.publish([keyOf('EC000001')], 'first issue');
    await world.idle();
    const explanation = await explain();
    expect(wordsOf(explanation, 'en').reason).toBe(
      'The release could not be sent: the service rejected the license code.',
    );
    expect(wordsOf(explanation, 'nl').reason).toBe(
      'De publicatie kon niet worden verstuurd: de service heeft de licentiecode geweigerd.',
    );
    const files = createFileRequests(world.engine, { absolute: (root: string, at: string) => `${root}/${at}` } as Disk);
    const { queuedRelease } = await files.detail(fileIdOf(world.libraryId(), pump));
    expect(queuedRelease).toMatchObject({ comment: 'first issue', isFailed: true });
  });

  test('since when is never later than now', async () => {
    const explanation = await situations.offline.ask();
    expect(explanation.sinceMs).toBeLessThanOrEqual(world.clock.now());
    expect(wordsOf(explanation, 'en').since).toMatch(/^Since today \d\d:\d\d \(.+ ago\)\.$/);
  });

  test('no sentence of an error is left without words', () => {
    for (const { happened } of Object.values(catalogue)) expect(happened).toMatch(/[.]$/);
  });
});
