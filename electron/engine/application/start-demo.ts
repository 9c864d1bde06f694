import { defaultContentType } from '../../../shared/model/content-key.ts';
import type { Application } from './application.ts';

/** An embedded service with demo products, and a library of demo files: all of the product without an account. */
export async function startDemo({
  engine,
  host: { embedded, demo },
  connection,
}: Pick<Application, 'engine' | 'host' | 'connection'>): Promise<void> {
  await demo.write();
  await embedded.start();
  await embedded.loadDemoProducts();
  if (connection.record().kind !== 'embedded') await connection.useEmbedded(true);
  const { folder, programs } = demo;
  const root = await engine.canonicalFolder(folder);
  if (engine.runners().some(({ context }) => context.library.root === root)) return;
  await engine.addLibrary({ root: folder, programs, contentType: defaultContentType });
}
