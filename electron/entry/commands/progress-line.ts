import { printable } from './printable.ts';

/** Shows how far a command is: on a terminal as one line that changes, elsewhere as a line for every tenth. */
export interface ProgressLine {
  /**
   * @param fraction 0 … 1
   * @param more what else is said of it; a terminal shows it as often as it changes
   */
  show(subject: string, fraction: number, more?: string): void;
  /** Leaves the line, so that what is written next stands by itself. */
  end(): void;
}

/** Creates a progress line on a stream, usually standard error. */
export function createProgressLine(
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number },
): ProgressLine {
  const isTerminal = stream.isTTY === true;
  const stepPercent = isTerminal ? 1 : 10;
  let shown = '';
  let isOpen = false;
  return {
    show(subject, fraction, more = '') {
      const percent = Math.floor((fraction * 100) / stepPercent) * stepPercent;
      const tenth = `${printable(subject)} ${percent} %`;
      const line = more === '' ? tenth : `${printable(subject)} ${more}`;
      const news = isTerminal ? line : tenth;
      if (news === shown) return;
      shown = news;
      // A line that the terminal breaks is not written over by the next.
      stream.write(isTerminal ? `\r\u001b[K${line.slice(0, (stream.columns || 80) - 1)}` : `${line}\n`);
      isOpen = isTerminal;
    },
    end() {
      if (isOpen) stream.write('\n');
      isOpen = false;
    },
  };
}
