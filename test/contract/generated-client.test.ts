import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenApi } from '../../shared/api/openapi.ts';
import { embeddedClientSecret, openTarget, type Target } from './target.ts';

const projectRoot = join(import.meta.dirname, '..', '..');
let folder: string;
let target: Target;

beforeAll(async () => {
  // Inside of the project, so that the packages of the program are found from there.
  mkdirSync(join(projectRoot, 'test-results'), { recursive: true });
  folder = mkdtempSync(join(projectRoot, 'test-results', 'generated-client-'));
  target = await openTarget();
});
afterAll(async () => {
  await target.close();
  rmSync(folder, { recursive: true });
});

const compilerOptions = {
  target: 'ES2024',
  module: 'NodeNext',
  lib: ['ES2024', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

async function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn(process.execPath, [...args], { cwd: folder, env: { ...process.env, ...environment } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return output;
}

describe.skipIf(process.env['CONTRACT_TARGET'])('a client generated from the OpenAPI document', () => {
  it('compiles, gets a token, uploads, releases, downloads and looks up', async () => {
    const types = astToString(await openapiTypescript(JSON.stringify(createOpenApi())));
    writeFileSync(join(folder, 'service.ts'), types);
    copyFileSync(join(import.meta.dirname, 'client-program.ts.txt'), join(folder, 'program.ts'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const compiler = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');
    expect(await run([compiler, '-p', folder])).toBe('');
    const output = await run([join(folder, 'program.ts')], {
      BASE_URL: target.address,
      CLIENT_ID: 'contract',
      CLIENT_SECRET: embeddedClientSecret,
      LICENSE_CODE: target.licenseCode,
    });
    expect(output).toBe('All of it worked.\n');
  });
});
