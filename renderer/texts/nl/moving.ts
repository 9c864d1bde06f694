import { createFormats } from '../../../shared/words/formats.ts';
import type { Texts } from '../texts.ts';

const { number } = createFormats('nl');

export const moving: Texts['moving'] = {
  headlines: {
    comparing: (service) => `Vergelijken met ${service}`,
    sending: (service) => `Verhuizen naar ${service}`,
    waiting: (service) => `Verhuizen naar ${service} wacht`,
    paused: (service) => `Verhuizen naar ${service} is onderbroken`,
    refused: (service) => `Bijna alles staat op ${service}`,
    ended: (service) => `Deze app gebruikt nu ${service}`,
  },
  question: 'De service in deze app heeft versies van uw bestanden. Verhuizen die naar de andere service?',
  means:
    'Elk concept en elke publicatie verhuist op volgorde, met de opmerking erbij. U kunt intussen gewoon doorwerken.',
  look: 'Bekijken wat er verhuist',
  looking: 'Beide services vergelijken …',
  startWithout: 'Wisselen zonder verhuizen',
  start: 'Verhuizen en wisselen',
  nothing: 'Er hoeft niets verstuurd te worden.',
  amount: (versions, files) =>
    `${number(versions)} ${versions === 1 ? 'versie' : 'versies'} van ${number(files)} ${files === 1 ? 'bestand' : 'bestanden'}`,
  requests: (n) => `${number(n)} verzoeken`,
  atLeast: (time) => `minstens ${time}`,
  there: (n) => (n === 1 ? '1 bestand staat er al.' : `${number(n)} bestanden staan er al.`),
  left: (n) =>
    n === 1
      ? 'De andere service heeft van 1 bestand iets nieuwers. Dat blijft ongemoeid; u kiest daarna tussen beide:'
      : `De andere service heeft van ${number(n)} bestanden iets nieuwers. Die blijven ongemoeid; u kiest daarna tussen beide:`,
  olderLeft: (n) =>
    `De andere service heeft van ${n === 1 ? '1 bestand' : `${number(n)} bestanden`} al latere versies. Daarom blijven oudere versies of publicaties in de service in deze app:`,
  releases: (n) =>
    n === 1
      ? '1 wachtende publicatie wordt op de andere service gedaan.'
      : `${number(n)} wachtende publicaties worden op de andere service gedaan.`,
  lists: (standards, selections) =>
    `Gaat ook mee: ${number(standards)} ${standards === 1 ? 'standaard' : 'standaarden'}, ${number(selections)} bewaarde ${selections === 1 ? 'selectie' : 'selecties'}.`,
  staysBehind:
    'Bijlagen, filters zonder bewaarde selectie, validatieaanvragen en productgegevens blijven in de service in deze app: geen enkele service somt haar bijlagen en filters op.',
  progress: (done, total) => `${number(done)} van ${number(total)} versies`,
  bytes: (done, total) => `${done} van ${total}`,
  meanwhile: 'Bibliotheken werken met de service in deze app tot alles er staat.',
  failed: (n) => (n === 1 ? 'Dit kon niet verhuizen:' : `Deze ${number(n)} konden niet verhuizen:`),
  moved: (n) => (n === 1 ? '1 versie is verhuisd.' : `${number(n)} versies zijn verhuisd.`),
  pause: 'Onderbreken',
  resume: 'Hervatten',
  tryAgain: 'Opnieuw proberen',
  cancel: 'Stoppen met verhuizen',
  cancelAsk: 'Stoppen met verhuizen? Wat is aangekomen, blijft daar; opnieuw verhuizen gaat daar verder.',
  changeAnyway: 'Wisselen zonder deze',
  close: 'Sluiten',
};
