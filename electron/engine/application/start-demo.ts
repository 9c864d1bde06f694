import { defaultContentType } from '../../../shared/model/content-key.ts';
import type { Engine } from '../engine.ts';
import type { ConnectionSetup } from './connection-setup.ts';
import type { HostPorts } from './host-ports.ts';

/** An embedded service with demo products, and a library of demo files: all of the product without an account. */
export async function startDemo(
  engine: Engine,
  { embedded, demo }: Pick<HostPorts, 'embedded' | 'demo'>,
  connection: ConnectionSetup,
): Promise<void> {
  await demo.write();
  await embedded.start();
  await embedded.loadDemoProducts();
  if (connection.record().kind !== 'embedded') await connection.useEmbedded(true);
  const { folder, programs } = demo;
  const root = await engine.canonicalFolder(folder);
  if (engine.runners().some(({ context }) => context.library.root === root)) return;
  await engine.addLibrary({ root: folder, programs, contentType: defaultContentType });
}
