import { beforeEach, describe, expect, it } from 'vitest';
import type { CadMetadata } from '../../../../shared/api/schemas/cad-metadata.ts';
import { licenseCode, pumpKey, pumpPath, startService, type StartedService } from '../start-service.ts';

const day = 86_400_000;
let started: StartedService;
let now: number;

beforeEach(async () => {
  now = Date.parse('2026-03-01T10:00:00Z');
  started = await startService({ now: () => now });
});

async function draft(content: string, more: object = {}, type = 'Template'): Promise<void> {
  await started.storeDraft(await started.storeBytes(content), more, { ...pumpKey, type });
}

const release = (type = 'Template') =>
  started.send('PUT', `/Versions/Release/${pumpPath}/${type}/${licenseCode}`, { comments: '' });

function namesIn(value: unknown): string[] {
  const records = value as CadMetadata[];
  return records.map(({ type, languageCode = '', majorVersion, minorVersion }) =>
    [type, languageCode, `${majorVersion}.${minorVersion}`].filter((part) => part !== '').join(' '),
  );
}

async function list(includeMinor: boolean, after = '', query = ''): Promise<string[]> {
  return namesIn((await started.send('GET', `/MetadataBulk/Revit/2025/${includeMinor}/${after}${query}`)).json());
}

describe('the metadata of an application version', () => {
  it('is the newest version of each file, or its newest release', async () => {
    await draft('a');
    await release();
    await draft('b');
    await draft('c', {}, 'Other');
    expect(await list(true)).toEqual(['Template 1.1', 'Other 0.1']);
    expect(await list(false)).toEqual(['Template 1.0']);
  });

  it('after a day is what changed on later days (UTC)', async () => {
    await draft('a', {}, 'First');
    now = Date.parse('2026-03-01T23:59:59.999Z');
    await draft('b', {}, 'Last');
    now += 1;
    await draft('c', {}, 'Next');
    expect(await list(true, '2026-02-28')).toEqual(['First 0.1', 'Last 0.1', 'Next 0.1']);
    expect(await list(true, '2026-03-01')).toEqual(['Next 0.1']);
    expect(await list(true, '2026-03-02')).toEqual([]);
    expect(await list(true, 'null')).toHaveLength(3);
  });

  it.each(['2026-03-01T00:00:00Z', '2026-03-01T99:99:99Z', '2026-03-01T00:00:00'])(
    'after a moment is refused, because only whole days are known: %s',
    async (moment) => {
      await draft('a');
      const answer = await started.send('GET', `/MetadataBulk/Revit/2025/true/${moment}`);
      expect(answer).toMatchObject({ status: 400 });
      expect(answer.json()).toMatchObject({ errors: [{ detail: 'a date in the form year-month-day is expected' }] });
    },
  );

  it('of a language is that of files in it', async () => {
    await draft('a', { LanguageCode: 'nl' });
    await draft('b', { LanguageCode: 'de' });
    await draft('c');
    expect(await list(true, '', '?languageCode=NL')).toEqual(['Template nl 0.1']);
    expect(await list(true)).toHaveLength(3);
  });

  it('is written in pages that make one list', async () => {
    const blobId = await started.storeBytes('many');
    const records = Array.from({ length: 600 }, (_, index) => ({
      application: { name: 'Revit', version: '2025' },
      etim: { classCode: 'EC011524', classCodeVersion: '3', modelCode: 'MC000123', modelCodeVersion: '2' },
      type: `T${index}`,
    }));
    await started.send('POST', `/Metadata/${blobId}/${licenseCode}`, records);
    expect(await list(true)).toHaveLength(600);
  });
});

describe('criteria', () => {
  const criterion = (major?: number, minor?: number, languageCode = '', modelCode = 'MC000123') => ({
    Identifier: {
      Application: { Name: 'Revit', Version: '2025' },
      ETIM: { ClassCode: 'ec011524', ClassCodeVersion: '3', ModelCode: modelCode, ModelCodeVersion: '2' },
    },
    Options: { LanguageCode: languageCode, MajorVersion: major, MinorVersion: minor },
  });
  const ask = async (operation: 'MetadataBulk' | 'MetadataCurrentBulk', ...criteria: object[]) =>
    namesIn((await started.send('POST', `/${operation}`, criteria)).json());

  beforeEach(async () => {
    for (const content of ['a', 'b']) {
      await draft(content);
      await release();
      now += day;
    }
    await draft('c');
  });

  it.each([
    [-1, 0, ['2.0'], ['2.0']],
    [0, 0, ['2.0'], ['2.0']],
    [undefined, undefined, ['2.0'], ['2.0']],
    [-1, -1, ['2.1', '2.0', '1.1', '1.0', '0.1'], ['2.1']],
    [1, -1, ['1.1', '1.0'], ['1.1']],
    [1, undefined, ['1.1', '1.0'], ['1.1']],
    [0, -1, ['0.1'], ['0.1']],
    [1, 1, ['1.1'], ['1.1']],
    [7, 0, [], []],
    [3_000_000_000, -1, [], []],
    [3_000_000_000, 0, [], []],
    [1, 3_000_000_000, [], []],
  ])('%s.%s are the versions %s, the most current %s', async (major, minor, all, current) => {
    const named = (versions: string[]) => versions.map((version) => `Template ${version}`);
    expect(await ask('MetadataBulk', criterion(major, minor))).toEqual(named(all));
    expect(await ask('MetadataCurrentBulk', criterion(major, minor))).toEqual(named(current));
  });

  it('are answered in their order, those without a match left out', async () => {
    const other = criterion(-1, -1, '', 'MC000999');
    expect(await ask('MetadataBulk', criterion(1, 0), other, criterion(0, 1))).toEqual([
      'Template 1.0',
      'Template 0.1',
    ]);
    expect(await ask('MetadataCurrentBulk', other)).toEqual([]);
  });

  it('without a language find one file per type, with one those of that language', async () => {
    await draft('d', { LanguageCode: 'nl' });
    await draft('e', { LanguageCode: 'nl' }, 'Other');
    await draft('f', { LanguageCode: 'de' }, 'Other');
    expect(await ask('MetadataCurrentBulk', criterion(-1, -1))).toEqual(['Other de 0.1', 'Template 2.1']);
    expect(await ask('MetadataCurrentBulk', criterion(-1, -1, 'NL'))).toEqual(['Other nl 0.1', 'Template nl 0.1']);
  });

  it('that cannot be read are named, all of them', async () => {
    const bad = criterion(-1, 0, '', 'MC1');
    const answer = await started.send('POST', '/MetadataBulk', [criterion(), bad, {}]);
    expect(answer.json()).toMatchObject({ type: 'invalid-request', errors: [{ pointer: '/1' }, { pointer: '/2' }] });
  });
});
