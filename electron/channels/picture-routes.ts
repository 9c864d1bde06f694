import type { Application } from '../engine/application/application.ts';
import type { HostPorts } from '../engine/application/host-ports.ts';
import type { PictureRecord } from '../../shared/rpc/picture-record.ts';
import { procedures as os } from './window-procedures.ts';

/** What the window asks about pictures; one that it no longer shows is taken back. */
export function createPictureRoutes({ files, host: { pictures } }: Application) {
  return {
    hashOf: os.pictures.hashOf.handler(async ({ input: { fileId } }) => ({ sha256: await files.hashOf(fileId) })),
    get: os.pictures.get.handler(async ({ input: { fileId, ...wanted }, signal }) => {
      const content = { ...wanted, ...files.placesOf(fileId, wanted.sha256) };
      const picture = await pictures.pictureOf(content, signal);
      return { picture: picture && recordOf(picture), isDrawable: !picture && pictures.isDrawable(content.fileName) };
    }),
    draw: os.pictures.draw.handler(async ({ input: { fileId, ...wanted }, signal }) => {
      const picture = await pictures.outlineOf({ ...wanted, ...files.placesOf(fileId, wanted.sha256) }, signal);
      return { picture: picture && recordOf(picture) };
    }),
  };
}

type PictureOfBytes = NonNullable<Awaited<ReturnType<HostPorts['pictures']['pictureOf']>>>;

function recordOf({ mediaType, bytes }: PictureOfBytes): PictureRecord {
  return { mediaType, base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') };
}
