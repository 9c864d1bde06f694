import { formatContentKey } from '../../../shared/model/content-key.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { createClient, type ServiceClient } from '../../client/client.ts';
import { createHashesThere } from '../../engine/moving/hashes-there.ts';
import { moveHistories } from '../../engine/moving/move-histories.ts';
import { moveLists, planLists } from '../../engine/moving/move-lists.ts';
import type { MovedFile, MoveParts } from '../../engine/moving/move-parts.ts';
import { costOf, planMove } from '../../engine/moving/plan-move.ts';
import { leastTimeFor } from '../../engine/request-budget.ts';
import { openService } from '../../service/open-service.ts';
import { clientFromEnvironment } from '../client-from-environment.ts';
import { newClientSecret } from '../client-secrets.ts';
import { newSha256 } from '../new-sha256.ts';
import { requireServiceFolder } from '../service-folder.ts';
import { listenForInterrupt } from './listen-for-interrupt.ts';
import { exitCodes, printResult } from './output.ts';
import { createProgressLine } from './progress-line.ts';
import { sayHowToFree } from './say-how-to-free.ts';
import { counted } from './counted.ts';

interface MoveInOptions {
  /** Data folder of a service that is not running. */
  readonly dataDir: string;
  /** Tells what would be sent, and sends nothing. */
  readonly preview: boolean;
  readonly json: boolean;
}

/** Selections have their names in the app: a command knows of none. */
const noSelections = { here: [], there: [] };

/**
 * Sends the versions and standards that a service of our own keeps in its folder, and that the service of the environment
 * does not have, to that. It may be ended at any time; the next run goes on where this one ended.
 * @returns the exit code: 2 where some files were left out
 * @throws AppError `unknown-item`, `service-data-in-use`, or what a service answers
 */
export async function moveInCommand({ dataDir, preview, json }: MoveInOptions): Promise<number> {
  const { service: target } = clientFromEnvironment();
  try {
    const opened = await openSource(dataDir);
    // Not sooner: it keeps a command that failed from ending.
    const interrupt = listenForInterrupt();
    try {
      const hashes = createHashesThere();
      const parts = { source: opened.source, target, newHash: newSha256, hashes, signal: interrupt.signal };
      return preview ? await tellPlan(parts, () => target.requestsSpent(), json) : await move(parts, json);
    } finally {
      interrupt.stop();
      await opened.close();
    }
  } finally {
    await target.close();
  }
}

async function openSource(dataDir: string) {
  requireServiceFolder(dataDir);
  const credentials = { clientId: 'move-in', clientSecret: newClientSecret() };
  const howToFree = 'A service runs on it: end it first. In the app, move in Settings, under Connection.';
  const opening = openService({ dataDir, port: 0, credentials, licenseCodes: [] });
  const service = await opening.catch(sayHowToFree(howToFree));
  const client = createClient({
    contentAddress: service.address,
    clientId: credentials.clientId,
    secrets: { clientSecret: async () => credentials.clientSecret, licenseCode: async () => undefined },
  });
  return {
    source: { service: client, programs: () => service.programs() },
    async close() {
      await client.close();
      await service.close();
    },
  };
}

async function tellPlan(
  parts: MoveParts,
  requestsSpent: ServiceClient['requestsSpent'],
  json: boolean,
): Promise<number> {
  const { toSend, thereCount, left, olderLeft } = await planMove(parts);
  const { standards } = await planLists(parts, noSelections);
  const ofFiles = costOf(toSend);
  const cost = { ...ofFiles, requests: ofFiles.requests + standards.length };
  const spent = requestsSpent();
  const leastMs = spent && leastTimeFor(cost.requests, spent, Date.now());
  const result = {
    ...{ ...cost, leastMs, thereCount, standards },
    ...{ left: left.map(nameWithKey), olderLeft: olderLeft.map(nameWithKey) },
  };
  printResult(json, result, (told) => {
    const { size, longDuration } = createFormats('en');
    const time = told.leastMs === undefined ? '' : `, at least ${longDuration(told.leastMs)}`;
    return [
      `Would be sent: ${counted(told.versions, 'version')} of ${counted(told.files, 'file')}, ${size(told.bytes)}, ${counted(told.requests, 'request')}${time}.`,
      `There already: ${counted(told.thereCount, 'file')}.`,
      ...standardsInWords(told.standards, 'would be sent'),
      ...leftInWords(told),
      staysBehind,
    ].join('\n');
  });
  return exitCodeOf(left.length + olderLeft.length);
}

async function move(parts: MoveParts, json: boolean): Promise<number> {
  const progress = createProgressLine(process.stderr);
  let sent = 0;
  let total = 0;
  const outcome = await moveHistories(parts, {
    onPlan: ({ toSend }) => (total = sent + costOf(toSend).versions),
    onSent: () => progress.show('Moving', ++sent / total, `${sent} of ${total} versions`),
  }).finally(() => progress.end());
  const { standards } = await planLists(parts, noSelections);
  const refused = await moveLists(parts, { standards, selections: [] }, () => undefined);
  const failed = [...outcome.failed.map((file) => ({ name: nameWithKey(file), error: file.error })), ...refused];
  const result = {
    versions: sent,
    standards: standards.filter((name) => !refused.some((one) => one.name === name)),
    left: outcome.left.map(nameWithKey),
    olderLeft: outcome.olderLeft.map(nameWithKey),
    failed: failed.map(({ name, error: { code } }) => ({ name, code })),
  };
  printResult(json, result, (told) =>
    [
      `Sent: ${counted(told.versions, 'version')}.`,
      ...standardsInWords(told.standards, 'were sent'),
      ...leftInWords(told),
      ...told.failed.map(({ name, code }) => `${name} could not be sent: ${code}.`),
      staysBehind,
    ].join('\n'),
  );
  return exitCodeOf(outcome.left.length + outcome.olderLeft.length + failed.length);
}

/** A preview ends as the run would. @param leftOut of how many files something stays behind */
function exitCodeOf(leftOut: number): number {
  return leftOut === 0 ? exitCodes.done : exitCodes.needsPerson;
}

/** In one library many files may have the same name: their keys tell them apart. */
function nameWithKey({ key, name }: MovedFile): string {
  return `${formatContentKey(key)} (${name})`;
}

const staysBehind =
  'Attachments, filters, validation requests and product data are not moved; they stay in this folder. The app also moves selections that have a name there.';

function standardsInWords(standards: readonly string[], what: string): string[] {
  return standards.length === 0 ? [] : [`Standards that ${what}: ${standards.join(', ')}.`];
}

function leftInWords({ left, olderLeft }: Readonly<Record<'left' | 'olderLeft', readonly string[]>>): string[] {
  const whole = `The service has something newer of these, so they are left alone: ${left.join(', ')}.`;
  const older = `The service has later versions of these already, so some older versions or releases stay in this folder: ${olderLeft.join(', ')}.`;
  return [...(left.length > 0 ? [whole] : []), ...(olderLeft.length > 0 ? [older] : [])];
}
