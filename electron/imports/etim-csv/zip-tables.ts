import { posix } from 'node:path';
import { crc32 } from 'node:zlib';
import { openPromise, type Entry } from 'yauzl';
import { readingFailure, unreadableFile } from '../unreadable-file.ts';

/** The files inside a ZIP by their name without folder, in upper case: the tables of a published model. */
export interface ZipTables {
  has(name: string): boolean;
  /** Length of a table once unpacked, bytes; 0 where there is none. */
  sizeOf(name: string): number;
  /** The unpacked bytes of a table. Throws `import-file-unreadable` when they are damaged. */
  read(name: string): AsyncGenerator<Buffer>;
  close(): void;
}

/** The official model unpacks to 20 MB; a file that announces far more is no model but an attack or a mistake. */
const largestTableBytes = 256 * 1024 ** 2;
const mostEntries = 200;

/**
 * Opens a ZIP and reads its directory. Unpacking never goes beyond the length announced there.
 * @throws AppError `import-file-unreadable` when it is no ZIP, is cut off, encrypted or too large, or holds a table
 * more than once
 */
export async function openZipTables(path: string): Promise<ZipTables> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch((thrown: unknown) => {
    throw zipFailure(path, thrown);
  });
  try {
    if (zip.entryCount > mostEntries) throw unreadableFile(path, `it holds more than ${mostEntries} files`);
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      if (entry.isEncrypted()) throw unreadableFile(path, 'it is encrypted');
      if (entry.uncompressedSize > largestTableBytes) {
        throw unreadableFile(path, `${entry.fileName} unpacks to more than ${largestTableBytes} bytes`);
      }
      const name = posix.basename(entry.fileName).toUpperCase();
      const other = entries.get(name)?.fileName;
      if (other !== undefined && name.endsWith('.CSV')) {
        throw unreadableFile(
          path,
          `it holds a table more than once, as ${other} and ${entry.fileName}: import one model`,
        );
      }
      entries.set(name, entry);
    }
    return {
      has: (name) => entries.has(name),
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
      async *read(name) {
        const entry = entries.get(name);
        if (!entry) throw unreadableFile(path, `it lacks ${name}`);
        try {
          let sum = 0;
          for await (const chunk of await zip.openReadStreamPromise(entry)) {
            sum = crc32(chunk as Buffer, sum);
            yield chunk as Buffer;
          }
          // The reader of the ZIP compares lengths only.
          if (sum !== entry.crc32) throw unreadableFile(path, `${name} is damaged`);
        } catch (thrown) {
          throw zipFailure(path, thrown);
        }
      },
      close: () => zip.close(),
    };
  } catch (thrown) {
    zip.close();
    throw zipFailure(path, thrown);
  }
}

/** The reader's own words for a ZIP that ends too early speak of records nobody knows. */
function zipFailure(path: string, thrown: unknown): unknown {
  const cutOff = thrown instanceof Error && /end of central directory|invalid central directory/i.test(thrown.message);
  return cutOff ? unreadableFile(path, 'it is no complete ZIP file', thrown) : readingFailure(path, thrown);
}
