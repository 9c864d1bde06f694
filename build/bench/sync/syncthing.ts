import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ownPort } from '../../../test/own-port.ts';
import type { Peer, PeerRun } from './peers.ts';
import { cpuSecondsOf, cpuSecondsOfEndedChildren } from './process-cost.ts';
import { isInstalled } from './timed-command.ts';

const folderId = 'bench';
const apiKey = 'bench';
/** Put into the library for as long as it runs: without its marker it takes the folder for gone. */
const ownNames = ['.stfolder', '.stignore'];
/** Ours, which it is not to send. */
const ignored = ['.cadlibrary', '.cadlibrary.json'];
const lookEveryMs = 50;
const longestPushMs = 1_800_000;

/** One of the two sides, with a home of its own. */
interface Side {
  readonly home: string;
  readonly deviceId: string;
  readonly listenPort: number;
  readonly apiPort: number;
}

/**
 * Syncthing with a second one that runs all the time: a push starts the first, and ends it once the second has all.
 * `undefined` where it is not installed. What its smallest delay would be while it runs is not what is measured.
 */
export async function startSyncthing(folder: string): Promise<Peer | undefined> {
  if (!isInstalled('syncthing', '--version')) return undefined;
  const own = join(folder, `syncthing-${Date.now().toString(36)}`);
  const target = join(own, 'replica');
  mkdirSync(join(target, '.stfolder'), { recursive: true });
  const [near, far] = [await createSide(join(own, 'near')), await createSide(join(own, 'far'))];
  writeConfiguration(far, near, target);
  const server = startSide(far);
  await untilAnswers(far, server);
  return {
    label: 'Syncthing, started for it',
    push: (root) => push({ near, far, serverPid: server.pid ?? -1, target }, root),
    async close() {
      await end(server);
    },
  };
}

interface Pair {
  readonly near: Side;
  readonly far: Side;
  readonly serverPid: number;
  readonly target: string;
}

async function push({ near, far, serverPid, target }: Pair, root: string): Promise<PeerRun> {
  writeConfiguration(near, far, root);
  mkdirSync(join(root, '.stfolder'), { recursive: true });
  writeFileSync(join(root, '.stignore'), `${ignored.join('\n')}\n`);
  const before = { server: cpuSecondsOf(serverPid), children: cpuSecondsOfEndedChildren() };
  const start = performance.now();
  const client = startSide(near);
  try {
    await untilAnswers(near, client);
    const wallSeconds = (await untilEqual({ near, far, root, target })) - start / 1_000;
    const serviceCpuSeconds = cpuSecondsOf(serverPid) - before.server;
    await end(client);
    return { wallSeconds, cpuSeconds: cpuSecondsOfEndedChildren() - before.children, serviceCpuSeconds };
  } finally {
    await end(client);
    for (const name of ownNames) rmSync(join(root, name), { recursive: true, force: true });
  }
}

/** @returns since when both are equal, in seconds: what is looked at to be sure of it takes no part of the time */
async function untilEqual(between: {
  readonly near: Side;
  readonly far: Side;
  readonly root: string;
  readonly target: string;
}): Promise<number> {
  const { near, far, root, target } = between;
  const giveUpMs = performance.now() + longestPushMs;
  while (performance.now() < giveUpMs) {
    await wait(lookEveryMs);
    const atSeconds = performance.now() / 1_000;
    if (!(await saysEqual(near, far))) continue;
    if (JSON.stringify(outsideOf(root)) === JSON.stringify(outsideOf(target))) return atSeconds;
  }
  throw new Error('Syncthing did not get through.');
}

/** Whether both have nothing to do. The far one may not have been told yet of what it will have to do. */
async function saysEqual(near: Side, far: Side): Promise<boolean> {
  const changes = (await ask(near, 'events?events=StateChanged&timeout=0')) as { data: Record<string, string> }[];
  const hasScanned = changes.some(({ data }) => data['folder'] === folderId && data['from'] === 'scanning');
  if (!hasScanned) return false;
  const [mine, theirs] = await Promise.all([statusOf(near), statusOf(far)]);
  const isIdle = [mine, theirs].every(({ state, needTotalItems }) => state === 'idle' && needTotalItems === 0);
  return isIdle && mine.globalFiles === theirs.globalFiles;
}

interface FolderStatus {
  readonly state: string;
  readonly needTotalItems: number;
  readonly globalFiles: number;
}

async function statusOf(side: Side): Promise<FolderStatus> {
  return (await ask(side, `db/status?folder=${folderId}`)) as FolderStatus;
}

/** Every file with its size and date, by path. */
function outsideOf(root: string): readonly string[] {
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (folder === root && [...ownNames, ...ignored].includes(entry.name)) continue;
      if (entry.isDirectory()) walk(path);
      else {
        const stat = lstatSync(path, { throwIfNoEntry: false });
        found.push(`${relative(root, path)} ${stat?.size} ${Math.floor(stat?.mtimeMs ?? 0)}`);
      }
    }
  };
  walk(root);
  return found.sort();
}

async function createSide(home: string): Promise<Side> {
  execFileSync('syncthing', ['generate', `--home=${home}`, '--no-default-folder'], { stdio: 'ignore' });
  const deviceId = execFileSync('syncthing', ['serve', `--home=${home}`, '--device-id'])
    .toString()
    .trim();
  return { home, deviceId, listenPort: await ownPort(), apiPort: await ownPort() };
}

/** On this computer only: it announces itself nowhere, asks nobody for a way, and reports to nobody. */
function writeConfiguration(side: Side, other: Side, root: string): void {
  const address = ({ listenPort }: Side): string => `tcp://127.0.0.1:${listenPort}`;
  const off = ['globalAnnounceEnabled', 'localAnnounceEnabled', 'relaysEnabled', 'natEnabled', 'startBrowser'];
  const options = [
    ...[...off, 'crashReportingEnabled', 'announceLANAddresses'].map((name) => `<${name}>false</${name}>`),
    `<listenAddress>${address(side)}</listenAddress><reconnectionIntervalS>1</reconnectionIntervalS>`,
    '<urAccepted>-1</urAccepted><autoUpgradeIntervalH>0</autoUpgradeIntervalH>',
  ];
  const devices = [side, other].map(
    (one) => `<device id="${one.deviceId}"><address>${address(one)}</address></device>`,
  );
  writeFileSync(
    join(side.home, 'config.xml'),
    `<configuration version="36">
      <folder id="${folderId}" path="${root}" type="sendreceive" rescanIntervalS="0" fsWatcherEnabled="false">
        <device id="${side.deviceId}"/><device id="${other.deviceId}"/>
      </folder>
      ${devices.join('')}
      <gui enabled="true" tls="false"><address>127.0.0.1:${side.apiPort}</address><apikey>${apiKey}</apikey></gui>
      <options>${options.join('')}</options>
    </configuration>`,
  );
}

function startSide({ home }: Side): ChildProcess {
  const flags = ['--no-browser', '--no-restart', '--no-upgrade', '--skip-port-probing'];
  // Else it runs as the child of a process that watches it, and whose pid says nothing of what it costs.
  const env = { ...process.env, STMONITORED: 'yes' };
  return spawn('syncthing', ['serve', `--home=${home}`, ...flags], { env, stdio: 'ignore' });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  child.kill();
  await ended;
}

/** @throws Error when it ended instead */
async function untilAnswers(side: Side, started: ChildProcess): Promise<void> {
  while (started.exitCode === null) {
    if (await ask(side, 'system/ping').catch(() => undefined)) return;
    await wait(lookEveryMs);
  }
  throw new Error(`Syncthing ended with ${started.exitCode}.`);
}

async function ask({ apiPort }: Side, what: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${apiPort}/rest/${what}`, { headers: { 'X-API-Key': apiKey } });
  if (!answer.ok) throw new Error(`Syncthing answered ${answer.status} to ${what}.`);
  return answer.json();
}
