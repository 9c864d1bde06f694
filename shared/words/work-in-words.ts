import type { WorkProgress } from '../rpc/work-progress.ts';
import type { Formats, Language } from './formats.ts';

interface Words {
  readonly doing: Readonly<Record<WorkProgress['doing'], (done: string, total: string) => string>>;
  readonly bytes: (done: string, total: string) => string;
  readonly speed: (bytes: string) => string;
  readonly left: (time: string) => string;
}

const words: Record<Language, Words> = {
  en: {
    doing: {
      reading: (done, total) => `Reading ${done} of ${total} files`,
      transferring: (done, total) => `Syncing ${done} of ${total} files`,
    },
    bytes: (done, total) => `${done} of ${total}`,
    speed: (bytes) => `${bytes}/s`,
    left: (time) => `${time} left`,
  },
  nl: {
    doing: {
      reading: (done, total) => `${done} van ${total} bestanden gelezen`,
      transferring: (done, total) => `${done} van ${total} bestanden gesynchroniseerd`,
    },
    bytes: (done, total) => `${done} van ${total}`,
    speed: (bytes) => `${bytes}/s`,
    left: (time) => `nog ${time}`,
  },
};

/** How far the work is, in words: what is done, and what more can be said of it. */
export function workInWords(
  { doing, files, bytes, bytesPerSecond, leftMs }: WorkProgress,
  language: Language,
  { number, size, roundDuration }: Formats,
): { readonly headline: string; readonly more: string } {
  const say = words[language];
  const more = [
    bytes.total > 0 ? [say.bytes(size(bytes.done), size(bytes.total))] : [],
    bytesPerSecond === undefined ? [] : [say.speed(size(bytesPerSecond))],
    leftMs === undefined ? [] : [say.left(roundDuration(leftMs))],
  ];
  return { headline: say.doing[doing](number(files.done), number(files.total)), more: more.flat().join(' · ') };
}

/** How much of the work is done, 0 … 1: of the bytes and of the files, whichever is less. */
export function shareDone({ files, bytes }: WorkProgress): number {
  const ofFiles = files.total === 0 ? 0 : files.done / files.total;
  return bytes.total === 0 ? ofFiles : Math.min(ofFiles, bytes.done / bytes.total);
}
