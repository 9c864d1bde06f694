import type { Exchanger } from './exchange.ts';

/**
 * Asks every origin once for something that needs no secret and sends none; whatever it answers will do.
 * @param addresses as `serviceAddress` gives them
 * @throws AppError why the first that gave no answer did not
 */
export async function assertReachable(exchanger: Exchanger, addresses: readonly string[]): Promise<void> {
  for (const origin of new Set(addresses.map((address) => new URL(address).origin))) {
    const outcome = await exchanger.send({
      ...{ method: 'GET', url: `${origin}/`, headers: { Accept: '*/*' } },
      isPrompt: true,
    });
    if (outcome.kind === 'failed') throw outcome.error;
    outcome.answer.body.discard();
  }
}
