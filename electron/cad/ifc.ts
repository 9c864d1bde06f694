import type { BoundedFile } from './bounded-file.ts';
import { nothingKnown, type FormatFacts } from './cad-facts.ts';
import { readableName } from './readable-name.ts';
import { readStepArguments } from './step-arguments.ts';
import { decodeStep, isStepText, originatingSystemIn, stepWholenessOf } from './step.ts';
import { findZipEnd, isZip, readZipEntryStart } from './zip-directory.ts';

/** The application stands among the first instances, behind a header whose comments can be long. */
const headBytes = 256 * 1024;
const zippedStartBytes = 64 * 1024;

/** IFC models, bare or zipped: a neutral format, which names the application it was made with. */
export async function readIfc(file: BoundedFile): Promise<FormatFacts> {
  const head = await file.readHead(headBytes);
  if (isZip(head)) return readZippedIfc(file);
  const text = decodeStep(head);
  if (!isStepText(text)) return nothingKnown;
  return { ...programIn(text), whole: await stepWholenessOf(file) };
}

/** Whether an entry of an ifcZIP is the model. */
export const isModel = (name: string): boolean => /\.ifc$/i.test(name);

async function readZippedIfc(file: BoundedFile): Promise<FormatFacts> {
  const end = await findZipEnd(file);
  if (!end) return { whole: 'incomplete' };
  const start = await readZipEntryStart(file, end, isModel, zippedStartBytes);
  return { ...(start === undefined ? {} : programIn(decodeStep(start))), whole: 'whole' };
}

/** IFCAPPLICATION says it better than the header, where often the exporting library names itself. */
function programIn(text: string): { program?: string } {
  const [, version = '', fullName] = readStepArguments(text, 'IFCAPPLICATION') ?? [];
  const name = readableName(fullName);
  if (name === undefined) {
    const system = originatingSystemIn(text);
    return system === undefined ? {} : { program: system };
  }
  const versioned = name.includes(version) ? name : readableName(`${name} ${version}`);
  return { program: versioned ?? name };
}
