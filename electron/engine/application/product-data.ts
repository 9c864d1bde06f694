import { AppError } from '../../../shared/errors/app-error.ts';
import { parseLanguageCode, type LanguageCode } from '../../../shared/model/language.ts';
import type { ProductHit } from '../../../shared/rpc/product-records.ts';
import type { ImportResult, ProductImportRecord } from '../../../shared/rpc/import-records.ts';
import { createSignal } from '../library/signal.ts';
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
export function createProductData({ embedded, isConnected }: ProductDataPorts) {
  const changed = createSignal<ProductImportRecord>();
  let current: ProductImportRecord | undefined;
  let running: { readonly cancel: AbortController; readonly ended: Promise<void> } | undefined;
  let isStarting = false;

  function tell(next: ProductImportRecord): void {
    current = next;
    changed.tell(next);
  }

  function assertConnected(): void {
    if (!isConnected()) {
      throw new AppError('not-offered', { detail: 'Only the service inside this app keeps its product data here.' });
    }
  }

  return {
    /** Calls back with how an import goes. */
    onImportChange: changed.listen,

    /** @throws AppError `not-offered` while another service is connected, or none */
    async search({ text, limit, languageCode }: ProductQuestion): Promise<ProductHit[]> {
      assertConnected();
      const found = await embedded.searchProducts(text, limit, readLanguage(languageCode));
      return found.flatMap(({ productId, ...product }) => (productId === undefined ? [] : [{ ...product, productId }]));
    },

    /**
     * Looks at all files and then begins with them.
     * @throws AppError `not-offered`, `import-under-way`, `import-file-unreadable`, `invalid-request`
     */
    async startImport(paths: readonly string[], languageCode: string): Promise<void> {
      assertConnected();
      const language = readLanguage(languageCode) ?? 'en';
      if (running || isStarting) throw new AppError('import-under-way');
      isStarting = true;
      try {
        const prepared = await embedded.prepareImport(paths, language);
        const cancel = new AbortController();
        const ended = runImport(prepared, cancel.signal, tell).then((result) => {
          running = undefined;
          tell({ state: 'ended', result });
        });
        running = { cancel, ended };
      } finally {
        isStarting = false;
      }
    },

    /** Ends the import that runs, if one does. */
    cancelImport(): void {
      if (!running || running.cancel.signal.aborted) return;
      running.cancel.abort();
      tell({ state: 'cancelling' });
    },

    /** The import that runs, or the last one. */
    currentImport: (): ProductImportRecord | undefined => current,

    /** Ends the import that runs and waits for it. */
    async close(): Promise<void> {
      running?.cancel.abort();
      await running?.ended;
    },
  };
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
