import { PassThrough, pipeline, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Blobs } from '../blobs/blobs.ts';
import type { StoredBlob } from '../store/store.ts';
import type { TakeTurn } from '../take-turns.ts';

/** What a ZIP holds; names have to be safe and unique already. */
export interface ZipFiles {
  readonly files: readonly { readonly name: string; readonly blob: StoredBlob; readonly changedAt: number }[];
  readonly texts: readonly { readonly name: string; readonly text: AsyncIterable<string> }[];
}

/** A ZIP that is made while it is read: whatever its length, only a little of it is in memory. */
export function createZip(blobs: Blobs, { files, texts }: ZipFiles, takeTurn: TakeTurn): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  let open: Readable | undefined;
  for (const { name, blob, changedAt } of files) {
    // Stored, not deflated: CAD files are compressed inside, deflating them again saves a few percent and costs the rest.
    const options = { size: blob.sizeBytes, mtime: new Date(changedAt), compress: false };
    zip.addReadStreamLazy(name, options, (opened) => {
      // Small files are in memory: one after the other would leave nobody else a moment.
      takeTurn()
        .then(() => blobs.open(blob))
        .then(
          (stream) => {
            if (output.destroyed) stream.destroy();
            open = stream;
            opened(undefined, stream);
          },
          (failure: unknown) => output.destroy(failure instanceof Error ? failure : undefined),
        );
    });
  }
  for (const { name, text } of texts) {
    zip.addReadStreamLazy(name, {}, (opened) => {
      open = Readable.from(text, { objectMode: false }).on('error', (failure) => output.destroy(failure));
      opened(undefined, open);
    });
  }
  zip.on('error', (failure: Error) => output.destroy(failure));
  zip.end();
  // A reader that leaves early also closes the file that is being read for it.
  pipeline(zip.outputStream, output, () => open?.destroy());
  return output;
}
