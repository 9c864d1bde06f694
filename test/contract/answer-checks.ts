import { expect } from 'vitest';
import { z } from 'zod';
import { contract, type OperationId } from '../../shared/api/contract.ts';
import type { Answer } from '../../shared/api/operation.ts';
import { readRecord } from '../../shared/api/read-record.ts';

const problem = z.strictObject({
  type: z.string(),
  title: z.string().min(1),
  status: z.int(),
  detail: z.string().min(1),
  instance: z.string(),
  errors: z
    .array(
      z.strictObject({
        in: z.enum(['path', 'query', 'header', 'body']),
        name: z.string().optional(),
        pointer: z.string().optional(),
        detail: z.string().min(1),
      }),
    )
    .optional(),
});

/** The answer is a success in the form that the contract declares. */
export async function expectSuccess(id: OperationId, answer: Response): Promise<void> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.status, bytes.toString()).toBe(200);
  const declared: Answer = contract[id].answer;
  const contentType = answer.headers.get('content-type') ?? '';
  if (declared.kind === 'bytes') {
    expect(bytes.length).toBeGreaterThan(0);
    expect(answer.headers.get('content-disposition')).toMatch(/filename="[^"]+"/);
    return;
  }
  expect(contentType).toMatch(declared.kind === 'json' ? /^application\/json/ : /^text\/plain/);
  const value: unknown = declared.kind === 'json' ? JSON.parse(bytes.toString()) : bytes.toString();
  const read = readRecord(declared.schema, value);
  expect(read.error?.issues ?? []).toEqual([]);
}

/** The answer is a problem of that type, and tells nothing it should not. */
export async function expectProblem(
  answer: Response,
  expected: { readonly status: number; readonly type: string; readonly secrets: readonly string[] },
): Promise<z.output<typeof problem>> {
  const text = await answer.text();
  expect(answer.status, text).toBe(expected.status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const body = problem.parse(JSON.parse(text));
  expect(body).toMatchObject({ type: expected.type, status: expected.status });
  for (const secret of expected.secrets) expect(text).not.toContain(secret);
  return body;
}
