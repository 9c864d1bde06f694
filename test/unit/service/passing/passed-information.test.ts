import { expect, it } from 'vitest';
import type { HandlerRequest } from '../../../../electron/service/handlers/handler.ts';
import { createPassedInformation } from '../../../../electron/service/passing/passed-information.ts';
import type { ServiceCaller } from '../../../../shared/api/caller.ts';
import type { Contract } from '../../../../shared/api/contract.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';

/** What add-ins are told while one service or another is connected. */
function openInformation() {
  const state = { connected: 'old', isAway: false, asked: 0, before: async (): Promise<void> => undefined };
  const call = async () => {
    const from = state.connected;
    state.asked += 1;
    await state.before();
    if (state.isAway) throw new AppError('service-unreachable');
    return { SearchUrl: `https://${from}.example/search`, ClientSecret: 'not to be told' };
  };
  const handle = createPassedInformation({
    caller: { call } as unknown as ServiceCaller,
    serviceId: () => state.connected,
    credentials: { clientId: 'add-in', clientSecret: 'secret' },
  });
  const request = { client: undefined, baseAddress: 'http://127.0.0.1:1' };
  const searchUrl = async (): Promise<unknown> => {
    const { value } = await handle(request as unknown as HandlerRequest<Contract['getDataInformation']>);
    expect(JSON.stringify(value)).not.toContain('not to be told');
    return (value as Record<string, unknown>)['SearchUrl'];
  };
  return { state, searchUrl };
}

it('the pages of the platform are those of the service that is connected, which is asked once', async () => {
  const { state, searchUrl } = openInformation();
  const told = [await searchUrl(), await searchUrl()];
  state.connected = 'new';
  told.push(await searchUrl());
  state.isAway = true;
  told.push(await searchUrl());
  state.connected = 'old';
  told.push(await searchUrl());
  expect(told.map((one) => String(one).slice(8, 11))).toEqual(['old', 'old', 'new', 'new', 'old']);
  expect(state.asked).toBe(2);
});

it('they are nobody’s where another service is connected while one is asked, or where it is away', async () => {
  const { state, searchUrl } = openInformation();
  state.before = async () => void (state.connected = 'new');
  expect(await searchUrl()).toBe('http://127.0.0.1:1/search');
  state.before = async () => undefined;
  state.isAway = true;
  expect(await searchUrl()).toBe('http://127.0.0.1:1/search');
  state.isAway = false;
  expect(await searchUrl()).toBe('https://new.example/search');
});
