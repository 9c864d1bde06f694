import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { describeOverview } from '../../../electron/entry/commands/describe-overview.ts';
import {
  createQuestionAnswers,
  describeQuestion,
  readChangeAnswers,
} from '../../../electron/entry/commands/many-changes.ts';
import { changeKindNames } from '../../../shared/words/many-changes.ts';
import { englishSpeaker } from '../../../shared/words/explanations/english-speaker.ts';
import { allWords, putIntoWords } from '../../../shared/words/explanations/put-into-words.ts';

type Kind = keyof typeof changeKindNames;
const question = (kind: Kind, isKept = false) => ({ kind, count: 20, paths: [], lastChangeId: 1, isKept });

/** What a command line answers, and what it leaves open. */
function sortBy(said: string, kinds: readonly ReturnType<typeof question>[], isComplete = true) {
  const { answered, open } = createQuestionAnswers(readChangeAnswers(said)).sort(kinds, isComplete);
  return {
    answered: answered.map(({ question: { kind }, answer }) => `${kind} ${answer}`),
    open: open.map(({ kind }) => kind),
  };
}

describe('a question about many files', () => {
  it.each(Object.keys(changeKindNames) as Kind[])(
    'says of a %s what both answers do, in words that answer it',
    (kind) => {
      const said = describeQuestion(question(kind));
      expect(said).toContain('20 files');
      const [goOn = '', keep = ''] = [...said.matchAll(/--many-changes ([^”]+)”/g)].map(([, words]) => words ?? '');
      expect(sortBy(goOn, [question(kind)])).toEqual({ answered: [`${kind} goOn`], open: [] });
      expect(sortBy(keep, [question(kind)])).toEqual({ answered: [`${kind} keep`], open: [] });
    },
  );

  it('that was answered with leaving the files says so, and how to replace them after all', () => {
    const said = describeQuestion(question('overwrite', true));
    expect(said).toContain('stay as they are, as you said');
    expect(said).toContain('--many-changes replacements=go-on');
    expect(said).not.toContain('=keep');
  });

  it('is told by status too, for the library and for each of its files', () => {
    const library = {
      name: 'pumps',
      root: '/pumps',
      programs: ['Revit 2025'],
      running: true,
      files: {},
      toCome: { count: 0, forPerson: 0 },
      forPerson: [],
      savedLate: [],
      failedWork: [],
    };
    const queue = { waiting: 0, running: 0 };
    const told = describeOverview(
      {
        libraries: [{ ...library, questions: [question('rollback')] }],
        services: [],
        queue,
        begunAnew: [],
        settingsProblems: [],
      },
      0,
    );
    expect(told).toContain('--many-changes rollbacks=go-on');
    expect(told).toContain('--many-changes rollbacks=keep');
    const explanation = {
      reason: { code: 'manyChanges', kind: 'removal' },
      next: { code: 'staysAsItIs' },
      actions: ['answer-question'],
    } as const;
    const words = allWords(putIntoWords({ ...explanation, actions: ['answer-question'] }, englishSpeaker(0)));
    expect(words).toContain('“cadsync sync DIR --once --many-changes removals=go-on|keep”');
  });
});

describe('an answer on the command line', () => {
  const all = [question('removal'), question('overwrite'), question('rollback')];

  it('goes to the kind it names, and leaves the others open', () => {
    expect(sortBy('removals=keep,replacements=go-on', all)).toEqual({
      answered: ['removal keep', 'overwrite goOn'],
      open: ['rollback'],
    });
    expect(sortBy('all=go-on,removals=keep', all)).toEqual({
      answered: ['removal keep', 'overwrite goOn', 'rollback goOn'],
      open: [],
    });
  });

  it('may be given several times', () => {
    const both = readChangeAnswers('rollbacks=go-on', readChangeAnswers('removals=keep'));
    expect(createQuestionAnswers(both).sort(all, true).open).toMatchObject([{ kind: 'overwrite' }]);
  });

  it('without a kind answers the one question that is asked, and none of several', () => {
    expect(sortBy('go-on', [question('overwrite')])).toEqual({ answered: ['overwrite goOn'], open: [] });
    expect(sortBy('go-on', all)).toEqual({ answered: [], open: ['removal', 'overwrite', 'rollback'] });
    expect(sortBy('removals=keep,go-on', [question('removal'), question('overwrite')]).open).toEqual([]);
  });

  it('without a kind waits until all is looked at, and answers nothing that is asked later', () => {
    expect(sortBy('keep', [question('removal')], false).answered).toEqual([]);
    const said = createQuestionAnswers(readChangeAnswers('keep'));
    expect(said.sort([question('removal')], true).answered).toHaveLength(1);
    expect(said.sort([question('overwrite')], true)).toMatchObject({ answered: [], open: [{ kind: 'overwrite' }] });
    expect(said.sort([question('removal')], true).answered).toHaveLength(1);
  });

  it('to go on also takes what was left as it is; to keep asks nothing of it', () => {
    const kept = question('overwrite', true);
    expect(sortBy('go-on', [kept])).toEqual({ answered: ['overwrite goOn'], open: [] });
    expect(sortBy('go-on', [question('removal'), kept]).answered).toEqual(['removal goOn']);
    expect(sortBy('replacements=keep', [kept])).toEqual({ answered: [], open: [] });
  });

  it.each(['perhaps', 'removals=perhaps', 'files=keep', '=keep', 'removals=', '', 'keep,', 'keep=removals'])(
    'is refused where it is none: %j',
    (said) => expect(() => readChangeAnswers(said)).toThrow(InvalidArgumentError),
  );
});
