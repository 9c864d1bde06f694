import { expect, it } from 'vitest';
import { readQuestion, type Question } from '../../../electron/gateway/question.ts';
import { waitingAt } from '../../../electron/gateway/outbox/waiting.ts';
import { waitingAnswers } from '../../../electron/gateway/outbox/waiting-answers.ts';
import type { Write } from '../../../electron/gateway/outbox/write.ts';
import { exampleAnswers } from '../../../shared/api/examples.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import { exampleInput } from './gateway-site.ts';

const { getProduct: product } = exampleAnswers;
const { productId = 0 } = product;

const asked = (writeId: number, body: Readonly<Record<string, boolean>>): Write => ({
  ...{ writeId, serviceId: 'one', operation: 'setBimReady', wasTried: false, failures: 0 },
  ...{ input: { params: {}, body }, answer: true, needs: [], subjects: [], title: '', madeBy: 'person', madeMs: 1 },
});

it('a product shows the BIM-ready status that was asked for last and waits, and nothing else of it changes', () => {
  const writes = [asked(1, { [productId]: true, 7: false }), asked(2, { [productId]: false })];
  const waiting = { writes, versions: [] };
  const told = { ...product, bimReady: true };
  const other = { ...product, productId: productId + 1, bimReady: true };
  expect(waitingAnswers.findProducts?.(waiting, {} as never, [told, other])).toEqual([
    { ...told, bimReady: false },
    other,
  ]);
  expect(waitingAnswers.getProductByGtin?.(waiting, {} as never, told)).toEqual({ ...told, bimReady: false });
  expect(waitingAnswers.getProduct?.(waiting, {} as never, undefined)).toBeUndefined();
  expect(waitingAnswers.getProductValues?.({ writes: [], versions: [] }, {} as never, [told])).toBeUndefined();
});

it('a product does not show a BIM-ready status that the service refused', () => {
  const refused: Write = { ...asked(2, { [productId]: true }), error: { code: 'not-found' } };
  const told = { ...product, bimReady: false };
  const waiting = (writes: Write[]) => ({ writes, versions: [] });
  expect(waitingAnswers.getProduct?.(waiting([refused]), {} as never, told)).toBeUndefined();
  const earlier = asked(1, { [productId]: false });
  expect(waitingAnswers.getProduct?.(waiting([earlier, refused]), {} as never, told)).toMatchObject({
    bimReady: false,
  });
});

it('a request that the service refused does not hide the one that it has under that ticket number', () => {
  const told = { ...exampleAnswers.getValidationRequests[0], projectId: 'P-7' };
  const { projectId, ticketNumber } = told;
  const body = { projectId, ticketNumber, selectionBlobId: 'mine' };
  const question = readQuestion('getValidationRequests', { params: { projectId } });
  const list = (more: Partial<Write>): unknown => {
    if (!question) throw new Error('It is a question.');
    const write: Write = { ...asked(1, {}), operation: 'storeValidationRequest', input: { params: {}, body }, ...more };
    return waitingAnswers.getValidationRequests?.({ writes: [write], versions: [] }, question, [told]);
  };
  expect(list({})).toEqual([body]);
  expect(list({ error: { code: 'invalid-request' } })).toEqual([told, body]);
});

it.each([
  [{}, ['1.0', '0.1']],
  [{ majorVersion: '0' }, ['0.1']],
  [{ majorVersion: '1' }, ['1.0']],
  [{ majorVersion: '0', minorVersion: '0' }, ['1.0', '0.1']],
  [{ majorVersion: '0', minorVersion: '1' }, ['0.1']],
])('versions that wait are listed as the service would list them: %o', (query, listed) => {
  const { params } = exampleInput('listVersions');
  const common = {
    ...{ serviceId: 'one', wasTried: false, failures: 0, needs: [], subjects: [], title: '' },
    ...{ madeBy: 'addIn' as const, madeMs: 1, input: { params } },
  };
  const [release] = exampleAnswers.release.versions;
  const writes: Write[] = [
    { ...common, writeId: 1, operation: 'storeMetadata', answer: exampleAnswers.storeMetadata },
    { ...common, writeId: 2, operation: 'release', answer: { versions: [release] } },
  ];
  const question = readQuestion('listVersions', { params, query: { languageCode: 'nl', ...query } });
  const answer = waitingAnswers.listVersions?.(
    waitingAt({ all: () => writes }, 'one'),
    question as Question<'listVersions'>,
    undefined,
  );
  expect(answer?.versions.map(formatVersion)).toEqual(listed);
});
