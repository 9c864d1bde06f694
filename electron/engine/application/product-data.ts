import { AppError } from '../../../shared/errors/app-error.ts';
import { parseLanguageCode, type LanguageCode } from '../../../shared/model/language.ts';
import type { ProductHit } from '../../../shared/rpc/product-records.ts';
import type { ImportResult, ProductImportRecord } from '../../../shared/rpc/import-records.ts';
import { createSignal } from '../../../shared/model/signal.ts';
import type { EmbeddedServicePort, PreparedImport } from './host-ports.ts';

interface ProductDataPorts {
  readonly embedded: Pick<EmbeddedServicePort, 'searchProducts' | 'prepareImport'>;
  /** Whether the embedded service is the connected one. */
  readonly isConnected: () => boolean;
}

interface ProductQuestion {
  readonly text: string;
  readonly limit: number;
  readonly languageCode?: string | undefined;
}

/** Searching the products of the embedded service, and importing into it: what the service interface does not offer. */
export function createProductData(ports: ProductDataPorts) {
  const changed = createSignal<ProductImportRecord>();
  return {
    /** Calls back with how an import goes. */
    onImportChange: changed.listen,

    /** @throws AppError `not-offered` while another service is connected, or none; `cancelled` */
    async search({ text, limit, languageCode }: ProductQuestion, signal?: AbortSignal): Promise<ProductHit[]> {
      assertConnected(ports);
      const found = await ports.embedded.searchProducts(text, limit, readLanguage(languageCode), signal);
      return found.flatMap(({ productId, ...product }) => (productId === undefined ? [] : [{ ...product, productId }]));
    },

    ...createImports(ports, changed.tell),
  };
}

/** @throws AppError `not-offered` */
function assertConnected({ isConnected }: ProductDataPorts): void {
  if (!isConnected()) {
    throw new AppError('not-offered', { detail: 'Only the service inside this app keeps its product data here.' });
  }
}

/** One import at a time. */
function createImports(ports: ProductDataPorts, onChange: (record: ProductImportRecord) => void) {
  let current: ProductImportRecord | undefined;
  /** From the look at its files on. */
  let running: { readonly cancel: AbortController; readonly ended: Promise<unknown> } | undefined;
  let isClosed = false;

  function tell(next: ProductImportRecord): void {
    current = next;
    onChange(next);
  }

  return {
    /**
     * Looks at all files and then begins with them.
     * @throws AppError `not-offered`, `import-under-way`, `import-file-unreadable`, `invalid-request`, `cancelled`
     */
    async startImport(paths: readonly string[], languageCode: string): Promise<void> {
      assertConnected(ports);
      const language = readLanguage(languageCode) ?? 'en';
      if (running) throw new AppError('import-under-way');
      if (isClosed) throw new AppError('cancelled');
      const cancel = new AbortController();
      const preparing = prepare(ports, paths, language, cancel.signal);
      running = { cancel, ended: preparing };
      try {
        const prepared = await preparing;
        const ended = runImport(prepared, cancel.signal, tell).then((result) => {
          running = undefined;
          tell({ state: 'ended', result });
        });
        running = { cancel, ended };
      } catch (error) {
        running = undefined;
        throw error;
      }
    },

    /** Ends the import that runs, if one does. One whose files are looked at does not begin, and says so itself. */
    cancelImport(): void {
      if (!running || running.cancel.signal.aborted) return;
      running.cancel.abort();
      if (current?.state === 'running') tell({ state: 'cancelling' });
    },

    /** The import that runs, or the last one. */
    currentImport: (): ProductImportRecord | undefined => current,

    /** Ends the import that runs and waits for it; no other begins. */
    async close(): Promise<void> {
      isClosed = true;
      running?.cancel.abort();
      // Whoever asked for it is told why it does not begin.
      await running?.ended.catch(() => undefined);
    },
  };
}

/** While files are looked at, much may happen. @throws AppError `cancelled`, `not-offered`, or what is wrong with a file */
async function prepare(
  ports: ProductDataPorts,
  paths: readonly string[],
  language: string,
  signal: AbortSignal,
): Promise<PreparedImport> {
  const prepared = await ports.embedded.prepareImport(paths, language);
  if (signal.aborted) throw new AppError('cancelled');
  assertConnected(ports);
  return prepared;
}

async function runImport(
  prepared: PreparedImport,
  signal: AbortSignal,
  tell: (record: ProductImportRecord) => void,
): Promise<ImportResult> {
  let toldPercent = 0;
  tell(runningRecord(prepared, 0, 0));
  return prepared.run(signal, (place, fraction) => {
    const percent = place * 100 + Math.floor(fraction * 100);
    if (percent === toldPercent || signal.aborted) return;
    toldPercent = percent;
    tell(runningRecord(prepared, place, fraction));
  });
}

function runningRecord({ files }: PreparedImport, place: number, progress: number): ProductImportRecord {
  return { state: 'running', file: files[place] ?? '', fileNumber: place + 1, fileCount: files.length, progress };
}

/** @throws AppError `invalid-request` */
function readLanguage(text: string | undefined): LanguageCode | undefined {
  const language = parseLanguageCode(text);
  if (!language.ok) throw new AppError('invalid-request', { detail: `${language.fault.detail}.` });
  return language.value;
}
