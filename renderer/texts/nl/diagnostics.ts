import { createFormats } from '../../../shared/words/formats.ts';
import type { Texts } from '../texts.ts';

const { number } = createFormats('nl');

export const diagnostics: Texts['diagnostics'] = {
  about:
    'Controleert netwerk, service, sleutelbos, bibliotheekmappen, schijf, klok en de opgeslagen toestand. Er wordt niets gewijzigd.',
  run: 'Nu controleren',
  runAgain: 'Opnieuw controleren',
  running: 'Controleren …',
  computer: 'Deze computer',
  outcomes: { ok: 'In orde', note: 'Let op', problem: 'Probleem' },
  result: (problems, notes) =>
    problems > 0
      ? problems === 1
        ? 'Er is 1 probleem gevonden.'
        : `Er zijn ${number(problems)} problemen gevonden.`
      : notes === 0
        ? 'Alles is in orde.'
        : 'Er is geen probleem gevonden.',
  fine: (n) => (n === 1 ? '1 controle is in orde' : `${number(n)} controles zijn in orde`),
  bundle: 'Bundel voor support',
  bundleHint:
    'De controles, logboeken, instellingen en aantallen, in één ZIP. Er staan geen geheimen in, geen namen van gebruikers, computers, bestanden of producten, en geen adressen of paden.',
  prepare: 'Bundel voorbereiden',
  prepareAgain: 'Nieuwe voorbereiden',
  preparing: 'Voorbereiden …',
  contents: 'De bundel bevat:',
  parts: {
    'report.json': 'wat de controles vonden',
    'settings.json': 'wat is ingesteld, zonder adressen en patronen',
    'counts.json': 'hoeveel bestanden er in welke toestand zijn',
    'app.log': 'wat er misging in de app, als codes',
    'shell.log': 'wat er misging in het venster, als codes',
  },
  save: 'Bundel opslaan',
};
