import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoKey, interfaceLines, type InterfaceLine } from './interface-lines.ts';
import { startService, type ServiceProcess } from './service-process.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.skipIf(!hasCurl)('the service, asked by curl as the interface description writes it', () => {
  let service: ServiceProcess;
  let folder: string;
  /** What callers know by now, by the name of the parameter it stands in. */
  const known = new Map<string, string>(Object.entries({ ...demoKey, application: 'Revit', version: '1' }));

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cadsync-curl-'));
    writeFileSync(join(folder, 'pump.rfa'), 'bytes of a pump');
    service = await startService(join(folder, 'service'), { demo: true });
    known.set('licenseCode', service.environment['CADSYNC_LICENSE_CODE'] ?? '');
  });
  afterAll(async () => {
    service.process.kill();
    await service.process.ended;
    rmSync(folder, { recursive: true });
  });

  test('gives a token for client credentials', async () => {
    const { CADSYNC_CLIENT_ID: id, CADSYNC_CLIENT_SECRET: secret } = service.environment;
    const form = ['grant_type=client_credentials', `client_id=${id}`, `client_secret=${secret}`];
    const answer = await curl([...form.flatMap((field) => ['-d', field]), `${service.baseUrl}/oauth/token`]);
    const token = JSON.parse(answer.body) as Record<string, unknown>;
    expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    known.set('token', String(token['access_token']));
  });

  test.each(interfaceLines)('answers operation $number: $method $path', async (line) => {
    const { status, body } = await curl(argumentsFor(line));
    expect(status, body).toBe(200);
    if (typeof line.answers === 'string') expect(body).toContain(line.answers);
    else expect(body).toMatch(line.answers);
    if (line.number === 5 || line.number === 14) known.set('blobId', body);
    if (line.number === 29) known.set('filterId', body);
  });

  test('all thirty were asked', () => {
    expect(new Set(interfaceLines.map(({ number }) => number)).size).toBe(30);
  });

  function argumentsFor({ method, path, values = {}, query = {}, json, sendsFile }: InterfaceLine): string[] {
    const valueOf = (name: string): string => values[name] ?? known.get(name) ?? '';
    const fill = (text: string): string =>
      text.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(name)));
    const pairs = Object.entries(query).map(([name, value]) => `${name}=${fill(value)}`);
    const address = `${service.baseUrl}/api/v1/${fill(path)}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
    return [
      ...['-X', method, '-H', `Authorization: Bearer ${known.get('token')}`],
      ...(json === undefined ? [] : ['-H', 'Content-Type: application/json', '--data-binary', JSON.stringify(json)]),
      ...(sendsFile ? ['-F', `file=@${join(folder, 'pump.rfa')}`] : []),
      address,
    ];
  }
});

async function curl(args: readonly string[]): Promise<{ readonly status: number; readonly body: string }> {
  const child = spawn('curl', ['--silent', '--show-error', '--max-time', '20', '-w', '\n%{http_code}', ...args]);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('latin1')));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  const end = output.lastIndexOf('\n');
  return { status: Number(output.slice(end + 1)), body: output.slice(0, end) };
}
