import { afterEach, expect } from 'vitest';
import { AppError } from '../../../shared/errors/app-error.ts';
import { clientOf, startService, type Reply, type ScriptedService } from './scripted-service.ts';

/** Services and clients of one test, closed when it ends. */
const open = new Set<{ close(): Promise<void> }>();

afterEach(async () => {
  const all = [...open];
  open.clear();
  await Promise.all(all.map((one) => one.close()));
});

/** A service with these replies, one for each request in order; the last one stays. */
export async function serve(...replies: Reply[]): Promise<ScriptedService> {
  return serveScript({ replies });
}

export async function serveScript(script: Parameters<typeof startService>[0]): Promise<ScriptedService> {
  const service = await startService(script);
  open.add(service);
  return service;
}

export async function stopServing(service: ScriptedService): Promise<void> {
  open.delete(service);
  await service.close();
}

/** A client that is closed with the test. */
export function connect(...args: Parameters<typeof clientOf>): ReturnType<typeof clientOf> {
  const client = clientOf(...args);
  open.add(client);
  return client;
}

/** The `AppError` a promise is rejected with; fails the test when there is none. */
export async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}
