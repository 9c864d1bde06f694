import { describe, expect, it } from 'vitest';
import { createProgressLine } from '../../../electron/entry/commands/progress-line.ts';

function written(terminal: { isTTY?: boolean; columns?: number }) {
  let text = '';
  const stream = { ...terminal, write: (line: string) => ((text += line), true) };
  return { line: createProgressLine(stream as never), text: () => text };
}

describe('the line that shows how far a command is', () => {
  it('changes on a terminal as often as there is something new, and is left at the end', () => {
    const { line, text } = written({ isTTY: true, columns: 40 });
    line.show('Syncing', 0.101, '1 of 10 files');
    line.show('Syncing', 0.102, '1 of 10 files');
    line.show('Syncing', 0.103, '2 of 10 files');
    line.end();
    expect(text()).toBe('\r\u001b[KSyncing 1 of 10 files\r\u001b[KSyncing 2 of 10 files\n');
  });

  it('is never broken by a terminal, which would leave its first part behind', () => {
    const { line, text } = written({ isTTY: true, columns: 20 });
    line.show('Syncing', 0.5, '10,000 of 20,000 files');
    expect(text()).toBe('\r\u001b[KSyncing 10,000 of 2');
  });

  it('is a line for every tenth elsewhere', () => {
    const { line, text } = written({});
    for (const done of [11, 12, 19, 20, 21]) line.show('Syncing', done / 100, `${done} of 100 files`);
    line.end();
    expect(text()).toBe('Syncing 11 of 100 files\nSyncing 20 of 100 files\n');
  });
});
