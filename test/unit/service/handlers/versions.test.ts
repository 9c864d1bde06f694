import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../../electron/service/audit/audit-trail.ts';
import type { VersionRecords } from '../../../../electron/service/store/store.ts';
import type { CadContentVersions, CadMetadata } from '../../../../shared/api/schemas/cad-metadata.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { isRelease } from '../../../../shared/model/version.ts';
import { metadataRecord } from '../../../contract/seed.ts';
import { openTestStore } from '../open-test-store.ts';
import { licenseCode, pumpKey, pumpPath, startService, type Answered, type StartedService } from '../start-service.ts';

let started: StartedService;
let blobId: string;

beforeEach(async () => {
  started = await startService();
  blobId = await started.storeBytes('pump 1');
});

const file = `${pumpPath}/Template`;
const release = (query = '', comments: string | null = null): Promise<Answered> =>
  started.send('PUT', `/Versions/Release/${file}/${licenseCode}${query}`, { Comments: comments });
const problemOf = (answer: Answered): string => (answer.json() as { type: string }).type;

async function versions(query = ''): Promise<CadContentVersions> {
  return (await started.send('GET', `/Versions/${file}${query}`)).json() as CadContentVersions;
}

async function namesOf(query = ''): Promise<string[]> {
  return (await versions(query)).versions.map(({ major, minor }) => `${major}.${minor}`);
}

describe('storing metadata', () => {
  it('makes drafts 0.1, 0.2 and so on, and after a release 1.1', async () => {
    await started.storeDraft(blobId);
    await started.storeDraft(await started.storeBytes('pump 2'));
    expect(await namesOf()).toEqual(['0.2', '0.1']);
    expect((await versions()).current).toBeUndefined();
    expect((await release('', 'good')).status).toBe(200);
    await started.storeDraft(blobId);
    expect(await namesOf()).toEqual(['1.1', '1.0', '0.2', '0.1']);
    expect((await versions()).current).toMatchObject({ major: 1, minor: 0, comments: 'good', released: true });
  });

  it('answers the record with what the service made of it and all that was sent', async () => {
    const answer = await started.storeDraft(blobId, { LanguageCode: 'NL', Foo: { bar: 1 }, Comments: 'first' });
    expect(answer.json()).toMatchObject([
      {
        blobId,
        size: 6,
        majorVersion: 0,
        minorVersion: 1,
        released: false,
        languageCode: 'nl',
        Foo: { bar: 1 },
        comments: 'first',
      },
    ]);
    const [record] = answer.json() as CadMetadata[];
    expect(record?.version).toBe('nl.3.2.2025.0.1');
    expect(record?.changeDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('is refused as a whole when the base of one record is outdated', async () => {
    await started.storeDraft(blobId, { baseVersion: 'none' });
    const records = [
      metadataRecord({ ...pumpKey, type: 'Other' }, { baseVersion: 'none' }),
      metadataRecord(pumpKey, { baseVersion: 'None' }),
    ];
    const answer = await started.send('POST', `/Metadata/${blobId}/${licenseCode}`, records);
    expect([answer.status, problemOf(answer)]).toEqual([400, 'base-version-outdated']);
    expect(await namesOf()).toEqual(['0.1']);
    expect((await started.send('GET', `/Versions/${pumpPath}/Other`)).json()).toEqual({ versions: [] });
    expect((await started.storeDraft(blobId, { baseVersion: '0.1' })).status).toBe(200);
  });

  it('of two that were made from the same version takes one', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => started.storeDraft(blobId, { baseVersion: 'none' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('without a base takes all, one after the other', async () => {
    await Promise.all([1, 2, 3, 4].map(() => started.storeDraft(blobId)));
    expect(await namesOf()).toEqual(['0.4', '0.3', '0.2', '0.1']);
  });

  it('takes the id of a standard in every form of a GUID, and answers it in one', async () => {
    const id = '0f6c2f0e-0000-4000-8000-00000000abcd';
    const forms = [id, id.toUpperCase(), id.replaceAll('-', ''), `{${id}}`, ` ${id} `, null, ''];
    const StandardFilenames = forms.map((StandardId) => ({ StandardId, StandardName: 'A', Filename: 'x' }));
    const [record] = (await started.storeDraft(blobId, { StandardFilenames })).json() as CadMetadata[];
    const read = record?.standardFilenames?.map(({ standardId }) => standardId);
    expect(read).toEqual([id, id, id, id, id, undefined, undefined]);
  });

  it('with an id of a standard that is no GUID is refused: older clients could not read the list it is in', async () => {
    const StandardFilenames = [{ StandardId: 'not-a-guid', StandardName: 'A', Filename: 'x' }];
    const answer = await started.storeDraft(blobId, { StandardFilenames });
    expect(answer).toMatchObject({ status: 400 });
    const pointer = '/0/standardFilenames/0/standardId';
    expect(answer.json()).toMatchObject({ errors: [{ pointer, detail: 'a GUID is expected' }] });
    expect(await namesOf()).toEqual([]);
  });

  it.each(['a\0.pdf', 'a\ud800.pdf'])('makes a second version of an attachment called %j', async (name) => {
    await started.storeDraft(blobId, { AttachmentName: name });
    const [second] = (await started.storeDraft(blobId, { AttachmentName: name })).json() as CadMetadata[];
    expect(second).toMatchObject({ majorVersion: 0, minorVersion: 2 });
    const asked = encodeURIComponent(name.toWellFormed());
    const attachment = await started.send('GET', `/Attachments/${pumpPath}/Template?attachmentNameOrId=${asked}`);
    expect(attachment).toMatchObject({ status: 200, text: 'pump 1' });
  });

  it('of a file or an attachment reads none of its other attachments, nor does asking for one of them', async () => {
    const store = await openTestStore();
    let read = 0;
    const listHistories: VersionRecords['listHistories'] = async (filter) => {
      const histories = await store.versions.listHistories(filter);
      read += histories.length;
      return histories;
    };
    started = await startService({ store: { ...store, versions: { ...store.versions, listHistories } } });
    const bytes = await started.storeBytes('leaflet');
    const attachment = (index: number) => metadataRecord(pumpKey, { AttachmentName: `leaflet ${index}` });
    const attachments = Array.from({ length: 250 }, (_, index) => attachment(index));
    await started.storeDraft(bytes);
    const stored = await started.send('POST', `/Metadata/${bytes}/${licenseCode}`, attachments);
    expect(stored.json()).toHaveLength(250);
    read = 0;
    await started.send('POST', `/Metadata/${bytes}/${licenseCode}`, [attachment(1), attachment(2), attachment(250)]);
    expect(read).toBe(2);
    await started.storeDraft(bytes);
    expect((await started.send('GET', `/Files/${file}`)).text).toBe('leaflet');
    const asked = await started.send('GET', `/Attachments/${file}?attachmentNameOrId=leaflet%20249`);
    expect(asked.text).toBe('leaflet');
    expect(read).toBe(5);
  });

  it('is refused where two names of one request are kept as the same one', async () => {
    const halves = ['a\ud800', 'a\ud801'].map((AttachmentName) => metadataRecord(pumpKey, { AttachmentName }));
    const answer = await started.send('POST', `/Metadata/${blobId}/${licenseCode}`, halves);
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.json()).toMatchObject({ errors: [{ pointer: '/1', detail: 'the same CAD file is named twice' }] });
  });

  it('of the same file twice in one list is refused', async () => {
    const record = metadataRecord(pumpKey, {});
    const answer = await started.send('POST', `/Metadata/${blobId}/${licenseCode}`, [record, record]);
    expect(answer.json()).toMatchObject({ errors: [{ pointer: '/1' }] });
  });
});

describe('a release', () => {
  it('needs a draft newer than the last one', async () => {
    expect(problemOf(await release())).toBe('nothing-to-release');
    await started.storeDraft(blobId);
    await release();
    expect(problemOf(await release())).toBe('nothing-to-release');
    expect(await namesOf()).toEqual(['1.0', '0.1']);
  });

  it('of a draft that is named happens only while that one is the newest', async () => {
    await started.storeDraft(blobId);
    await started.storeDraft(blobId);
    expect(problemOf(await release('?MajorVersion=0&MinorVersion=1'))).toBe('nothing-to-release');
    expect((await release('?MajorVersion=0&MinorVersion=2')).status).toBe(200);
  });

  it('takes the bytes and the record of the newest draft', async () => {
    await started.storeDraft(blobId, { Tags: 'old' });
    await started.storeDraft(await started.storeBytes('pump 2'), { Tags: 'new' });
    await release();
    expect((await started.send('GET', `/Files/${file}`)).text).toBe('pump 2');
    expect((await started.send('GET', `/Metadata/${pumpPath}`)).json()).toMatchObject([
      { tags: 'new', released: true },
    ]);
  });

  it('is told and in the audit trail, also where the database goes away once it is stored', async () => {
    const store = await openTestStore();
    let isAway = false;
    const orAway = <T>(value: T): T => {
      if (isAway) throw new AppError('database-unreachable');
      return value;
    };
    const records: VersionRecords = {
      ...store.versions,
      append: async (drafts) => {
        const outcome = await store.versions.append(drafts);
        isAway = drafts.some(({ version }) => isRelease(version));
        return outcome;
      },
      listHistories: async (filter) => orAway(store.versions).listHistories(filter),
      find: async (historyId, version) => orAway(store.versions).find(historyId, version),
      list: (historyId) => orAway(store.versions).list(historyId),
    };
    const entries: AuditEntry[] = [];
    const audit = { note: async (entry: AuditEntry) => void entries.push(entry) };
    started = await startService({ store: { ...store, versions: records }, audit });
    await started.storeDraft(await started.storeBytes('pump 1'));
    const answer = await release('', 'good');
    expect(answer.status).toBe(200);
    expect(entries.at(-1)).toMatchObject({
      act: 'released',
      subjects: [expect.stringMatching(/ 1\.0$/) as string],
    });
    isAway = false;
    expect(answer.json()).toEqual(await versions());
  });

  it('of a file in one language is in the audit trail as that, also where no language was named', async () => {
    const entries: AuditEntry[] = [];
    started = await startService({ audit: { note: async (entry) => void entries.push(entry) } });
    await started.storeDraft(await started.storeBytes('pump 1'), { LanguageCode: 'NL' });
    expect((await release()).status).toBe(200);
    expect(entries.at(-1)?.subjects).toEqual([`${file}@nl 1.0`]);
  });

  it('asked for twice at the same moment happens once', async () => {
    await started.storeDraft(blobId);
    const answers = await Promise.all([release(), release()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('the versions asked for', () => {
  beforeEach(async () => {
    for (let major = 0; major < 2; major += 1) {
      await started.storeDraft(await started.storeBytes(`draft ${major}.1`));
      await release();
    }
    await started.storeDraft(await started.storeBytes('draft 2.1'));
  });

  it.each([
    ['', '2.0'],
    ['?majorVersion=-1&minorVersion=0', '2.0'],
    ['?majorVersion=-1&minorVersion=-1', '2.0'],
    ['?MajorVersion=0&MinorVersion=0', '2.0'],
    ['?majorVersion=&minorVersion=', '2.0'],
    ['?majorVersion=2', '2.1'],
    ['?majorVersion=2&minorVersion=-1', '2.1'],
    ['?majorVersion=1&minorVersion=1', '1.1'],
    ['?MAJORVERSION=0&minorversion=1', '0.1'],
  ])('of a file with %s are %s', async (query, expected) => {
    const answer = await started.send('GET', `/Files/${file}${query}`);
    expect(answer.headers['x-uol-file-version']).toBe(`.3.2.2025.${expected}`);
  });

  it('of a list are all, those of a major, or one', async () => {
    expect(await namesOf('?majorVersion=-1&minorVersion=0')).toEqual(['2.1', '2.0', '1.1', '1.0', '0.1']);
    expect(await namesOf('?majorVersion=1')).toEqual(['1.1', '1.0']);
    expect(await namesOf('?majorVersion=1&minorVersion=1')).toEqual(['1.1']);
  });
});

describe('the language asked for', () => {
  it('is matched exactly; none means the neutral file, else the first by code', async () => {
    const put = async (language: string) =>
      started.storeDraft(await started.storeBytes(`in ${language}`), { LanguageCode: language });
    const get = async (query: string) => {
      const { status, text } = await started.send('GET', `/Files/${file}${query}`);
      return status === 200 ? text : status;
    };
    await put('nl');
    await put('DE');
    expect(await get('')).toBe('in DE');
    expect(await get('?languageCode=NL')).toBe('in nl');
    expect(await get('?languageCode=en')).toBe(404);
    await put('');
    expect(await get('?languageCode=')).toBe('in ');
    expect(await get('?languageCode=de')).toBe('in DE');
  });
});
