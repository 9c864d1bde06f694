import { expect, it } from 'vitest';
import { waitingAt } from '../../../electron/gateway/outbox/waiting.ts';
import type { Write } from '../../../electron/gateway/outbox/write.ts';
import { exampleAnswers } from '../../../shared/api/examples.ts';

const draft = (writeId: number): Write => ({
  ...{ writeId, serviceId: 'one', operation: 'storeMetadata', wasTried: false, failures: 0 },
  ...{ input: { params: {} }, answer: exampleAnswers.storeMetadata, needs: [], subjects: [] },
  ...{ title: '', madeBy: 'addIn', madeMs: 1 },
});

it('what waits is read once, however often it is asked for and however much comes after it', () => {
  const writes = [draft(1)];
  const first = waitingAt({ all: () => writes }, 'one');
  expect(waitingAt({ all: () => writes }, 'one')).toBe(first);
  const more = [...writes, draft(2), { ...draft(3), serviceId: 'another' }];
  const { versions } = waitingAt({ all: () => more }, 'one');
  expect(versions.map(({ writeId }) => writeId)).toEqual([1, 2]);
  expect(versions[0]).toBe(first.versions[0]);
});

it('what changes of a write that waits shows in its versions', () => {
  const [before] = waitingAt({ all: () => [draft(1)] }, 'one').versions;
  const [after] = waitingAt({ all: () => [{ ...draft(1), wasTried: true }] }, 'one').versions;
  expect([before?.wasTried, after?.wasTried]).toEqual([false, true]);
});
