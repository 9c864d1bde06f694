import { decidedEarly } from '../../shared/rpc/intake-limits.ts';
import type { AddedFile, PlaceForFile } from '../../shared/rpc/intake-records.ts';
import { intakePath } from '../../shared/rpc/window-socket.ts';
import { FileNotTakenError } from './file-not-taken.ts';
import { keptProof } from './proof.ts';

/**
 * Sends the bytes of a file to the app that serves this page, which writes them as they arrive.
 * @param onProgress how much of it has been sent, 0 … 1
 * @throws FileNotTakenError
 */
export function sendFile(
  file: Blob,
  place: PlaceForFile,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (sent: number) => void },
): Promise<AddedFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (): void => reject(new FileNotTakenError(request.responseText));
    request.open('PUT', `${intakePath}?${new URLSearchParams({ ...place }).toString()}`);
    request.setRequestHeader('Authorization', `Bearer ${keptProof(window) ?? ''}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => (isAnswer(request.status) ? resolve(JSON.parse(request.responseText) as AddedFile) : fail());
    request.onerror = fail;
    request.onabort = fail;
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

function isAnswer(status: number): boolean {
  return status === 200 || status === decidedEarly;
}
