import type { WorkProgress } from '../rpc/work-progress.ts';
import type { Formats, Language } from './formats.ts';

interface Words {
  readonly doing: Readonly<Record<WorkProgress['doing'], string>>;
  readonly files: (done: string, total: string) => string;
  readonly bytes: (done: string, total: string) => string;
  readonly perSecond: (size: string) => string;
  readonly left: (time: string) => string;
}

const words: Record<Language, Words> = {
  en: {
    doing: { reading: 'Reading', transferring: 'Syncing' },
    files: (done, total) => `${done} of ${total} files`,
    bytes: (done, total) => `${done} of ${total}`,
    perSecond: (size) => `${size}/s`,
    left: (time) => `${time} left`,
  },
  nl: {
    doing: { reading: 'Lezen', transferring: 'Synchroniseren' },
    files: (done, total) => `${done} van ${total} bestanden`,
    bytes: (done, total) => `${done} van ${total}`,
    perSecond: (size) => `${size}/s`,
    left: (time) => `nog ${time}`,
  },
};

/** The parts of what is said of work under way; what cannot be told yet is empty. */
export interface ToldWork {
  readonly doing: string;
  readonly files: string;
  readonly bytes: string;
  /** Speed and time left. */
  readonly pace: string;
}

/** How far the work is, in words. */
export function workInWords(
  { doing, files, bytes, bytesPerSecond, leftMs }: WorkProgress,
  language: Language,
  { number, size, roundDuration }: Formats,
): ToldWork {
  const say = words[language];
  const pace = [
    bytesPerSecond === undefined ? [] : [say.perSecond(size(bytesPerSecond))],
    leftMs === undefined ? [] : [say.left(roundDuration(leftMs))],
  ];
  return {
    doing: say.doing[doing],
    files: say.files(number(files.done), number(files.total)),
    bytes: bytes.total === 0 ? '' : say.bytes(size(bytes.done), size(bytes.total)),
    pace: pace.flat().join(' · '),
  };
}

/** How much of the work is done, 0 … 1: of the bytes and of the files, whichever is less. */
export function shareDone({ files, bytes }: WorkProgress): number {
  const ofFiles = files.total === 0 ? 0 : files.done / files.total;
  return bytes.total === 0 ? ofFiles : Math.min(ofFiles, bytes.done / bytes.total);
}
