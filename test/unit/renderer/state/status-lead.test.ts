import { describe, expect, it } from 'vitest';
import { statusLead } from '../../../../renderer/state/status-lead.ts';
import { exampleStatus } from '../../../fakes/window/example-status.ts';

const leadWith = (files: number, refusedWrites: number) => {
  const status = exampleStatus('quiet', [], []);
  const needing = { ...status, counts: { ...status.counts, needsYou: files }, refusedWrites };
  return statusLead({ kind: 'needsYou', count: files + refusedWrites }, needing);
};

describe('the sentence on how many things need a person', () => {
  it('leads to what most of it is of: the files, or what Activity lists', () => {
    const files = { view: 'library', filter: 'needsYou' };
    expect(leadWith(4, 3)).toEqual(files);
    expect(leadWith(4, 0)).toEqual(files);
    expect(leadWith(2, 3)).toEqual({ view: 'activity' });
    expect(leadWith(0, 3)).toEqual({ view: 'activity' });
  });

  it('leads to the libraries where it is one of them, and nothing else', () => {
    expect(leadWith(0, 0)).toEqual({ view: 'settings', section: 'libraries' });
  });

  it('leads to the files where both are as many: the sidebar counts what Activity lists in any case', () => {
    expect(leadWith(1, 1)).toEqual({ view: 'library', filter: 'needsYou' });
  });
});
