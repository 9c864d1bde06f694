import type { OutgoingFile } from '../../../shared/api/caller.ts';
import type { WaitingBytes } from './waiting-bytes.ts';
import type { KeptFile } from './write.ts';

/** A blob of a service. */
interface Blob {
  readonly serviceId: string;
  readonly blobId: unknown;
}

/** Bytes that a service took at once, for as long as it may drop them: no version of it has them yet. */
export interface SentBytes {
  /** Where there is no room, only the service has them. */
  keep(blob: Blob, file: OutgoingFile): Promise<void>;
  /** They waited until now. Found at once; that others go takes a moment. */
  add(blob: Blob, file: KeptFile): Promise<void>;
  find(blob: Blob): KeptFile | undefined;
  /** A write that waits has them from now on. */
  handOver(bytesId: string): void;
  /** The service has a version of them. */
  remove(blob: Blob): Promise<void>;
}

/** Services drop bytes that got no metadata for a day: whoever asks for it later is refused at once. */
const dayMs = 86_400_000;

interface Sent extends Pick<Blob, 'serviceId'> {
  readonly blobId: string;
  readonly file: KeptFile;
  readonly sentMs: number;
}

/** Those of this process: metadata follows its bytes within a moment. */
export function createSentBytes(bytes: WaitingBytes, now: () => number): SentBytes {
  let sent: readonly Sent[] = [];
  const isOf = ({ serviceId, blobId }: Blob) => {
    const id = String(blobId).toLowerCase();
    return (one: Sent): boolean => one.serviceId === serviceId && one.blobId === id;
  };
  const drop = async (isDropped: (one: Sent) => boolean): Promise<void> => {
    const dropped = sent.filter(isDropped);
    sent = sent.filter((one) => !dropped.includes(one));
    // Where a scanner holds them, the next start removes them.
    for (const { file } of dropped) await bytes.remove(file.bytesId).catch(() => undefined);
  };
  const add = async ({ serviceId, blobId }: Blob, file: KeptFile): Promise<void> => {
    const added = { serviceId, blobId: String(blobId).toLowerCase(), file, sentMs: now() };
    sent = [...sent, added];
    const isSame = isOf(added);
    await drop((one) => one !== added && (isSame(one) || added.sentMs - one.sentMs > dayMs));
  };
  return {
    async keep(blob, file) {
      const kept = await bytes.keep(file).catch(() => undefined);
      if (kept) await add(blob, { ...kept, fileName: file.fileName });
    },
    add,
    find: (blob) => sent.findLast(isOf(blob))?.file,
    handOver: (bytesId) => void (sent = sent.filter(({ file }) => file.bytesId !== bytesId)),
    remove: (blob) => drop(isOf(blob)),
  };
}
