import { openProductImport } from '../../electron/service/open-product-import.ts';
import type { ImportRecord } from '../../shared/model/import-record.ts';
import { importedRecord } from '../unit/service/imported-record.ts';

// A process that imports products into the folder named by its arguments until it is killed:
// `dataDir round first last`, and where it then waits for that.
// It says each number before it hands the product over, `read` after the last, and `done` when they are there.
const [, , dataDir = '', round = '', first = '', last = '', halt] = process.argv;

async function* records(): AsyncGenerator<ImportRecord> {
  for (let number = Number(first); number <= Number(last); number += 1) {
    // Only so that the other process hears of it before more is done.
    if (number % 50 === 0) await new Promise((resolve) => process.stdout.write(`${number}\n`, resolve));
    if (String(number) === halt) await new Promise(() => setInterval(() => undefined, 60_000));
    yield importedRecord(number, round);
  }
  process.stdout.write('read\n');
}

const target = await openProductImport(dataDir);
await target.take(records());
process.stdout.write('done\n');
await target.close();
