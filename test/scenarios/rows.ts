import type { Step } from '../../electron/engine/judge/plan-key.ts';
import type { ConflictChoice, FileState } from '../../shared/rpc/file-records.ts';

/** What a designer does to the one file of a row, by name: `pump` is `EC…/MC000001/pump.step`. */
export type LocalAct =
  | { readonly save: string; readonly as?: string }
  | { readonly move: string }
  | { readonly remove: string };

/** What happens on the service: somebody's draft with these bytes, or a release of the newest draft. */
export type RemoteAct = { readonly draft: string } | 'release';

/** One row: what both sides agreed on, what each did since, what is planned, and how it ends everywhere. */
export interface Scenario {
  readonly name: string;
  readonly agreed?: string;
  readonly here?: readonly LocalAct[];
  readonly there?: readonly RemoteAct[];
  readonly plan: Step['kind'];
  /** What the designer decides when nothing goes on by itself any more. */
  readonly then?: ConflictChoice | 'publish' | { readonly remove: string } | { readonly pick: string };
  readonly end: {
    /** By name: what stands in the library. `fetched` is the place of a file that came from the service. */
    readonly files: Readonly<Record<string, string>>;
    readonly versions: readonly string[];
    readonly states: Readonly<Record<string, FileState>>;
    /** Bytes kept beside, of the service's version in a conflict. */
    readonly conflicts?: readonly string[];
    /** Bytes kept of files that were replaced. */
    readonly backup?: readonly string[];
  };
}

const draft = { pump: 'draft' } as const;
const upToDate = { pump: 'upToDate' } as const;
const conflict = { pump: 'conflict' } as const;
const saved = (save: string, as?: string): LocalAct => (as === undefined ? { save } : { save, as });
const one = (pump: string) => ({ pump });

export const scenarios: readonly Scenario[] = [
  { name: 'nothing anywhere', plan: 'nothing', end: { files: {}, versions: [], states: {} } },
  {
    name: 'both sides as they agreed',
    agreed: 'a',
    plan: 'nothing',
    end: { files: one('a'), versions: ['0.1 a'], states: draft },
  },
  {
    name: 'a new file here',
    here: [saved('a')],
    plan: 'upload',
    end: { files: one('a'), versions: ['0.1 a'], states: draft },
  },
  {
    name: 'a new file there',
    there: [{ draft: 'a' }],
    plan: 'download',
    end: { files: { fetched: 'a' }, versions: ['0.1 a'], states: { fetched: 'draft' } },
  },
  {
    name: 'a new released file there',
    there: [{ draft: 'a' }, 'release'],
    plan: 'download',
    end: { files: { fetched: 'a' }, versions: ['0.1 a', '1.0 a'], states: { fetched: 'upToDate' } },
  },
  {
    name: 'the same new file on both sides',
    here: [saved('a')],
    there: [{ draft: 'a' }],
    plan: 'adopt',
    end: { files: one('a'), versions: ['0.1 a'], states: draft },
  },
  {
    name: 'the same new file here, and released there',
    here: [saved('a')],
    there: [{ draft: 'a' }, 'release'],
    plan: 'adopt',
    end: { files: one('a'), versions: ['0.1 a', '1.0 a'], states: upToDate },
  },
  {
    name: 'a different new file on each side',
    here: [saved('a')],
    there: [{ draft: 'b' }],
    plan: 'diverged',
    end: { files: one('a'), versions: ['0.1 b'], states: conflict, conflicts: ['b'] },
  },
  {
    name: 'the new file here is an older version there',
    here: [saved('a')],
    there: [{ draft: 'a' }, { draft: 'b' }],
    plan: 'diverged',
    end: { files: one('b'), versions: ['0.1 a', '0.2 b'], states: draft, backup: ['a'] },
  },
  {
    name: 'edited here',
    agreed: 'a',
    here: [saved('b')],
    plan: 'upload',
    end: { files: one('b'), versions: ['0.1 a', '0.2 b'], states: draft },
  },
  {
    name: 'saved again with the same bytes',
    agreed: 'a',
    here: [saved('a')],
    plan: 'nothing',
    end: { files: one('a'), versions: ['0.1 a'], states: draft },
  },
  {
    name: 'edited and brought back',
    agreed: 'a',
    here: [saved('b'), saved('a')],
    plan: 'nothing',
    end: { files: one('a'), versions: ['0.1 a'], states: draft },
  },
  {
    name: 'saved twice in a row',
    agreed: 'a',
    here: [saved('b'), saved('c')],
    plan: 'upload',
    end: { files: one('c'), versions: ['0.1 a', '0.2 c'], states: draft },
  },
  {
    name: 'edited there',
    agreed: 'a',
    there: [{ draft: 'b' }],
    plan: 'download',
    end: { files: one('b'), versions: ['0.1 a', '0.2 b'], states: draft, backup: ['a'] },
  },
  {
    name: 'edited there twice',
    agreed: 'a',
    there: [{ draft: 'b' }, { draft: 'c' }],
    plan: 'download',
    end: { files: one('c'), versions: ['0.1 a', '0.2 b', '0.3 c'], states: draft, backup: ['a'] },
  },
  {
    name: 'released there',
    agreed: 'a',
    there: ['release'],
    plan: 'adopt',
    end: { files: one('a'), versions: ['0.1 a', '1.0 a'], states: upToDate },
  },
  {
    name: 'edited and released there',
    agreed: 'a',
    there: [{ draft: 'b' }, 'release'],
    plan: 'download',
    end: { files: one('b'), versions: ['0.1 a', '0.2 b', '1.0 b'], states: upToDate, backup: ['a'] },
  },
  {
    name: 'edited there and brought back there',
    agreed: 'a',
    there: [{ draft: 'b' }, { draft: 'a' }],
    plan: 'adopt',
    end: { files: one('a'), versions: ['0.1 a', '0.2 b', '0.3 a'], states: draft },
  },
  {
    name: 'edited here, released there',
    agreed: 'a',
    here: [saved('b')],
    there: ['release'],
    plan: 'upload',
    end: { files: one('b'), versions: ['0.1 a', '1.0 a', '1.1 b'], states: draft },
  },
  {
    name: 'edited the same on both sides',
    agreed: 'a',
    here: [saved('b')],
    there: [{ draft: 'b' }],
    plan: 'adopt',
    end: { files: one('b'), versions: ['0.1 a', '0.2 b'], states: draft },
  },
  {
    name: 'edited differently on both sides',
    agreed: 'a',
    here: [saved('b')],
    there: [{ draft: 'c' }],
    plan: 'diverged',
    end: { files: one('b'), versions: ['0.1 a', '0.2 c'], states: conflict, conflicts: ['c'] },
  },
  {
    name: 'edited on both sides, released there',
    agreed: 'a',
    here: [saved('b')],
    there: [{ draft: 'c' }, 'release'],
    plan: 'diverged',
    end: { files: one('b'), versions: ['0.1 a', '0.2 c', '1.0 c'], states: conflict, conflicts: ['c'] },
  },
  {
    name: 'a conflict of which mine is kept',
    agreed: 'a',
    here: [saved('b')],
    there: [{ draft: 'c' }],
    plan: 'diverged',
    then: 'keepMine',
    end: { files: one('b'), versions: ['0.1 a', '0.2 c', '0.3 b'], states: draft },
  },
  {
    name: 'a conflict of which theirs is taken',
    agreed: 'a',
    here: [saved('b')],
    there: [{ draft: 'c' }],
    plan: 'diverged',
    then: 'takeTheirs',
    end: { files: one('c'), versions: ['0.1 a', '0.2 c'], states: draft, backup: ['b'] },
  },
  {
    name: 'a conflict of which both are kept',
    agreed: 'a',
    here: [saved('b')],
    there: [{ draft: 'c' }],
    plan: 'diverged',
    then: 'keepBoth',
    end: {
      files: { pump: 'c', 'pump (mine)': 'b' },
      versions: ['0.1 a', '0.2 c'],
      states: { pump: 'draft', 'pump (mine)': 'unassigned' },
    },
  },
  {
    name: 'a conflict of new files of which mine is kept',
    here: [saved('a')],
    there: [{ draft: 'b' }],
    plan: 'diverged',
    then: 'keepMine',
    end: { files: one('a'), versions: ['0.1 b', '0.2 a'], states: draft },
  },
  {
    name: 'a conflict of new files of which theirs is taken',
    here: [saved('a')],
    there: [{ draft: 'b' }],
    plan: 'diverged',
    then: 'takeTheirs',
    end: { files: one('b'), versions: ['0.1 b'], states: draft, backup: ['a'] },
  },
  {
    name: 'a conflict whose file the designer takes away',
    agreed: 'a',
    here: [saved('b')],
    there: [{ draft: 'c' }],
    plan: 'diverged',
    then: { remove: 'pump' },
    end: { files: {}, versions: ['0.1 a', '0.2 c'], states: { pump: 'removedHere' } },
  },
  {
    name: 'removed here',
    agreed: 'a',
    here: [{ remove: 'pump' }],
    plan: 'removedHere',
    end: { files: {}, versions: ['0.1 a'], states: { pump: 'removedHere' } },
  },
  {
    name: 'removed here, edited there',
    agreed: 'a',
    here: [{ remove: 'pump' }],
    there: [{ draft: 'b' }],
    plan: 'removedHere',
    end: { files: {}, versions: ['0.1 a', '0.2 b'], states: { pump: 'removedHere' } },
  },
  {
    name: 'removed here, released there',
    agreed: 'a',
    here: [{ remove: 'pump' }],
    there: ['release'],
    plan: 'removedHere',
    end: { files: {}, versions: ['0.1 a', '1.0 a'], states: { pump: 'removedHere' } },
  },
  {
    name: 'moved here',
    agreed: 'a',
    here: [{ move: 'renamed' }],
    plan: 'relink',
    end: { files: { renamed: 'a' }, versions: ['0.1 a'], states: { renamed: 'draft' } },
  },
  {
    name: 'moved here into another folder',
    agreed: 'a',
    here: [{ move: 'valves 2026/pump' }],
    plan: 'relink',
    end: { files: { 'valves 2026/pump': 'a' }, versions: ['0.1 a'], states: { 'valves 2026/pump': 'draft' } },
  },
  {
    name: 'renamed here in letter case only',
    agreed: 'a',
    here: [{ move: 'Pump' }],
    plan: 'relink',
    end: { files: { Pump: 'a' }, versions: ['0.1 a'], states: { Pump: 'draft' } },
  },
  {
    name: 'renamed here to a name with accents',
    agreed: 'a',
    here: [{ move: 'pompe à chaleur é' }],
    plan: 'relink',
    end: { files: { 'pompe à chaleur é': 'a' }, versions: ['0.1 a'], states: { 'pompe à chaleur é': 'draft' } },
  },
  {
    name: 'moved and edited here',
    agreed: 'a',
    here: [{ move: 'renamed' }, saved('b', 'renamed')],
    plan: 'upload',
    end: { files: { renamed: 'b' }, versions: ['0.1 a', '0.2 b'], states: { renamed: 'draft' } },
  },
  {
    name: 'moved here, edited there',
    agreed: 'a',
    here: [{ move: 'renamed' }],
    there: [{ draft: 'b' }],
    plan: 'download',
    end: { files: { renamed: 'b' }, versions: ['0.1 a', '0.2 b'], states: { renamed: 'draft' }, backup: ['a'] },
  },
  {
    name: 'moved here, released there',
    agreed: 'a',
    here: [{ move: 'renamed' }],
    there: ['release'],
    plan: 'adopt',
    end: { files: { renamed: 'a' }, versions: ['0.1 a', '1.0 a'], states: { renamed: 'upToDate' } },
  },
  {
    name: 'two files of one key',
    here: [saved('a'), saved('b', 'rival')],
    plan: 'holdRivals',
    end: { files: { pump: 'a', rival: 'b' }, versions: [], states: { pump: 'doublyClaimed', rival: 'doublyClaimed' } },
  },
  {
    name: 'a copy beside the agreed file',
    agreed: 'a',
    here: [saved('a', 'copy')],
    plan: 'holdRivals',
    end: {
      files: { pump: 'a', copy: 'a' },
      versions: ['0.1 a'],
      states: { pump: 'doublyClaimed', copy: 'doublyClaimed' },
    },
  },
  {
    name: 'two new files of one key, and another one there',
    here: [saved('a'), saved('b', 'rival')],
    there: [{ draft: 'c' }],
    plan: 'holdRivals',
    end: {
      files: { pump: 'a', rival: 'b' },
      versions: ['0.1 c'],
      states: { pump: 'doublyClaimed', rival: 'doublyClaimed' },
    },
  },
  {
    name: 'two files of one key of which the designer takes one away',
    agreed: 'a',
    here: [saved('b', 'rival')],
    plan: 'holdRivals',
    then: { remove: 'pump' },
    end: { files: { rival: 'b' }, versions: ['0.1 a', '0.2 b'], states: { rival: 'draft' } },
  },
  {
    name: 'two new files of one key of which the designer picks one',
    here: [saved('a'), saved('b', 'rival')],
    plan: 'holdRivals',
    then: { pick: 'rival' },
    end: {
      files: { pump: 'a', rival: 'b' },
      versions: ['0.1 b'],
      states: { pump: 'unassigned', rival: 'draft' },
    },
  },
  {
    name: 'a copy beside the agreed file, of which the designer picks the copy',
    agreed: 'a',
    here: [saved('b', 'copy')],
    plan: 'holdRivals',
    then: { pick: 'copy' },
    end: {
      files: { pump: 'a', copy: 'b' },
      versions: ['0.1 a', '0.2 b'],
      states: { pump: 'unassigned', copy: 'draft' },
    },
  },
  {
    name: 'a copy beside the agreed file, of which the designer picks the agreed one',
    agreed: 'a',
    here: [saved('b', 'copy')],
    plan: 'holdRivals',
    then: { pick: 'pump' },
    end: {
      files: { pump: 'a', copy: 'b' },
      versions: ['0.1 a'],
      states: { pump: 'draft', copy: 'unassigned' },
    },
  },
  {
    name: 'two new files of one key and another one there, of which the designer picks one of theirs',
    here: [saved('a'), saved('b', 'rival')],
    there: [{ draft: 'c' }],
    plan: 'holdRivals',
    then: { pick: 'pump' },
    end: {
      files: { pump: 'a', rival: 'b' },
      versions: ['0.1 c'],
      states: { pump: 'conflict', rival: 'unassigned' },
      conflicts: ['c'],
    },
  },
  {
    name: 'published after its upload',
    here: [saved('a')],
    plan: 'upload',
    then: 'publish',
    end: { files: one('a'), versions: ['0.1 a', '1.0 a'], states: upToDate },
  },
  {
    name: 'published after an edit',
    agreed: 'a',
    here: [saved('b')],
    plan: 'upload',
    then: 'publish',
    end: { files: one('b'), versions: ['0.1 a', '0.2 b', '1.0 b'], states: upToDate },
  },
];
