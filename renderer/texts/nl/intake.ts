import { createFormats } from '../../../shared/words/formats.ts';
import type { Texts } from '../texts.ts';

const { number } = createFormats('nl');

export const intake: Texts['intake'] = {
  contentTypes: {
    Template: 'Sjabloon',
    Symbol: 'Symbool',
    Plan: 'Plattegrond',
    Elevation: 'Aanzicht',
    Section: 'Doorsnede',
    Detail: 'Detail',
    Schematic: 'Schema',
    Assembly: 'Samenstelling',
  },
  assign: {
    title: (n) => (n === 1 ? 'Wat stelt dit bestand voor?' : `Wat stellen deze ${number(n)} bestanden voor?`),
    kindsTitle: (n) => `Wat is elk van deze ${number(n)} bestanden?`,
    hint: 'Uw keuze wordt in de bibliotheekmap bewaard en gaat met de map mee.',
    etimClass: 'ETIM-klasse',
    modellingClass: 'Modelleerklasse',
    contentType: 'Soort inhoud',
    placeholder: 'Naam of code',
    nothingFound: 'Geen klasse gevonden. U kunt ook een code zoals EC011524 typen.',
    nothingKnown: 'Importeer het ETIM-model om alle klassen op naam te zoeken.',
    nothingModelling: 'Geen modelleerklasse gevonden. U kunt ook een code zoals MC000123 typen.',
    foundAs: (also) => `ook ${also}`,
    usedBy: (n) => (n === 1 ? 'heeft hier 1 bestand' : `heeft hier ${number(n)} bestanden`),
    chooseClass: 'Kies een klasse, of typ een code: EC en 6 cijfers',
    chooseModelling: 'Kies een modelleerklasse, of typ een code: MC en 6 cijfers',
    which: 'Welke bestanden',
    thisFile: 'Dit bestand',
    all: (n) => `Alle ${number(n)} hier`,
    firstOf: (shown, total) => `De eerste ${number(shown)} van ${number(total)} bestanden.`,
    groupOf: (type, n) => `${type}, ${n === 1 ? '1 bestand' : `${number(n)} bestanden`}`,
    theFiles: (n) => (n === 1 ? 'Het bestand' : `De ${number(n)} bestanden`),
    groupType: (type) => `Wat de bestanden onder ${type} zijn`,
    fileType: (name) => `Wat ${name} is`,
    sharing: (n) =>
      `${n === 1 ? '1 bestand heeft' : `${number(n)} bestanden hebben`} dezelfde soort, hetzelfde programma en dezelfde taal als een ander: daarvan kan er maar één verstuurd worden. Kies dat ene, of zeg wat de andere zijn.`,
    taken: 'Een ander bestand in de bibliotheek heeft deze klasse, deze soort, dit programma en deze taal al.',
    held: (n) =>
      n === 1
        ? '1 geselecteerd bestand heeft de klasse, soort, taal en het programma van een ander en wordt niet verstuurd.'
        : `${number(n)} geselecteerde bestanden delen klasse, soort, programma en taal en worden niet verstuurd.`,
    otherProgram: (n) =>
      n === 1
        ? '1 geselecteerd bestand is van een programma of versie waar de bibliotheek niet voor is: het wordt pas verstuurd als de instellingen die noemen.'
        : `${number(n)} geselecteerde bestanden zijn van een programma of versie waar de bibliotheek niet voor is: ze worden pas verstuurd als de instellingen die noemen.`,
    button: (n) => (n === 1 ? 'Toewijzen' : `${number(n)} bestanden toewijzen`),
    done: (n) =>
      n === 1
        ? 'Toegewezen. Het bestand heeft nu zijn klassen.'
        : `Toegewezen. ${number(n)} bestanden hebben nu hun klassen.`,
    undone: (left) =>
      left === 0
        ? 'Ongedaan gemaakt: de gekozen klassen gelden niet meer.'
        : left === 1
          ? 'Ongedaan gemaakt, op 1 bestand na: het is sindsdien hernoemd of verwijderd, of er is iets anders van gezegd.'
          : `Ongedaan gemaakt, op ${number(left)} bestanden na: ze zijn sindsdien hernoemd of verwijderd, of er is iets anders van gezegd.`,
  },
  add: {
    button: 'Bestanden toevoegen',
    drop: 'Laat los om aan de bibliotheek toe te voegen',
    dropHint: 'CAD-bestanden, of mappen ermee. Ze worden gekopieerd; de originelen blijven waar ze zijn.',
    label: 'Bestanden toevoegen',
    looking: 'CAD-bestanden worden gezocht …',
    where: (n) =>
      n === 1 ? 'Voor welke bibliotheek is dit bestand?' : `Voor welke bibliotheek zijn deze ${number(n)} bestanden?`,
    adding: (library) => `Toevoegen aan ${library}`,
    progress: (done, total) => `${number(done)} van ${number(total)}`,
    cancel: 'Stoppen',
    occupied: (n, name) =>
      n === 1
        ? `Er is al een ander bestand ${name} in de bibliotheek, met andere inhoud.`
        : `${number(n)} van de bestanden zijn er al in de bibliotheek, met andere inhoud.`,
    replace: 'Vervangen',
    replaceHint: 'Die in de bibliotheek gaan naar haar back-upmap.',
    keepBoth: 'Beide houden',
    leave: 'Weglaten',
    nothingToAdd: 'Hier is geen CAD-bestand bij.',
    noLibrary: 'Er is nog geen bibliotheek om bestanden aan toe te voegen.',
    inLibrary: (n) => (n === 1 ? '1 staat al in een bibliotheek.' : `${number(n)} staan al in een bibliotheek.`),
    same: (n) =>
      n === 1 ? '1 staat al precies zo in de bibliotheek.' : `${number(n)} staan al precies zo in de bibliotheek.`,
    skipped: (n) => (n === 1 ? '1 is geen CAD-bestand.' : `${number(n)} zijn geen CAD-bestanden.`),
    beyond: (n, most) =>
      `Er worden hooguit ${number(most)} bestanden tegelijk toegevoegd: ${n === 1 ? '1 is weggelaten. Voeg dat' : `${number(n)} zijn weggelaten. Voeg die`} hierna toe.`,
    failed: (n) => (n === 1 ? '1 bestand is niet toegevoegd.' : `${number(n)} bestanden zijn niet toegevoegd.`),
    done: (n, library) =>
      n === 1 ? `Toegevoegd aan ${library}.` : `${number(n)} bestanden toegevoegd aan ${library}.`,
    none: 'Er is niets toegevoegd.',
    undone: (n) =>
      n === 1
        ? 'Teruggenomen: het bestand staat in de back-upmap.'
        : `Teruggenomen: ${number(n)} bestanden staan in de back-upmap.`,
    notUndone: (n) =>
      n === 1
        ? '1 bestand blijft: het is sindsdien gewijzigd of staat open in een programma.'
        : `${number(n)} bestanden blijven: ze zijn sindsdien gewijzigd of staan open in een programma.`,
    later: 'Straks',
    close: 'Sluiten',
  },
};
