import { expect, it } from 'vitest';
import { listContent } from '../../../../electron/engine/ask/content.ts';
import type { ViewCaller } from '../../../../shared/api/caller.ts';
import type { CadMetadata } from '../../../../shared/api/schemas/cad-metadata.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';

const revit = { name: 'Revit', version: '2025' };
const question = { etimClassCode: 'EC000001', etimModelCode: 'MC000001', programs: [revit] };
const two = { ...question, programs: [revit, { name: 'Revit', version: '2024' }] };

const record = (baseFilename: string, more: CadMetadata = {}): CadMetadata => ({
  application: revit,
  etim: { classCode: 'EC000001', classCodeVersion: '1', modelCode: 'MC000001', modelCodeVersion: '1' },
  type: 'Template',
  baseFilename,
  fileExtension: 'rfa',
  ...more,
});

/** A service that answers with these records, whatever it is asked. */
const answering = (records: readonly CadMetadata[]): ViewCaller =>
  ({ call: async () => records }) as unknown as ViewCaller;

const told = async (records: readonly CadMetadata[]) =>
  (await listContent(answering(records), two)).files.map(({ fileName, version }) => `${fileName} ${version}`);

it('the newest version of a file stands for it, in whatever order and with whatever dates they are listed', async () => {
  const newer = record('newer', { version: 'nl.1.1.2025.3.0' });
  const older = record('older', { version: 'nl.1.1.2025.2.0' });
  expect(await told([newer, older])).toEqual(['newer.rfa 3.0']);
  expect(await told([older, newer])).toEqual(['newer.rfa 3.0']);
  expect(await told([{ ...older, changeDate: '2026-02-01T00:00:00Z' }, newer])).toEqual(['newer.rfa 3.0']);
});

it('dates tell which stands for a file whose versions are not told, else the first', async () => {
  const [one, other] = [record('one'), record('other')];
  expect(await told([one, { ...other, changeDate: '2026-02-01T00:00:00Z' }])).toEqual(['other.rfa undefined']);
  expect(await told([one, other])).toEqual(['one.rfa undefined']);
});

it('a file has the same version whether one program is asked about or several', async () => {
  const draft = record('pump', { version: 'nl.1.1.2025.1.1', changeDate: '2026-02-01T00:00:00Z' });
  const release = record('pump', { version: 'nl.1.1.2025.1.0', changeDate: '2026-01-01T00:00:00Z' });
  const service = {
    // Whoever names no version gets the newest release, whoever asks for all gets all.
    call: async (id: string) => (id === 'getMetadata' ? [release] : [draft, release]),
  } as unknown as ViewCaller;
  expect((await listContent(service, two)).files).toEqual((await listContent(service, question)).files);
  expect(await told([draft])).toEqual(['pump.rfa 1.1']);
});

it('an attachment is no CAD file', async () => {
  const photo = { version: 'nl.1.1.2025.2.0', attachmentName: 'photo', fileExtension: 'jpg' };
  expect(await told([record('pump', { version: 'nl.1.1.2025.1.0' }), record('photo', photo)])).toEqual([
    'pump.rfa 1.0',
  ]);
});

it('a service that says that it finds nothing has none', async () => {
  const call = async () => {
    throw new AppError('not-found');
  };
  expect((await listContent({ call } as unknown as ViewCaller, two)).files).toEqual([]);
});
