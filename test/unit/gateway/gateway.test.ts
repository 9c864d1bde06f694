import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { ConnectionPort } from '../../../electron/engine/ports.ts';
import { decisions } from '../../../electron/gateway/decisions.ts';
import type { CallId } from '../../../shared/api/caller.ts';
import { contract, operationIds } from '../../../shared/api/contract.ts';
import { exampleAnswers } from '../../../shared/api/examples.ts';
import type { CadProduct } from '../../../shared/api/schemas/cad-product.ts';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import { failureOf } from '../client/playground.ts';
import { createExampleService, exampleInput, isMirrored, mirroredIds, openSite, usualOwner } from './gateway-site.ts';

const { getProduct: product } = exampleAnswers;
const pairOf = ({ manufacturerGln = '', productCode = '' }: CadProduct) => ({ manufacturerGln, productCode });
const named = (productCode: string): CadProduct => ({ ...product, productCode, gtins: [], productId: undefined });

describe('What becomes of an operation while the service cannot be asked', () => {
  it('is decided for every operation of the contract', () => {
    expect(Object.keys(decisions).sort()).toEqual([...operationIds].sort());
    expect(mirroredIds.length).toBe(14);
  });

  it.each(mirroredIds)('%s answers what the service answered, and says how old that is', async (id) => {
    const site = openSite();
    const first = await site.ask(id);
    expect(first).toEqual({ answer: exampleAnswers[id as keyof typeof exampleAnswers], asOfMs: undefined });
    const seenMs = site.clock.now();
    site.clock.pass(3_600_000);
    site.service.stop();
    expect(await site.ask(id)).toEqual({ answer: first.answer, asOfMs: seenMs });
  });

  it.each(mirroredIds)('%s is asked of the service again as soon as that answers', async (id) => {
    const site = openSite();
    await site.ask(id);
    site.service.stop();
    await site.ask(id);
    site.service.start();
    site.clock.pass(1_001);
    expect((await site.ask(id)).asOfMs).toBeUndefined();
  });

  it.each(mirroredIds)('%s tells that the service cannot be reached where it was never asked before', async (id) => {
    const site = openSite();
    site.service.stop();
    expect((await failureOf(site.ask(id))).code).toBe('service-unreachable');
  });

  it.each(mirroredIds)('%s is answered without the service where only what it answered before is asked', async (id) => {
    const site = openSite();
    const ask = () => site.gateway.call(id, exampleInput(id), { asksMirrorOnly: true });
    expect((await failureOf(ask())).code).toBe('service-unreachable');
    const { answer } = await site.ask(id);
    site.service.asked.length = 0;
    expect([await ask(), site.service.asked]).toEqual([answer, []]);
  });

  it('getProductValues answers for a product that was looked up with its values, and for no other', async () => {
    const values = { params: {}, query: {}, body: { productIds: [product.productId ?? 0], languageCode: 'nl' } };
    const withValues = openSite();
    await withValues.gateway.call('getProductByGtin', {
      params: { gtin: product.gtins?.[0] ?? '' },
      query: { languageCode: 'nl' },
    });
    withValues.service.stop();
    expect(await withValues.gateway.call('getProductValues', values)).toEqual([exampleAnswers.getProductByGtin]);
    const otherLanguage = { ...values, body: { ...values.body, languageCode: 'de' } };
    expect((await failureOf(withValues.gateway.call('getProductValues', otherLanguage))).code).toBe(
      'service-unreachable',
    );

    const bare = openSite({ service: createExampleService({ getProductByGtin: { ...product, properties: [] } }) });
    await bare.gateway.call('getProductByGtin', {
      params: { gtin: product.gtins?.[0] ?? '' },
      query: { languageCode: 'nl' },
    });
    bare.service.stop();
    expect((await failureOf(bare.gateway.call('getProductValues', values))).code).toBe('service-unreachable');
  });

  it.each(operationIds.filter((id) => !isMirrored(id)))('%s is the business of the service alone', async (id) => {
    const site = openSite();
    const ask = (): Promise<unknown> => {
      const { answer, body } = contract[id];
      const input = exampleInput(id as 'storeFilter') as never;
      if (answer.kind === 'bytes') return site.gateway.download(id as 'getFile', input);
      if (body?.kind === 'file' || body?.kind === 'fileOrJson')
        return site.gateway.upload(id as 'storeFile', input, {
          fileName: 'a',
          sizeBytes: 0,
          open: async function* () {},
        });
      return site.gateway.call(id as 'storeFilter', input);
    };
    site.service.state.answers[id] ??= 'bytes';
    await ask();
    site.service.stop();
    expect((await failureOf(ask())).code).toBe('service-unreachable');
  });
});

describe('Syncing', () => {
  it('cannot be given a gateway: what decides about files comes from the service itself', () => {
    const { gateway } = openSite();
    // @ts-expect-error A gateway may answer with what was true before.
    const current: ReturnType<ConnectionPort['current']> = { service: gateway, serviceId: 'service' };
    expect(current?.service.asks).not.toBe('service');
  });
});

describe('Which errors the mirror answers for', () => {
  const silent: ErrorCode[] = [
    'service-unreachable',
    'service-timeout',
    'service-failed',
    'unreadable-answer',
    'answer-incomplete',
    'too-many-requests',
  ];
  const answers: ErrorCode[] = [
    'not-found',
    'invalid-request',
    'invalid-token',
    'sign-in-failed',
    'client-secret-missing',
    'request-rejected',
    'license-code-missing',
    'cancelled',
  ];

  it.each(silent)('%s: the service could not be asked', async (code) => {
    const site = openSite();
    await site.ask('getProduct');
    site.service.stop(code);
    expect((await site.ask('getProduct')).answer).toEqual(product);
  });

  it.each(answers)('%s: that is the answer', async (code) => {
    const site = openSite();
    await site.ask('getProduct');
    site.service.stop(code);
    expect((await failureOf(site.ask('getProduct'))).code).toBe(code);
  });

  it('what the service no longer has is not shown later either', async () => {
    const site = openSite();
    await site.ask('getProduct');
    site.service.stop('not-found');
    await failureOf(site.ask('getProduct'));
    site.service.stop();
    expect((await failureOf(site.ask('getProduct'))).code).toBe('service-unreachable');
  });

  it('nor is it by another of its names', async () => {
    const site = openSite();
    await site.ask('getProduct');
    site.service.stop('not-found');
    await failureOf(site.ask('getProduct'));
    site.service.stop();
    expect((await failureOf(site.ask('getProductByGtin'))).code).toBe('service-unreachable');
  });

  it('nor is it from a longer list that had it; one that never had it stays', async () => {
    const [{ ticketNumber: known = '' } = {}] = exampleAnswers.getValidationRequests;
    const site = openSite();
    const ask = (ticketNumber?: string) =>
      site.ask('getValidationRequests', { params: { projectId: 'P-7', ...(ticketNumber && { ticketNumber }) } });
    const { answer } = await ask();
    site.service.stop('not-found');
    await failureOf(ask('unknown'));
    site.service.stop();
    expect((await ask(known)).answer).toEqual(answer);
    site.clock.pass(1_001);
    site.service.stop('not-found');
    await failureOf(ask(known));
    site.service.stop();
    expect((await failureOf(ask(known))).code).toBe('service-unreachable');
  });
});

describe('A question', () => {
  it('is the same however it is written', async () => {
    const site = openSite();
    const { params, query } = exampleInput('listVersions');
    await site.ask('listVersions', { params, query: { ...query, languageCode: 'NL' } });
    site.service.stop();
    const other = { ...params, etimClassCode: params.etimClassCode.toLowerCase() };
    expect((await site.ask('listVersions', { params: other, query })).answer).toEqual(exampleAnswers.listVersions);
  });

  it('in another language is another one', async () => {
    const site = openSite();
    const { params } = exampleInput('getProduct');
    await site.ask('getProduct', { params, query: { languageCode: 'nl' } });
    site.service.stop();
    await failureOf(site.ask('getProduct', { params, query: { languageCode: 'en' } }));
  });
});

describe('A product', () => {
  const query = { languageCode: 'nl' };

  it('that came in a list answers who asks for it alone, by its code or its GTIN', async () => {
    const site = openSite();
    await site.ask('findProducts');
    site.service.stop();
    expect((await site.ask('getProduct')).answer).toEqual(product);
    expect((await site.ask('getProductByGtin')).answer).toEqual(product);
  });

  it('that the service answered for a GTIN stays its answer, whatever others have the same', async () => {
    const site = openSite();
    const shared = { gtins: ['8712423013971'], properties: [] };
    const [first, second] = [1, 2].map((productId) => ({ ...named(`P-${productId}`), productId, ...shared }));
    site.service.state.answers['getProductByGtin'] = first;
    const byGtin = { params: { gtin: '8712423013971' }, query };
    await site.ask('getProductByGtin', byGtin);
    site.clock.pass(1_000);
    site.service.state.answers['getProduct'] = second;
    await site.ask('getProduct', { params: pairOf(second ?? {}), query });
    const renamed = { ...first, name: 'renamed' };
    site.service.stop();
    expect((await site.ask('getProductByGtin', byGtin)).answer).toEqual(first);
    site.service.start();
    site.clock.pass(1_001);
    site.service.state.answers['getProduct'] = renamed;
    await site.ask('getProduct', { params: pairOf(renamed), query });
    site.service.stop();
    expect((await site.ask('getProductByGtin', byGtin)).answer).toEqual(renamed);
  });

  it('that was looked up alone answers a list, which is as old as its oldest product', async () => {
    const site = openSite();
    const seenMs = site.clock.now();
    for (const code of ['A', 'B']) {
      site.service.state.answers['getProduct'] = named(code);
      await site.ask('getProduct', { params: pairOf(named(code)), query });
      site.clock.pass(60_000);
    }
    site.service.stop();
    const body = [pairOf(named('B')), pairOf(named('A'))];
    expect(await site.ask('findProducts', { params: {}, query, body })).toEqual({
      answer: [named('B'), named('A')],
      asOfMs: seenMs,
    });
    const withUnknown = { params: {}, query, body: [...body, pairOf(named('C'))] };
    expect((await failureOf(site.ask('findProducts', withUnknown))).code).toBe('service-unreachable');
  });

  it('that a list did not bring is missing from it offline too, and is not there by itself', async () => {
    const site = openSite();
    site.service.state.answers['getProduct'] = named('B');
    await site.ask('getProduct', { params: pairOf(named('B')), query });
    site.service.state.answers['findProducts'] = [named('A')];
    const list = { params: {}, query, body: [pairOf(named('A')), pairOf(named('B'))] };
    await site.ask('findProducts', list);
    site.service.stop();
    expect((await site.ask('findProducts', list)).answer).toEqual([named('A')]);
    await failureOf(site.ask('getProduct', { params: pairOf(named('B')), query }));
  });

  it('that does not say which one it is is known by the whole list only', async () => {
    const nameless = [{ name: 'pump' }, { name: 'valve' }];
    const site = openSite({ service: createExampleService({ findProducts: nameless }) });
    await site.ask('findProducts');
    site.service.stop();
    expect((await site.ask('findProducts')).answer).toEqual(nameless);
  });

  it('of which values were asked for with and without features is two records', async () => {
    const site = openSite();
    const body = { productIds: [4711], languageCode: 'nl' };
    await site.ask('getProductValues', { params: {}, body });
    site.service.stop();
    expect((await site.ask('getProductValues', { params: {}, body })).answer).toEqual([product]);
    await failureOf(site.ask('getProductValues', { params: {}, body: { ...body, excludeFeatures: true } }));
  });
});

describe('What is in a longer list', () => {
  it('answers for one standard', async () => {
    const site = openSite();
    await site.ask('getStandards', { params: { id: 'all' } });
    const [[id, name] = []] = Object.entries(exampleAnswers.getStandards);
    site.service.stop();
    expect((await site.ask('getStandards', { params: { id } })).answer).toEqual({ [id ?? '']: name });
    await failureOf(site.ask('getStandards', { params: { id: 'another' } }));
  });

  it('answers for one ticket of a project', async () => {
    const [request] = exampleAnswers.getValidationRequests;
    const other = { ...request, projectId: 'P-7', ticketNumber: 'other' };
    const site = openSite({ service: createExampleService({ getValidationRequests: [other, request] }) });
    await site.ask('getValidationRequests', { params: { projectId: 'P-7' } });
    site.service.stop();
    expect((await site.ask('getValidationRequests')).answer).toEqual([request]);
  });
});

describe('Secrets', () => {
  it('the token that a validation request was made with is not kept', async () => {
    const [request] = exampleAnswers.getValidationRequests;
    const service = createExampleService({ getValidationRequests: [{ ...request, accessToken: 'secret-token' }] });
    const site = openSite({ service });
    expect((await site.ask('getValidationRequests')).answer).toMatchObject([{ accessToken: 'secret-token' }]);
    service.stop();
    expect((await site.ask('getValidationRequests')).answer).toEqual([request]);
  });
});

describe('What was deleted', () => {
  it('is not shown any more, and other answers stay', async () => {
    const site = openSite();
    await site.ask('getValidationRequests');
    await site.ask('getProduct');
    await site.gateway.call('deleteValidationRequests', exampleInput('deleteValidationRequests'));
    site.service.stop();
    await failureOf(site.ask('getValidationRequests'));
    site.clock.pass(1_001);
    expect((await site.ask('getProduct')).answer).toEqual(product);
  });
});

describe('What was released', () => {
  it('is in the versions that are known of the file from then on, with the time of the release', async () => {
    const site = openSite();
    const { params, query } = exampleInput('listVersions');
    const released = { ...exampleAnswers.release, versions: exampleAnswers.release.versions.slice(0, 1) };
    site.service.state.answers['release'] = released;
    const list = { params, query: { languageCode: query?.languageCode } };
    await site.ask('listVersions', list);
    site.clock.pass(60_000);
    const seenMs = site.clock.now();
    await site.gateway.call('release', { params, query, body: { comments: 'mine' } });
    site.service.stop();
    expect(await site.ask('listVersions', list)).toEqual({ answer: released, asOfMs: seenMs });
  });
});

describe('A draft that was stored', () => {
  it('is in the versions that are known of its file, which are as old as they were; of others nothing changes', async () => {
    const site = openSite();
    const [neutral, dutch, other] = [undefined, 'nl', 'de'].map((languageCode) => ({
      params: exampleInput('listVersions').params,
      query: { languageCode },
    }));
    const { versions, current } = exampleAnswers.listVersions;
    for (const list of [neutral, dutch, other]) await site.ask('listVersions', list);
    const seenMs = site.clock.now();
    site.clock.pass(60_000);
    const [draft] = exampleAnswers.storeMetadata;
    site.service.state.answers['storeMetadata'] = [{ ...draft, majorVersion: 9, minorVersion: 1 }];
    await site.gateway.call('storeMetadata', exampleInput('storeMetadata'));
    site.service.stop();
    const made: unknown = expect.objectContaining({ major: 9, minor: 1, languagecode: 'nl', released: false });
    const known = { answer: { current, versions: [made, ...versions] }, asOfMs: seenMs };
    expect(await site.ask('listVersions', neutral)).toEqual(known);
    expect(await site.ask('listVersions', dutch)).toEqual(known);
    expect((await site.ask('listVersions', other)).answer.versions).toEqual(versions);
  });
});

describe('An answer that comes late', () => {
  /** Asks, and has the answer wait until a test lets it come. */
  async function askSlowly(site: ReturnType<typeof openSite>, id: CallId) {
    const [begun, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const answer = site.service.state.answers[id];
    site.service.state.before = async () => {
      begun.resolve();
      await slow.promise;
      site.service.state.answers[id] = answer;
    };
    const asking = site.ask(id);
    await begun.promise;
    site.service.state.before = async () => undefined;
    return async () => (slow.resolve(), asking);
  }

  it('does not bring back what was deleted meanwhile', async () => {
    const site = openSite();
    const come = await askSlowly(site, 'getValidationRequests');
    await site.gateway.call('deleteValidationRequests', exampleInput('deleteValidationRequests'));
    await come();
    site.service.stop();
    expect((await failureOf(site.ask('getValidationRequests'))).code).toBe('service-unreachable');
  });

  it('does not take the place of one that was asked for later', async () => {
    const site = openSite();
    const come = await askSlowly(site, 'getProduct');
    site.service.state.answers['getProduct'] = { ...product, name: 'renamed' };
    const seenMs = site.clock.now();
    await site.ask('getProduct');
    site.clock.pass(1_000);
    expect((await come()).answer).toEqual(product);
    site.service.stop();
    expect(await site.ask('getProduct')).toEqual({ answer: { ...product, name: 'renamed' }, asOfMs: seenMs });
  });
});

it('what was answered before it is known to whom is kept by when the mirror has settled', async () => {
  const licenseCode = Promise.withResolvers<string>();
  const site = openSite({ owner: { ...usualOwner, licenseCode: () => licenseCode.promise } });
  let isAnswered = false;
  void site.ask('getProduct').then(() => (isAnswered = true));
  await expect.poll(() => (site.clock.endPatience(), isAnswered)).toBe(true);
  let isSettled = false;
  const settled = site.serviceMirror.settled().then(() => (isSettled = true));
  await nextTurn();
  expect(isSettled).toBe(false);
  licenseCode.resolve('LICENSE-0001');
  await settled;
  site.service.stop();
  expect((await site.ask('getProduct')).answer).toEqual(product);
});

it.each(['getFile', 'storeFile'] as const)('a keychain that nobody answers does not hold up %s', async (id) => {
  const licenseCode = vi.fn(() => new Promise<never>(() => undefined));
  const { gateway, service } = openSite({ owner: { ...usualOwner, licenseCode } });
  service.state.answers[id] = 'bytes';
  const input = exampleInput(id as 'storeFilter') as never;
  if (id === 'getFile') await gateway.download(id, input);
  else await gateway.upload(id, input, { fileName: 'a', sizeBytes: 0, open: async function* () {} });
  expect(licenseCode).not.toHaveBeenCalled();
});

describe('While the service is slow or gone', () => {
  it('the mirror answers once patience ends, and what the service says then is kept', async () => {
    const site = openSite();
    await site.ask('getProduct');
    const slow = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    site.service.state.before = () => (begun.resolve(), slow.promise);
    site.service.state.answers['getProduct'] = { ...product, name: 'renamed' };
    const asking = site.ask('getProduct');
    await begun.promise;
    site.clock.endPatience();
    expect((await asking).answer).toEqual(product);
    slow.resolve();
    await expect.poll(async () => (site.service.stop(), (await site.ask('getProduct')).answer.name)).toBe('renamed');
  });

  it('the mirror answers then also where it was filled while the clock was ahead', async () => {
    const site = openSite();
    site.clock.pass(30 * 86_400_000);
    await site.ask('getProduct');
    site.clock.pass(-30 * 86_400_000);
    const slow = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    site.service.state.before = () => (begun.resolve(), slow.promise);
    const asking = site.ask('getProduct');
    await begun.promise;
    site.clock.endPatience();
    expect((await asking).answer).toEqual(product);
    slow.resolve();
  });

  it('somebody with nothing in the mirror waits for the service', async () => {
    const site = openSite();
    const slow = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    site.service.state.before = () => (begun.resolve(), slow.promise);
    const asking = site.ask('getProduct');
    await begun.promise;
    site.clock.pass(8_000);
    site.clock.endPatience();
    slow.resolve();
    expect(await asking).toEqual({ answer: product, asOfMs: undefined });
  });

  it('a list of lookups costs one outage, whether or not they are known', async () => {
    const site = openSite();
    await site.ask('getProduct');
    site.service.stop();
    await failureOf(site.ask('getStructure'));
    const { length } = site.service.asked;
    await site.ask('getProduct');
    await failureOf(site.ask('getFilter'));
    expect(site.service.asked.length).toBe(length);
    site.clock.pass(1_001);
    await site.ask('getProduct');
    expect(site.service.asked.length).toBe(length + 1);
  });

  it('a clock that is set back does not keep the service from being asked', async () => {
    const site = openSite();
    site.service.stop();
    await failureOf(site.ask('getProduct'));
    site.service.start();
    site.clock.pass(-3_600_000);
    expect((await site.ask('getProduct')).asOfMs).toBeUndefined();
  });

  it('questions at the same time each get their answer', async () => {
    const site = openSite();
    const online = await Promise.all(mirroredIds.map((id) => site.ask(id)));
    site.service.stop();
    const offline = await Promise.all(mirroredIds.map((id) => site.ask(id)));
    expect(offline.map(({ answer }) => answer)).toEqual(online.map(({ answer }) => answer));
    expect(offline.every(({ asOfMs }) => asOfMs !== undefined)).toBe(true);
  });

  it('whichever request the network fails at, everything seen before it is seen after it', async () => {
    for (let reached = 0; reached <= mirroredIds.length; reached += 1) {
      const site = openSite();
      for (const id of mirroredIds.slice(0, reached)) await site.ask(id);
      site.service.stop();
      for (const id of mirroredIds.slice(0, reached)) expect((await site.ask(id)).asOfMs).toBeDefined();
    }
  });

  it('who asks only for what changed gets all of it', async () => {
    const site = openSite();
    const input = exampleInput('listMetadata');
    const { seen } = await site.gateway.callUnlessSeen('listMetadata', input, undefined);
    site.service.stop();
    const again = await site.gateway.callUnlessSeen('listMetadata', input, seen);
    expect(again.answer).toEqual(exampleAnswers.listMetadata);
    expect(again.seen.tag).toBeUndefined();
  });

  it('an error that is none of ours is passed on', async () => {
    const site = openSite();
    site.service.state.before = () => Promise.reject(new TypeError('a fault'));
    await expect(site.ask('getProduct')).rejects.toThrow(TypeError);
  });
});
