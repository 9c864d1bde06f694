import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';

/** The least a server can do: finds a product by the GTIN in its path and sends what stands there. Prints its address. */
const [path = ''] = process.argv.slice(2);
const database = new Database(path);
database.pragma('locking_mode = EXCLUSIVE');
const find = database
  .prepare<[string], string>('SELECT product FROM product_gtins JOIN products USING (row_id) WHERE gtin = ? LIMIT 1')
  .pluck();

const server = createServer((request, answer) => {
  const text = find.get(request.url?.slice(request.url.lastIndexOf('/') + 1) ?? '');
  if (text === undefined) {
    answer.writeHead(404).end();
    return;
  }
  const body = Buffer.from(text);
  answer.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
