import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addStandard } from '../../../electron/engine/ask/small-requests.ts';
import { createServiceTrees } from '../../../electron/engine/state/service-trees.ts';
import { createAddInsPort } from '../../../electron/entry/add-ins-port.ts';
import { addInsCommand } from '../../../electron/entry/commands/add-ins.ts';
import { statusCommand } from '../../../electron/entry/commands/status.ts';
import type { RemoteCaller, ViewCaller } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import { createStateWithLibrary, type StateWithLibrary } from './state-with-library.ts';

const serviceId = 'http://localhost:9';

let state: StateWithLibrary;
beforeEach(() => {
  vi.stubEnv('CADSYNC_BASE_URL', serviceId);
  state = createStateWithLibrary();
  state.withState((database) => createServiceTrees(database, state.libraryId, serviceId).noteAnswered(1, true));
});
afterEach(() => void vi.unstubAllEnvs());

const askStandard = async (service: ViewCaller): Promise<unknown> => addStandard(service, 'Office');

/** A validation, and the file that it is of. */
async function askValidation(service: ViewCaller): Promise<void> {
  const open = async function* () {
    yield new TextEncoder().encode('<p>');
  };
  const list = { fileName: 'list.html', sizeBytes: 3, open };
  const blobId = await service.upload('storeValidationFile', { params: {} }, list);
  const body = { projectId: 'tower', ticketNumber: '42', selectionBlobId: blobId };
  await service.call('storeValidationRequest', { params: {}, query: {}, body });
}

/** Asks a service that is away for something; once it is back it answers with this error. */
async function ask(code: ErrorCode, of = serviceId, what = askStandard): Promise<void> {
  let isAway = true;
  const answer = () => Promise.reject(new AppError(isAway ? 'service-unreachable' : code));
  const remote = { asks: 'serviceOrMirror', call: answer, upload: answer, download: answer } as unknown as RemoteCaller;
  const reach = { mayTry: () => true, nextTryMs: () => Infinity, noteSuccess: () => undefined };
  const writes = createAddInsPort(state.stateDir, () => undefined).open({
    connected: () => ({ serviceId: of, views: remote as never, remote }),
    ...{ sends: true, tell: () => undefined, reach: { ...reach, noteFailure: () => isAway } },
  });
  await what(writes.personal);
  isAway = false;
  await writes.run();
  await writes.close();
}

async function told() {
  const options = { stateDir: state.stateDir, usualStateDirs: [] };
  const code = await statusCommand({ ...options, json: true });
  const { requests } = JSON.parse(state.printed()) as { requests: unknown };
  await statusCommand({ ...options, json: false });
  return { code, requests, lines: state.printed().trimEnd().split('\n') };
}

describe('what was asked of the service while it was away', () => {
  it('is told by status as long as it waits, and needs a person once it was refused', async () => {
    expect(await told()).toMatchObject({ code: 3, requests: { waiting: 0, refused: 0, problems: [] } });
    await ask('service-unreachable');
    expect(await told()).toMatchObject({ code: 3, requests: { waiting: 1, refused: 0 } });
    expect((await told()).lines.at(-1)).toBe('1 request made while the service was away still waits for it.');
    await ask('invalid-request');
    expect(await told()).toMatchObject({ code: 2, requests: { waiting: 0, refused: 1 } });
    expect((await told()).lines.at(-1)).toBe(
      '1 request made while the service was away needs you: "cadsync addins where" says why.',
    );
  });

  it('needs a person with all that cannot be done without it', async () => {
    await ask('invalid-request', serviceId, askValidation);
    const { code, requests, lines } = await told();
    expect({ code, requests }).toMatchObject({ code: 2, requests: { waiting: 0, refused: 2 } });
    expect(lines.at(-1)).toBe('2 requests made while the service was away need you: "cadsync addins where" says why.');
    await addInsCommand({ kind: 'none' }, { stateDir: state.stateDir, json: false });
    expect(state.printed()).not.toContain('waits for it');
  });

  it('is in nobody’s way where it was another service', async () => {
    await ask('invalid-request', 'http://localhost:10');
    expect(await told()).toMatchObject({ code: 3, requests: { waiting: 0, refused: 0 } });
  });

  it('needs a person where nobody can read it', async () => {
    await ask('service-unreachable');
    writeFileSync(join(state.stateDir, 'add-ins', 'outbox.db'), 'no database');
    const { code, lines } = await told();
    expect(code).toBe(2);
    expect(lines.at(-1)).toContain('outbox.db');
  });
});
