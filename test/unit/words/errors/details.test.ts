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
