import type { MoveRecord } from '../../../shared/rpc/move-records.ts';
import { createFormats } from '../../../shared/words/formats.ts';

const { number } = createFormats('en');

const headlines: Record<MoveRecord['state'], (service: string) => string> = {
  comparing: (service) => `Comparing with ${service}`,
  sending: (service) => `Moving to ${service}`,
  waiting: (service) => `Moving to ${service} waits`,
  paused: (service) => `Moving to ${service} is paused`,
  refused: (service) => `Nearly everything is on ${service}`,
  ended: (service) => `This app now uses ${service}`,
};

export const moving = {
  headlines,
  question: 'The service inside this app has versions of your files. Move them to the other service?',
  means: 'Every draft and release moves in its order, with its comment. You can go on working meanwhile.',
  look: 'Look at what would move',
  looking: 'Comparing both services …',
  startWithout: 'Change without them',
  start: 'Move and change',
  nothing: 'Nothing has to be sent.',
  amount: (versions: number, files: number) =>
    `${number(versions)} ${versions === 1 ? 'version' : 'versions'} of ${number(files)} ${files === 1 ? 'file' : 'files'}`,
  requests: (n: number) => `${number(n)} requests`,
  atLeast: (time: string) => `at least ${time}`,
  there: (n: number) => (n === 1 ? '1 file is there already.' : `${number(n)} files are there already.`),
  left: (n: number) =>
    n === 1
      ? 'The other service has something newer of 1 file. It is left alone, and you choose between both afterwards:'
      : `The other service has something newer of ${number(n)} files. They are left alone, and you choose between both afterwards:`,
  olderLeft: (n: number) =>
    `The other service has later versions of ${n === 1 ? '1 file' : `${number(n)} files`} already, so some older versions or releases stay in the service inside this app:`,
  releases: (n: number) =>
    n === 1
      ? '1 release that waits goes out on the other service.'
      : `${number(n)} releases that wait go out on the other service.`,
  lists: (standards: number, selections: number) =>
    `Also moved: ${number(standards)} ${standards === 1 ? 'standard' : 'standards'}, ${number(selections)} saved ${selections === 1 ? 'selection' : 'selections'}.`,
  staysBehind:
    'Attachments, filters without a saved selection, validation requests and product data stay in the service inside this app: no service lists its attachments and filters.',
  progress: (done: number, total: number) => `${number(done)} of ${number(total)} versions`,
  bytes: (done: string, total: string) => `${done} of ${total}`,
  meanwhile: 'Libraries go on with the service inside this app until everything is there.',
  failed: (n: number) => (n === 1 ? 'This could not be moved:' : `These ${number(n)} could not be moved:`),
  moved: (n: number) => (n === 1 ? '1 version was moved.' : `${number(n)} versions were moved.`),
  pause: 'Pause',
  resume: 'Resume',
  tryAgain: 'Try again',
  cancel: 'Stop moving',
  cancelAsk: 'Stop moving? What has arrived stays there, and moving again goes on from it.',
  changeAnyway: 'Change without these',
  close: 'Close',
};
