import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AddInsPort, KeptWrite, KeptWrites } from '../engine/application/add-in-ports.ts';
import { dependentsOf, openOutbox } from '../gateway/outbox/outbox.ts';
import { createReplay } from '../gateway/outbox/replay.ts';
import { createWritingGateways } from '../gateway/outbox/writing-gateway.ts';
import type { Write } from '../gateway/outbox/write.ts';
import { systemClock } from '../platform/clock.ts';
import { isGone } from '../privacy/opened-note.ts';
import { openPersonFile } from '../platform/person-files.ts';
import type { CadValidationRequest } from '../../shared/api/schemas/validation-request.ts';
import { blobIn } from '../../shared/model/blob-id.ts';
import type { WriteLog } from '../../shared/log/log-events.ts';
import { reportProblems } from './report-problems.ts';

/**
 * What answers add-ins, with all that waits for the service in a folder of the state. The service itself is loaded when
 * it is opened.
 */
export function createAddInsPort(stateDir: string, log: WriteLog): AddInsPort {
  const folder = join(stateDir, 'add-ins');
  return {
    boundTo: `add-ins of ${resolve(stateDir)}`,
    // Where their database is gone, whoever opens it is told.
    hasWrites: () => existsSync(join(folder, 'outbox.db')) || isGone(join(folder, 'outbox.db')),
    openFile: openPersonFile,
    open({ connected, sends, reach, tell }): KeptWrites {
      const outbox = openOutbox(folder);
      const parts = { outbox, connected, reach, tell };
      const replay = createReplay({ ...parts, connected: sends ? connected : () => undefined, clock: systemClock });
      const writer = createWritingGateways({ ...parts, replay, now: systemClock.now });
      return {
        personal: writer('person'),
        meaningOf: (serviceId, id) => outbox.meaningOf(serviceId, id),
        list: () => describeAll(outbox.all()),
        waitingFor: (serviceId) =>
          describeAll(outbox.all())
            .filter((write) => write.serviceId === serviceId && !write.isStuck)
            .map(({ title, operation }) => title || operation),
        run: () => replay.run(),
        retry(writeId) {
          outbox.retry(writeId);
          void replay.tryNow();
        },
        discard: (writeId) => outbox.discard(writeId),
        async serve({ port, licenseCode, ...credentials }) {
          const { openPassingService } = await import('../service/open-passing-service.ts');
          return openPassingService({
            caller: writer('addIn'),
            serviceId: () => connected()?.serviceId,
            passingDir: join(folder, 'passing'),
            port,
            credentials,
            licenseCodes: [licenseCode],
            onProblem: reportProblems(log),
          });
        },
        async close() {
          await replay.close();
          outbox.close();
        },
      };
    },
  };
}

function describeAll(writes: readonly Write[]): readonly KeptWrite[] {
  const dependents = dependentsOf(writes);
  const refused = writes.filter(({ error }) => error !== undefined);
  const stuck = new Set(refused.flatMap((write) => [write, ...(dependents.get(write.writeId) ?? [])]));
  return writes.map((write) => ({
    ...describe(write),
    dependents: dependents.get(write.writeId)?.length ?? 0,
    isStuck: stuck.has(write),
  }));
}

function describe(write: Write): Omit<KeptWrite, 'dependents' | 'isStuck'> {
  const { writeId, serviceId, operation, title, madeBy, madeMs, gives, error } = write;
  // Only these operations are ever queued.
  const queued = operation as KeptWrite['operation'];
  return { writeId, serviceId, operation: queued, title, madeBy, madeMs, gives, error, ...ticketOf(write) };
}

function ticketOf({ operation, input }: Write): Pick<KeptWrite, 'ticket'> {
  if (operation !== 'storeValidationRequest') return {};
  // It was planned with a ticket number.
  const { projectId, ticketNumber = '', selectionBlobId } = input.body as CadValidationRequest;
  return { ticket: { projectId, ticketNumber, selectionBlobId: blobIn(selectionBlobId) } };
}
