import type { ServiceCaller, ViewCaller, ViewOptions } from '../../../shared/api/caller.ts';
import { unlessNotFound } from '../remote/remote-items.ts';
import { createListAge, type ListStanding } from './products.ts';

interface Standards extends ListStanding {
  standards: { id: string; name: string }[];
}

/** The names under which standards have CAD files called, by name. */
export async function listStandards(service: ViewCaller): Promise<Standards> {
  const { options, standing } = createListAge();
  const byId = (await unlessNotFound(service.call('getStandards', { params: {} }, options))) ?? {};
  const standards = Object.entries(byId).map(([id, name]) => ({ id, name }));
  return { standards: standards.sort((one, other) => one.name.localeCompare(other.name)), ...standing() };
}

/** @returns all standards, the new one among them */
export async function addStandard(service: ViewCaller, name: string, options: ViewOptions = {}): Promise<Standards> {
  await service.call('storeStandard', { params: {}, query: {}, body: name }, options);
  return listStandards(service);
}

/**
 * Sets whether products are BIM-ready, all of them or none.
 * @throws AppError `not-found` naming products the service does not have
 */
export async function setBimReady(
  service: ViewCaller,
  productIds: readonly number[],
  isReady: boolean,
  options: ViewOptions = {},
): Promise<void> {
  const body = Object.fromEntries(productIds.map((productId) => [String(productId), isReady]));
  await service.call('setBimReady', { params: {}, query: {}, body }, options);
}

/** The addresses of the data platform behind the service. What the service names beside them may be secret. */
export async function dataPlatformAddresses(service: ServiceCaller): Promise<{ name: string; address: string }[]> {
  const information = await service.call('getDataInformation', { params: {} });
  return Object.entries(information).flatMap(([name, text]) => {
    const address = URL.canParse(text) ? new URL(text) : undefined;
    if (!address || !/^https?:$/.test(address.protocol) || address.username || address.password) return [];
    // A query may hold a code that opens what it leads to.
    return [{ name, address: `${address.origin}${address.pathname === '/' ? '' : address.pathname}` }];
  });
}
