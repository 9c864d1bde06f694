import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import type { ErrorCode } from '../errors/catalogue.ts';
import { toProblem } from '../errors/problem.ts';
import { contract, operationIds, servedApiVersion, type OperationId } from './contract.ts';
import { exampleAnswers, exampleBodies, exampleParameters } from './examples.ts';
import { licenseParameter, type Answer, type ErrorStatus, type OperationShape, type RequestBody } from './operation.ts';
import { tokenAnswer, tokenFailure, tokenLifetimeSeconds, tokenPath, tokenRequest } from './token.ts';

type Json = Record<string, unknown>;

const errorTitles: Record<ErrorStatus, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Server Error',
};

const exampleCodes: Record<ErrorStatus, ErrorCode> = {
  400: 'invalid-request',
  401: 'invalid-token',
  403: 'right-missing',
  404: 'not-found',
  500: 'internal-error',
};

/** The description of the whole interface as an OpenAPI 3.1 document, derived from the contract. */
export function createOpenApi(): Json {
  const schemas: Json = { Problem: problemSchema };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Product CAD content and product data service',
      version: `v${servedApiVersion}`,
      description: 'Words of paths and names of query parameters are matched in any letter case.',
    },
    servers: [{ url: '/' }],
    security: [{ clientCredentials: [] }],
    tags: [{ name: 'content' }, { name: 'data' }, { name: 'authentication' }],
    paths: { ...describePaths(schemas), [tokenPath]: { post: describeTokenEndpoint(schemas) } },
    components: {
      schemas,
      securitySchemes: {
        clientCredentials: {
          type: 'oauth2',
          description: `A token is valid for ${tokenLifetimeSeconds} seconds.`,
          flows: { clientCredentials: { tokenUrl: tokenPath, scopes: {} } },
        },
      },
    },
  };
}

function describePaths(schemas: Json): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const id of operationIds) {
    const shape: OperationShape = contract[id];
    const path = (paths[shape.path] ??= {});
    path[shape.method.toLowerCase()] = describeOperation(id, shape, schemas);
  }
  return paths;
}

function describeOperation(id: OperationId, shape: OperationShape, schemas: Json): Json {
  return {
    operationId: id,
    summary: shape.summary,
    description: describeRules(shape),
    tags: [shape.area],
    ...(shape.token === 'optional' ? { security: [{}, { clientCredentials: [] }] } : {}),
    parameters: [
      parameter('path', 'version', { type: 'string', enum: [servedApiVersion] }, true),
      ...parametersOf('path', shape.params, shape, schemas),
      ...parametersOf('query', shape.query, shape, schemas),
    ],
    ...(shape.body ? { requestBody: describeBody(id, shape.body, schemas) } : {}),
    responses: {
      200: describeAnswer(id, shape.answer, schemas),
      // A missing or expired token, or a client without the right, can meet any operation, listed or not.
      ...Object.fromEntries(
        [...new Set([...shape.errors, 401 as const, 403 as const])].map((status) => [status, problemAnswer(status)]),
      ),
    },
  };
}

/** What holds for the operation as a whole, in sentences. */
function describeRules({ number, license, token, right, repeatable }: OperationShape): string {
  return [
    `Operation ${number} of the interface.`,
    token === 'optional' ? 'May be called without a token.' : '',
    license ? 'Needs a license code.' : '',
    right === 'read' ? '' : `The client needs the right to ${right}.`,
    repeatable ? 'Sending the same request again changes nothing more.' : 'Sent twice, it is done twice.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function parametersOf(place: 'path' | 'query', values: z.ZodObject, shape: OperationShape, schemas: Json): Json[] {
  const described = toSchema(values, 'input', schemas);
  const properties = (described['properties'] ?? {}) as Record<string, Json & { description?: string }>;
  const required = (described['required'] ?? []) as string[];
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = schema;
    const isLast = place === 'path' && shape.path.endsWith(`{${name}}`);
    const text = [
      description,
      name === licenseParameter ? 'A secret: it is checked to decide whether the call is permitted.' : undefined,
      isLast && shape.lastParamOptional ? 'May be left out, with or without the slash before it.' : undefined,
    ].filter((part) => part !== undefined);
    // Path parameters are always required in OpenAPI.
    const whole = parameter(place, name, rest, place === 'path' || required.includes(name));
    return text.length > 0 ? { ...whole, description: text.join('. ') } : whole;
  });
}

function parameter(place: 'path' | 'query', name: string, schema: Json, required: boolean): Json {
  const example = schema['example'] ?? exampleParameters[name];
  return { in: place, name, required, schema, ...(example === undefined ? {} : { example }) };
}

function describeBody(id: OperationId, body: RequestBody, schemas: Json): Json {
  const file = {
    schema: {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary', description: 'The first part with a file name.' } },
      required: ['file'],
    },
  };
  switch (body.kind) {
    case 'json':
      return {
        required: true,
        description: `At most ${body.maxBytes} bytes.`,
        content: { 'application/json': withExample(body.schema, exampleOf(exampleBodies, id), schemas) },
      };
    case 'file':
      return { required: true, content: { 'multipart/form-data': file } };
    case 'fileOrJson':
      return { required: true, content: { 'multipart/form-data': file, 'application/json': { schema: {} } } };
  }
}

function describeAnswer(id: OperationId, answer: Answer, schemas: Json): Json {
  switch (answer.kind) {
    case 'json':
      return success({ 'application/json': withExample(answer.schema, exampleOf(exampleAnswers, id), schemas) });
    case 'text':
      return success({ 'text/plain': withExample(answer.schema, exampleOf(exampleAnswers, id), schemas) });
    case 'bytes':
      return {
        ...success({ 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }),
        headers: { 'Content-Disposition': { required: true, schema: { type: 'string' } } },
      };
  }
}

function withExample(schema: z.ZodType, example: unknown, schemas: Json): Json {
  return { schema: toSchema(schema, 'output', schemas), ...(example === undefined ? {} : { example }) };
}

function exampleOf(examples: Partial<Record<OperationId, unknown>>, id: OperationId): unknown {
  return examples[id];
}

function success(content: Json): Json {
  return { description: 'Success', content };
}

function problemAnswer(status: ErrorStatus): Json {
  const schema = { $ref: '#/components/schemas/Problem' };
  const example = toProblem(new AppError(exampleCodes[status]), '/api/v1/Standard/all', status);
  return { description: errorTitles[status], content: { 'application/problem+json': { schema, example } } };
}

function describeTokenEndpoint(schemas: Json): Json {
  const failure = { content: { 'application/json': { schema: toSchema(tokenFailure, 'output', schemas) } } };
  return {
    operationId: 'getToken',
    summary: 'Answers an access token for client credentials, given in the form or as HTTP Basic.',
    tags: ['authentication'],
    security: [],
    requestBody: {
      required: true,
      content: { 'application/x-www-form-urlencoded': { schema: toSchema(tokenRequest, 'input', schemas) } },
    },
    responses: {
      200: success({ 'application/json': { schema: toSchema(tokenAnswer, 'output', schemas) } }),
      400: { description: 'Bad Request', ...failure },
      401: { description: 'Unauthorized', ...failure },
    },
  };
}

/**
 * A schema as JSON Schema. The records it names go into `schemas`, under their names.
 * @param io `input` for parameters, which are texts before they are read; bodies are described as they are read
 */
function toSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const { $defs = {}, $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  for (const [name, definition] of Object.entries($defs)) schemas[name] ??= relocate(definition);
  return relocate(rest) as Json;
}

/** Points references at the components of the document. */
function relocate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocate);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name === '$ref' && typeof item === 'string' ? item.replace('#/$defs/', '#/components/schemas/') : relocate(item),
    ]),
  );
}

/** RFC 9457, as `toProblem` writes it. */
const problemSchema: Json = {
  type: 'object',
  required: ['type', 'title', 'status'],
  properties: {
    type: { type: 'string', description: 'Code of the error' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string', description: 'Path of the request, license codes hidden' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['in', 'detail'],
        properties: {
          in: { type: 'string', enum: ['path', 'query', 'header', 'body'] },
          name: { type: 'string' },
          pointer: { type: 'string', description: 'JSON pointer (RFC 6901)' },
          detail: { type: 'string' },
        },
      },
    },
  },
};
