import { expect, test } from 'vitest';
import { sayDetail } from '../../../../shared/words/errors/nl/details.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { catalogue, type ErrorCode } from '../../../../shared/errors/catalogue.ts';
import { toProblem } from '../../../../shared/errors/problem.ts';
import { sentencesOf } from '../../../../shared/words/details/put-into-words.ts';

const codes = Object.keys(catalogue) as ErrorCode[];

test.each(codes)('all that a service says of a failure is said in Dutch: %s', (code) => {
  const { detail = '' } = toProblem(new AppError(code), '/');
  const said = sentencesOf(sayDetail(detail));
  expect(sentencesOf(detail).filter((english) => said.includes(english))).toEqual([]);
});

test('a request with several faults is answered in Dutch too, with how many more there are', () => {
  const fault = { in: 'body', pointer: '/0/gtin', detail: 'a GTIN is missing' } as const;
  const said = (count: number) =>
    sayDetail(
      toProblem(new AppError('invalid-request', { faults: Array.from({ length: count }, () => fault) }), '/').detail,
    );
  expect([1, 2, 3].map(said)).toEqual([
    'body /0/gtin: er ontbreekt een GTIN',
    'body /0/gtin: er ontbreekt een GTIN. Er is nog iets mis.',
    'body /0/gtin: er ontbreekt een GTIN. Er is nog 2 keer iets mis.',
  ]);
});
