import { expect, test } from 'vitest';
import { z } from 'zod';
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

test.each([
  [z.string(), undefined],
  [z.int(), 1.5],
  [z.literal('a'), 'c'],
  [z.union([z.string(), z.number()]), true],
  [z.enum(['a', 'b']), 'c'],
  [z.string().regex(/a/), 'b'],
  [z.number().min(1), 0],
  [z.number().max(1), 2],
  [z.string().min(1), ''],
  [z.string().max(2), 'abc'],
  [z.array(z.string()).min(1), []],
  [z.array(z.string()).max(1), ['a', 'b']],
  [z.strictObject({}), { b: 1 }],
  [z.strictObject({}), { b: 1, c: 2 }],
])('what is wrong with a record by its schema is said in Dutch (%#)', (schema, value) => {
  const [fault] = schema.safeParse(value).error?.issues ?? [];
  const message = fault?.message ?? '';
  const english = /Invalid|Unrecognized|Too |expected|received|pattern|have|\bkeys?\b/;
  expect(message).toMatch(english);
  expect(sayDetail(message)).not.toMatch(english);
  expect(sayDetail(`The answer does not have the form expected at 0.gtin: ${message}.`)).toBe(
    `Het antwoord heeft bij 0.gtin niet de verwachte vorm: ${sayDetail(message)}.`,
  );
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
