import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Adapter, AdapterAnswer } from './adapter.ts';
import type { Attempt } from './attempt.ts';

/** Sends on the connections of undici and tells the attempt its phases. */
export function directAdapter(dispatcher: Pick<Dispatcher, 'dispatch'>, attempt: Attempt, answerMs: number): Adapter {
  return ({ url, method, headers, data }) => {
    const handler = new AnswerHandler(attempt, answerMs);
    const { origin, pathname, search } = new URL(url);
    dispatcher.dispatch({ origin, path: pathname + search, method, headers, body: data ?? null }, handler);
    return handler.answer;
  };
}

/** Tells the attempt what undici reports of its request, and the answer to whoever waits for it. */
class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly #attempt: Attempt;
  readonly #answerMs: number;
  readonly #answer = Promise.withResolvers<AdapterAnswer>();
  #body: AnswerStream | undefined;

  constructor(attempt: Attempt, answerMs: number) {
    this.#attempt = attempt;
    this.#answerMs = answerMs;
    attempt.signal.addEventListener('abort', () => this.#answer.reject(stopped()), { once: true });
  }

  get answer(): Promise<AdapterAnswer> {
    return this.#answer.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { signal } = this.#attempt;
    // It was stopped while it waited for a connection.
    if (signal.aborted) return controller.abort(stopped());
    signal.addEventListener('abort', () => controller.abort(stopped()), { once: true });
    this.#attempt.markConnected();
  }

  onRequestSent(): void {
    this.#attempt.markSent();
    if (!this.#attempt.answered()) this.#attempt.arm(this.#answerMs);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: AdapterAnswer['headers']): void {
    // What comes ahead of an answer, such as early hints.
    if (status < 200) return;
    this.#attempt.markAnswered();
    this.#body = new AnswerStream(controller);
    this.#answer.resolve({ status, headers, data: this.#body });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#body?.push(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#body?.push(null);
  }

  onResponseError(_: unknown, error: Error): void {
    this.#answer.reject(error);
    this.#body?.destroy(error);
  }
}

/** The bytes of an answer; one that is not read to its end takes its connection along. */
class AnswerStream extends Readable {
  readonly #controller: Dispatcher.DispatchController;

  constructor(controller: Dispatcher.DispatchController) {
    super();
    this.#controller = controller;
    // It may break off before anybody listens.
    this.on('error', () => undefined);
  }

  override _read(): void {
    this.#controller.resume();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    if (!this.readableEnded) this.#controller.abort(stopped());
    callback(error);
  }
}

function stopped(): Error {
  return new Error('The request was stopped.');
}
