import { describe, expect, it } from 'vitest';
import { createParallelism } from '../../../../electron/engine/transfer/parallelism.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';

function times(count: number, act: () => void): void {
  for (let done = 0; done < count; done += 1) act();
}

describe('how many transfers run at the same time', () => {
  it('doubles with every round that comes through, up to what a person allows', () => {
    const parallelism = createParallelism(() => 24);
    const rounds = [0, 1, 2, 3].map(() => {
      const limit = parallelism.limit();
      times(limit, parallelism.noteSuccess);
      return limit;
    });
    expect(rounds).toEqual([4, 8, 16, 24]);
  });

  it('never is more than a person allows, also when that changes', () => {
    let most = 24;
    const parallelism = createParallelism(() => most);
    times(100, parallelism.noteSuccess);
    most = 2;
    expect(parallelism.limit()).toBe(2);
  });

  it('halves when the service says that it is too much, and then feels its way up', () => {
    const parallelism = createParallelism(() => 24);
    times(100, parallelism.noteSuccess);
    parallelism.noteFailure(new AppError('too-many-requests'), parallelism.round());
    expect(parallelism.limit()).toBe(12);
    times(12, parallelism.noteSuccess);
    expect(parallelism.limit()).toBe(12);
    times(2, parallelism.noteSuccess);
    expect(parallelism.limit()).toBe(13);
  });

  it('halves once for all that were under way together, as those that share a request', () => {
    const parallelism = createParallelism(() => 24);
    times(100, parallelism.noteSuccess);
    const rounds = Array.from({ length: 24 }, parallelism.round);
    for (const round of rounds) parallelism.noteFailure(new AppError('service-timeout'), round);
    expect(parallelism.limit()).toBe(12);
    parallelism.noteFailure(new AppError('service-timeout'), parallelism.round());
    expect(parallelism.limit()).toBe(6);
  });

  it('stays as it is after failures that are about one file', () => {
    const parallelism = createParallelism(() => 24);
    parallelism.noteFailure(new AppError('file-in-use'), parallelism.round());
    expect(parallelism.limit()).toBe(4);
  });

  it('never falls below one', () => {
    const parallelism = createParallelism(() => 24);
    times(20, () => parallelism.noteFailure(new AppError('service-timeout'), parallelism.round()));
    expect(parallelism.limit()).toBe(1);
  });
});
