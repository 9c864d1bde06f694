import { describe, expect, it } from 'vitest';
import type { OutgoingFile } from '../../../shared/api/caller.ts';
import { acceptsHeader, filesWithMetadata, noBlobId } from '../../../shared/api/operation.ts';
import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { connect, failureOf, serve } from './playground.ts';
import { json, reset, type Reply } from './scripted-service.ts';

const list = (accepts?: string): Reply => json([], 200, accepts === undefined ? {} : { [acceptsHeader]: accepts });
const listed = {
  params: { applicationName: 'Revit', applicationVersion: '2025', includeMinorVersion: 'true' },
} as never;
const record = { baseFilename: 'pümp 泵' } as CadMetadata;

function fileOf(content: string, end: () => void = () => undefined): OutgoingFile {
  return {
    fileName: 'pump.rfa',
    sizeBytes: content.length,
    async *open() {
      yield Buffer.from(content.slice(0, 2));
      yield Buffer.from(content.slice(2));
      end();
    },
  };
}

const store = (client: ReturnType<typeof connect>, file: OutgoingFile) =>
  client.call('storeMetadata', { params: { blobId: noBlobId }, body: [record], file });

describe('whether a service takes a file along with its metadata', () => {
  it('is said by each of its lists of metadata, and not before the first', async () => {
    const service = await serve(list(`another, ${filesWithMetadata}`), list());
    const client = connect(service);
    expect(client.takesFileWithMetadata).toBe(false);
    await client.call('listMetadata', listed);
    expect(client.takesFileWithMetadata).toBe(true);
    await client.callUnlessSeen('listMetadata', listed, undefined);
    expect(client.takesFileWithMetadata).toBe(false);
  });

  it('is not said by other answers', async () => {
    const client = connect(await serve(list(filesWithMetadata)));
    await client.call('findCurrentMetadata', { params: {}, body: [] });
    expect(client.takesFileWithMetadata).toBe(false);
  });
});

describe('a file along with its metadata', () => {
  it('goes in one form, behind the metadata, with the length of all announced', async () => {
    const service = await serve(json([]));
    await store(connect(service), fileOf('family'));
    const [request] = service.requests;
    const boundary = /^multipart\/form-data; boundary="([\w-]+)"$/.exec(request?.headers['content-type'] ?? '')?.[1];
    expect(request?.url).toBe(`/api/v1/Metadata/${noBlobId}/license-code-1`);
    expect(request?.headers['content-length']).toBe(String(request?.body.length));
    expect(request?.body.toString().split('\r\n')).toEqual([
      `--${boundary}`,
      'Content-Type: text/plain; charset=utf-8',
      'Content-Disposition: form-data; name=metadata',
      '',
      '[{"baseFilename":"pümp 泵"}]',
      `--${boundary}`,
      'Content-Disposition: form-data; name=fileToUpload; filename=pump.rfa',
      '',
      'family',
      `--${boundary}--`,
      '',
    ]);
  });

  it('is read to its end before anything is sent: of one that turns out to be another nothing is', async () => {
    const service = await serve(json([]));
    const changed = fileOf('family', () => {
      throw new AppError('file-changed-meanwhile');
    });
    expect((await failureOf(store(connect(service), changed))).code).toBe('file-changed-meanwhile');
    expect(service.requests).toEqual([]);
  });

  it('is not sent twice by the client where an answer is lost: it would be two drafts', async () => {
    const service = await serve(reset, json([]));
    expect((await failureOf(store(connect(service), fileOf('family')))).code).toBe('service-unreachable');
    expect(service.requests).toHaveLength(1);
  });
});
