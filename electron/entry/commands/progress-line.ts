import { printable } from './printable.ts';

/** Shows how far a command is: on a terminal as one line that changes, elsewhere as a line for every tenth. */
export interface ProgressLine {
  /** @param fraction 0 … 1 */
  show(subject: string, fraction: number): void;
  /** Leaves the line, so that what is written next stands by itself. */
  end(): void;
}

/** Creates a progress line on a stream, usually standard error. */
export function createProgressLine(stream: NodeJS.WritableStream & { readonly isTTY?: boolean }): ProgressLine {
  const isTerminal = stream.isTTY === true;
  const stepPercent = isTerminal ? 1 : 10;
  let shown = '';
  let isOpen = false;
  return {
    show(subject, fraction) {
      const percent = Math.floor((fraction * 100) / stepPercent) * stepPercent;
      const line = `${printable(subject)} ${percent} %`;
      if (line === shown) return;
      shown = line;
      stream.write(isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
      isOpen = isTerminal;
    },
    end() {
      if (isOpen) stream.write('\n');
      isOpen = false;
    },
  };
}
