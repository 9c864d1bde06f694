import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A SOCKS 5 proxy that leads to one service, whatever is asked for; for one test. */
export interface SocksServer {
  readonly port: number;
  /** `host:port` as they were asked for. */
  readonly asked: string[];
  /** `user name:password`, each time somebody said who they are. */
  readonly signIns: string[];
}

/** @param password where one is asked for */
export async function startSocksServer(target: string, password?: string): Promise<SocksServer> {
  const { hostname, port } = new URL(target);
  const asked: string[] = [];
  const signIns: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    void serve(socket).catch(() => socket.destroy());
  });

  async function serve(socket: Socket): Promise<void> {
    const take = takerOf(socket);
    const [, methodCount = 0] = await take(2);
    const methods = [...(await take(methodCount))];
    const method = password === undefined ? 0 : 2;
    if (!methods.includes(method)) return void socket.end(Buffer.from([5, 0xff]));
    socket.write(Buffer.from([5, method]));
    if (password !== undefined && !(await signIn(socket, take))) return;
    const [, , , kind] = await take(4);
    if (kind !== 3) return void socket.end(Buffer.from([5, 8, 0, 1, 0, 0, 0, 0, 0, 0]));
    const [length = 0] = await take(1);
    const host = (await take(length)).toString();
    asked.push(`${host}:${(await take(2)).readUInt16BE()}`);
    const way = connect(Number(port), hostname);
    sockets.add(way);
    await once(way, 'connect');
    socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
    way.on('error', () => socket.destroy());
    socket.pipe(way).pipe(socket);
  }

  async function signIn(socket: Socket, take: Take): Promise<boolean> {
    const [, nameLength = 0] = await take(2);
    const name = (await take(nameLength)).toString();
    const [passwordLength = 0] = await take(1);
    const given = (await take(passwordLength)).toString();
    signIns.push(`${name}:${given}`);
    socket.write(Buffer.from([1, given === password ? 0 : 1]));
    if (given !== password) socket.end();
    return given === password;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked, signIns };
}

type Take = (length: number) => Promise<Buffer>;

/** Takes so many bytes off what arrives, and no more. */
function takerOf(socket: Socket): Take {
  return async (length) => {
    for (;;) {
      const bytes = length === 0 ? Buffer.alloc(0) : (socket.read(length) as Buffer | null);
      if (bytes) return bytes;
      await once(socket, 'readable');
    }
  };
}
