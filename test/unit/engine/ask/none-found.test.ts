import { expect, it } from 'vitest';
import { listStandards } from '../../../../electron/engine/ask/small-requests.ts';
import { listValidationRequests } from '../../../../electron/engine/ask/validation.ts';
import type { ViewCaller } from '../../../../shared/api/caller.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';

const service = {
  call: async () => {
    throw new AppError('not-found', { receivedStatus: 404 });
  },
} as unknown as ViewCaller;

it.each([{}, { projectName: 'House' }, { ticketNumber: '7' }])(
  'a project of which the service finds no validation requests has none: %j',
  async (place) => {
    expect(await listValidationRequests(service, { projectId: 'P', ...place })).toEqual({ requests: [] });
  },
);

it('a service that finds no standards has none', async () => {
  expect(await listStandards(service)).toEqual({ standards: [] });
});
