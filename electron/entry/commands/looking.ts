import type { ViewCaller } from '../../../shared/api/caller.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { clientFromEnvironment } from '../client-from-environment.ts';
import { viewsOfEnvironment } from '../mirror-port.ts';
import { printResult } from './output.ts';

/** What a command is asked to look at: where the service cannot be asked, what it answered before is told with its age. */
export interface Looking {
  readonly json: boolean;
  readonly languageCode?: string | undefined;
  /** Folder of the state, where the service's answers are kept too. */
  readonly stateDir: string;
}

/**
 * Has the service that the environment names, for what people look at, while `use` runs.
 * @param signal ends all that is asked of it, with `cancelled`
 */
export async function withViews<T>(
  stateDir: string,
  use: (service: ViewCaller) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { service, serviceId } = clientFromEnvironment();
  signal?.addEventListener('abort', () => void service.close(), { once: true });
  const mirrored = viewsOfEnvironment(stateDir, service, serviceId);
  try {
    return await use(mirrored.views());
  } finally {
    await service.close();
    await mirrored.close();
  }
}

/** Prints what the service answers, and how old that is where it could not be asked. */
export function printAnswer<Answer extends { readonly asOfMs?: number | undefined }>(
  json: boolean,
  { asOfMs, ...answer }: Answer,
  describe: (answer: Omit<Answer, 'asOfMs'>) => string,
): void {
  const aged = asOfMs === undefined ? answer : { ...answer, asOf: new Date(asOfMs).toISOString() };
  printResult(json, aged, (told) => [describe(told), ...describeAge(asOfMs)].join('\n'));
}

function describeAge(asOfMs: number | undefined): string[] {
  if (asOfMs === undefined) return [];
  return [`As of ${createFormats('en').moment(asOfMs, Date.now())}: the service cannot be asked now.`];
}
