import type { Engine } from '../../../electron/engine/engine.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';

/**
 * Has what stands of these keys published, as the engine knows it at this moment.
 * @returns how many were queued
 * @throws AppError why none was
 */
export function orderRelease(engine: Engine, keys: readonly ContentKeyText[], comment: string): number {
  const wanted = keys.flatMap((key) => {
    const keeper = engine.holding(key);
    const [file] = keeper?.context.files.claimants(key, Infinity).settled ?? [];
    return keeper ? { named: key, keeper, key, sha256: file?.sha256 } : [];
  });
  const { queued, refused } = engine.publishIn(wanted, comment);
  const [refusal] = refused;
  if (queued.length === 0 && refusal) {
    const { code, detail } = refusal.error;
    throw new AppError(code, detail === undefined ? {} : { detail });
  }
  return queued.length;
}
