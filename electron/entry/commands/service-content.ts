import { parseContentKey } from '../../../shared/model/content-key.ts';
import { formatProgram } from '../../../shared/model/program.ts';
import type { z } from 'zod';
import type { ContentRecord, standardList } from '../../../shared/rpc/service-records.ts';
import { listContent } from '../../engine/ask/content.ts';
import { addStandard, dataPlatformAddresses, listStandards } from '../../engine/ask/small-requests.ts';
import { askOrLeave, describeLater, noteWaiting, type Waits } from './ask-or-leave.ts';
import { printAnswer, withViews, type Looking } from './looking.ts';
import { exitCodes, printResult } from './output.ts';
import { saveThing } from './save-thing.ts';
import { valueOf } from './wrong-request.ts';

/** Lists the CAD files of the class pair of a key, in its program or in others. */
export async function listFilesCommand(
  keyText: string,
  programs: readonly { readonly name: string; readonly version: string }[],
  { json, stateDir }: Looking,
): Promise<number> {
  const key = valueOf(`KEY ${keyText}`, parseContentKey(keyText));
  const { applicationName: name, applicationVersion: version, ...classes } = key;
  const question = { ...classes, programs: [{ name, version }, ...programs] };
  const found = await withViews(stateDir, (service) => listContent(service, question));
  printAnswer(json, found, ({ files }) => files.map(describeFile).join('\n') || 'No CAD files.');
  return exitCodes.done;
}

function describeFile({ fileName, program, type, languageCode, version }: ContentRecord): string {
  return [fileName, formatProgram(program), type, languageCode, version].filter(Boolean).join('  ');
}

/** Saves an attachment; without a name or id, the first of the type in the key. */
export async function attachmentCommand(
  key: string,
  { attachment, to, ...looking }: Looking & { readonly attachment?: string; readonly to: string },
): Promise<number> {
  return saveThing(async () => ({ kind: 'attachment', key, ...(attachment ? { attachment } : {}) }), to, looking);
}

/** Lists the standards; with a name, adds it first. */
export async function standardsCommand(added: string | undefined, { json, stateDir }: Looking): Promise<number> {
  if (added === undefined) await noteWaiting(stateDir, 'storeStandard');
  const found: Standards = await (added === undefined
    ? withViews(stateDir, listStandards)
    : addOrLeave(stateDir, added));
  printAnswer(json, found, ({ standards, ...told }) => {
    const lines = standards.map(({ id, name }) => `${id}  ${name}`);
    return [...lines, ...(told.waits ? [describeLater(told)] : [])].join('\n') || 'No standards.';
  });
  return exitCodes.done;
}

type Standards = z.output<typeof standardList> & Waits;

function addOrLeave(stateDir: string, name: string): Promise<Standards> {
  return askOrLeave<undefined, Standards>(stateDir, {
    find: async () => undefined,
    now: (service) => addStandard(service, name),
    later: (writes, _, serviceId) => writes.addStandard({ serviceId, name }),
  });
}

/** Tells where the data platform behind the service is. */
export async function platformCommand({ json, stateDir }: Looking): Promise<number> {
  const addresses = await withViews(stateDir, dataPlatformAddresses);
  printResult(
    json,
    { addresses },
    (told) => told.addresses.map(({ name, address }) => `${name}  ${address}`).join('\n') || 'The service names none.',
  );
  return exitCodes.done;
}
