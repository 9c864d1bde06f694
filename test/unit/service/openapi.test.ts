import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { exampleAnswers, exampleBodies } from '../../../shared/api/examples.ts';
import { createOpenApi } from '../../../shared/api/openapi.ts';
import { readRecord } from '../../../shared/api/read-record.ts';
import { contract, operationIds } from '../../../shared/api/contract.ts';
import type { OperationShape } from '../../../shared/api/operation.ts';
import { startService } from './start-service.ts';

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters: readonly {
    in: string;
    name: string;
    required: boolean;
    schema: object;
    example?: string;
    description?: string;
  }[];
  readonly requestBody?: { readonly content: object };
  readonly responses: Readonly<Record<string, { description: string; content?: object }>>;
  readonly security?: readonly object[];
}

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>>; readonly securitySchemes: object };
}

async function read(): Promise<Document> {
  const { service } = await startService();
  const answer = await service.inject({ method: 'GET', url: '/openapi.json' });
  expect(answer.statusCode).toBe(200);
  return answer.json<Document>();
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => (name === '$ref' ? [String(item)] : referencesIn(item)));
}

function expectExample(schema: z.ZodType, examples: Readonly<Record<string, unknown>>, id: string): void {
  expect(examples).toHaveProperty(id);
  expect(readRecord(schema, examples[id]).error?.issues ?? [], id).toEqual([]);
}

describe('the interface description', () => {
  it('has every operation with its parameters, body and statuses', async () => {
    const { openapi, paths } = await read();
    expect(openapi).toMatch(/^3\.1\./);
    for (const id of operationIds) {
      const shape: OperationShape = contract[id];
      const operation = paths[shape.path]?.[shape.method.toLowerCase()];
      expect(operation?.operationId).toBe(id);
      const inPath = operation?.parameters.filter((parameter) => parameter.in === 'path') ?? [];
      expect(inPath.map(({ name }) => name)).toEqual([...shape.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      expect(inPath.every(({ required }) => required)).toBe(true);
      const inQuery = operation?.parameters.filter((parameter) => parameter.in === 'query') ?? [];
      expect(inQuery.map(({ name }) => name)).toEqual(Object.keys(shape.query.shape));
      expect(Boolean(operation?.requestBody)).toBe(shape.body !== undefined);
      for (const status of [200, 401, ...shape.errors]) expect(operation?.responses).toHaveProperty(String(status));
    }
    const served = Object.values(paths).flatMap((path) => Object.keys(path));
    expect(served).toHaveLength(operationIds.length + 1);
  });

  it('is valid by the schema of OpenAPI itself', async () => {
    const result = await new Validator().validate(createOpenApi());
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('explains each operation and gives examples that the operation itself would take and answer', async () => {
    const { paths } = await read();
    for (const id of operationIds) {
      const shape: OperationShape = contract[id];
      const operation = paths[shape.path]?.[shape.method.toLowerCase()];
      expect(operation?.summary, id).toMatch(/\.$/);
      expect(operation?.description, id).toContain(`Operation ${shape.number} `);
      const given = operation?.parameters ?? [];
      expect(given.filter(({ example }) => !example).map(({ name }) => `${id} ${name}`)).toEqual([]);
      const examplesIn = (place: string) =>
        Object.fromEntries(given.filter((one) => one.in === place).map(({ name, example }) => [name, example]));
      expect(readRecord(shape.params, examplesIn('path')).error?.issues ?? []).toEqual([]);
      expect(readRecord(shape.query, examplesIn('query')).error?.issues ?? []).toEqual([]);
      const { body, answer } = shape;
      if (body?.kind === 'json') expectExample(body.schema, exampleBodies, id);
      if (answer.kind !== 'bytes') expectExample(answer.schema, exampleAnswers, id);
    }
  });

  it('points only at records it holds, and says how to get a token', async () => {
    const document = await read();
    const references = new Set(referencesIn(document));
    expect(references.size).toBeGreaterThan(20);
    for (const reference of references) {
      const name = reference.replace('#/components/schemas/', '');
      expect(document.components.schemas).toHaveProperty(name);
    }
    expect(document.components.securitySchemes).toMatchObject({
      clientCredentials: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/oauth/token' } } },
    });
    expect(document.paths['/api/v{version}/Data']?.['get']?.security).toContainEqual({});
  });

  it.each([
    ['/Export/{application}/{applicationVersion}', 'maxItems'],
    ['/MetadataBulk', 'maxItems'],
    ['/MetadataCurrentBulk', 'maxItems'],
    ['/BIMReady', 'maxProperties'],
    ['/ProductData', 'maxItems'],
    ['/ProductValues', 'maxItems'],
  ])('says how much %s takes', async (path, limit) => {
    const { requestBody } = (await read()).paths[`/api/v{version}${path}`]?.['post'] as { requestBody: object };
    expect(JSON.stringify(requestBody)).toContain(`"${limit}":10000`);
    expect(requestBody).toMatchObject({ description: expect.stringMatching(/^At most \d+ bytes\.$/) as string });
  });

  it('is served without a token, and so is the sign of life', async () => {
    const { service } = await startService();
    expect((await service.inject({ method: 'GET', url: '/healthz' })).json()).toEqual({ status: 'ok' });
  });
});
