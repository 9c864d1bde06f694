import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as dclint from 'dclint';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { environmentNames } from '../../../electron/entry/environment.ts';
import { findReferenceAssets } from '../../../electron/entry/find-reference-assets.ts';
import { runCommand } from '../../processes/run-command.ts';
const root = join(import.meta.dirname, '..', '..', '..');
const folder = join(root, 'build', 'office');
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

interface ComposedService {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
}

interface Compose {
  readonly services: Readonly<Record<string, ComposedService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: object;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}

/** In what order things stand, and that the balancer is reached from everywhere, is meant so. */
const rules = {
  'service-keys-order': 0,
  'services-alphabetical-order': 0,
  'top-level-properties-order': 0,
  'no-unbound-port-interfaces': 0,
} as const;

interface Linter {
  lintFiles(
    paths: string[],
    inFolders: boolean,
  ): { readonly messages: readonly { readonly line: number; readonly message: string }[] }[];
}

/** The package's own types name files without their endings, which are then not found. */
const { DCLinter } = dclint as unknown as { readonly DCLinter: new (config: object) => Linter };

function faultsOf(path: string): string[] {
  const [result] = new DCLinter({ rules, quiet: true, debug: false, exclude: [] }).lintFiles([path], false);
  return result?.messages.map(({ line, message }) => `${line}: ${message}`) ?? ['It was not looked at.'];
}

const compose = parse(textOf('compose.yaml'), { merge: true }) as Compose;
const served = Object.entries(compose.services).filter(([name]) => name.startsWith('service-'));

describe('compose.yaml', () => {
  it('is what the compose specification allows', async () => {
    expect(faultsOf(join(folder, 'compose.yaml'))).toEqual([]);
    const spoilt = await mkdtemp(join(tmpdir(), 'cadsync-compose-'));
    onTestFinished(() => rm(spoilt, { recursive: true }));
    await writeFile(join(spoilt, 'compose.yaml'), textOf('compose.yaml').replace('healthcheck:', 'healthchek:'));
    expect(faultsOf(join(spoilt, 'compose.yaml'))).not.toEqual([]);
  });

  it('has two processes, each with the same command', () => {
    expect(served).toHaveLength(2);
    expect(served[0]?.[1]).toEqual(served[1]?.[1]);
    const command = served[0]?.[1].command ?? [];
    const port = command[command.indexOf('--port') + 1];
    for (const [name] of served) expect(textOf('Caddyfile')).toContain(`${name}:${port}`);
    // The names under which its neighbours ask it.
    const names = command[command.indexOf('--trust-proxy') + 1] ?? '';
    for (const [name] of served) expect(names.split(',')).toContain(`${name}:${port}`);
  });

  it('says nothing that the command does not know', async () => {
    const { output } = await runCommand(['serve', '--help']);
    const flags = served[0]?.[1].command?.filter((word) => word.startsWith('--')) ?? [];
    expect(flags).toContain('--listen');
    for (const flag of flags) expect(output).toContain(`${flag} <`);
  });

  it('lets nobody in but through the balancer', () => {
    const open = Object.entries(compose.services).filter(
      ([, { ports, networks }]) => ports || networks?.includes('outside'),
    );
    expect(open.map(([name]) => name)).toEqual(['balancer']);
    expect(compose.networks['inside']?.internal).toBe(true);
  });

  it('takes every secret from a file that is not kept here', () => {
    for (const { environment = {}, secrets = [] } of Object.values(compose.services)) {
      const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
      for (const [, path] of files) expect(secrets).toContain(path.replace('/run/secrets/', ''));
      expect(Object.keys(environment).filter((name) => /(PASSWORD|SECRET|KEY)$/.test(name))).toEqual([]);
    }
    const variables = Object.keys(served[0]?.[1].environment ?? {}).map((name) => name.replace(/_FILE$/, ''));
    const known: readonly string[] = Object.values(environmentNames);
    expect(variables.filter((name) => !known.includes(name))).toEqual([]);
    for (const { file } of Object.values(compose.secrets)) expect(file).toMatch(/^\.\/secrets\//);
    expect(textOf('.gitignore')).toContain('secrets/');
  });

  it('gives a process the time that it takes to end', () => {
    const { command = [], stop_grace_period: grace = '' } = served[0]?.[1] ?? {};
    const drainSeconds = Number(command[command.indexOf('--drain') + 1]);
    // The longest that the service waits for what is under way is 30 seconds.
    expect(Number(grace.replace('s', ''))).toBeGreaterThan(drainSeconds + 30);
    const asked = /health_interval (\d+)s/.exec(textOf('Caddyfile'))?.[1];
    expect(Number(asked) * 2).toBeLessThan(drainSeconds);
  });

  it('keeps everything in volumes that it names', () => {
    const named = Object.values(compose.services)
      .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''))
      .filter((name) => !name.startsWith('.'));
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(compose.volumes));
  });
});

describe('the container file', () => {
  it('copies what is there, and what is let through', () => {
    const copied = [...textOf('Containerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    );
    const letThrough = readFileSync(join(root, '.dockerignore'), 'utf8');
    expect(copied.length).toBeGreaterThan(3);
    for (const name of copied) {
      expect(existsSync(join(root, name))).toBe(true);
      expect(letThrough).toContain(`!${name}\n`);
    }
  });

  it('installs what the page at /reference is made of', () => {
    expect(textOf('Containerfile')).toContain('npm ci --omit=dev');
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
    };
    const name = relative(root, findReferenceAssets() ?? '').replaceAll('\\', '/');
    expect(name).toBe('node_modules/swagger-ui-dist');
    expect(lock.packages[name]).toBeDefined();
    expect(lock.packages[name]).not.toHaveProperty('dev');
  });

  it('asks whether the service is ready', async () => {
    let status = 503;
    const server = createServer(({ url }, response) => {
      response.writeHead(url === '/health/ready' ? status : 404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const ask = async () => {
      const asking = execFile(process.execPath, [join(folder, 'is-ready.mjs'), String(port)]);
      return ((await once(asking, 'exit')) as [number])[0];
    };
    expect(await ask()).toBe(1);
    status = 200;
    expect(await ask()).toBe(0);
    server.close();
    await once(server, 'close');
    expect(await ask()).toBe(1);
  });
});
