import type { Texts } from '../texts.ts';

export const content: Texts['content'] = {
  title: 'Op de service',
  hint: 'De CAD-bestanden die de service heeft voor de klassen van dit product, in de programma’s van uw bibliotheken.',
  ask: 'Tonen wat de service heeft',
  none: 'De service heeft geen CAD-bestand voor deze klassen.',
  noPrograms: 'Voeg eerst een bibliotheek toe: haar programma’s bepalen welke bestanden worden gezocht.',
  attachment: 'Bijlage',
  attachmentHint: 'De service geeft geen lijst van bijlagen. Vul een naam of id in, of laat dit leeg voor de eerste.',
  attachmentName: 'Naam of id',
  of: 'Bij bestand',
  save: 'Bijlage opslaan',
  adding: {
    add: 'Aan bibliotheek toevoegen',
    addNamed: (file) => `Aan bibliotheek toevoegen: ${file}`,
    toWhich: 'Aan welke bibliotheek toevoegen?',
    there: (library) => `In ${library}`,
    coming: (library) => `Onderweg naar ${library}`,
    done: {
      there: (file, library) => `${file} staat al in ${library}`,
      coming: (file, library) => `${file} wordt toegevoegd aan ${library}`,
      comesBack: (file, library) => `${file} komt terug in ${library}`,
      onceReleased: (file, library) => `${file} komt in ${library} zodra het is gepubliceerd`,
      onceThere: (file, library) => `${file} komt in ${library} zodra de service het heeft`,
    },
    undone: (file, library) => `${file} wordt niet meer toegevoegd aan ${library}`,
    stays: (file) => `${file} is intussen opgeslagen en blijft staan`,
  },
  platform: 'Dataplatform',
  platformHint: 'De adressen die de service noemt. Inloggegevens worden niet getoond.',
  platformAsk: 'Adressen tonen',
  platformNone: 'De service noemt er geen.',
};
