import fc from 'fast-check';
import { socketPath, windowProtocol } from '../../shared/rpc/window-socket.ts';
import type { WindowKey } from '../fakes/window-server.ts';
import { brokenRequests } from './broken-requests.ts';
import { hostileText } from './hostile-values.ts';
import { brokenFrames } from './window-frames.ts';
import { hostileMessages } from './window-messages.ts';

/** What one client does to the server of the window. */
export interface WindowAttack {
  readonly kind: 'request' | 'handshake' | 'frames' | 'messages';
  readonly opening: Buffer;
  /** Sent once the server has answered the opening, or in the same breath. */
  readonly rest: Buffer;
  readonly waits: boolean;
  /** How it leaves: having read an answer to a last call, by half, by a reset, or at once. */
  readonly leaves: 'answered' | 'half' | 'reset' | 'atOnce';
  /** Whether the opening is one that must open the socket, must not, or may be either. */
  readonly opens: 'always' | 'never' | 'perhaps';
}

/** Clients with the whole key, a half of it, or none, that keep to no rule. */
export function windowAttacks(key: WindowKey): fc.Arbitrary<WindowAttack> {
  const waits = fc.boolean();
  // Whoever broke the rules of HTTP or of frames is not answered any more, so there is nothing to wait for.
  const leaves = fc.constantFrom<WindowAttack['leaves']>('half', 'half', 'reset', 'atOnce');
  const leavesLater = fc.oneof({ weight: 2, arbitrary: fc.constant('answered' as const) }, leaves);
  const requests = fc.record({ text: requestTexts(key), leaves }).map((how): WindowAttack => ({
    ...{ kind: 'request', opening: Buffer.from(how.text), rest: Buffer.alloc(0), waits: false },
    ...{ leaves: how.leaves, opens: 'never' },
  }));
  const openings = fc
    .record({ handshake: handshakes(key), rest: brokenFrames, waits, leaves })
    .map(({ handshake, ...how }): WindowAttack => ({ ...how, ...handshake, kind: 'handshake' }));
  const right = { opening: handshakeOf(rightLines(key)), opens: 'always' as const };
  const frames = fc
    .record({ rest: brokenFrames, waits, leaves })
    .map((how): WindowAttack => ({ ...how, ...right, kind: 'frames' }));
  const messages = fc
    .record({ rest: hostileMessages, waits, leaves: leavesLater })
    .map((how): WindowAttack => ({ ...how, ...right, kind: 'messages' }));
  return fc.oneof(
    { weight: 2, arbitrary: requests },
    { weight: 3, arbitrary: openings },
    { weight: 4, arbitrary: frames },
    { weight: 5, arbitrary: messages },
  );
}

type Lines = Readonly<Record<string, string>>;

function rightLines({ host, cookie, proof }: WindowKey): Lines {
  return {
    Host: host,
    Origin: `http://${host}`,
    Cookie: cookie,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol': `${windowProtocol}, ${proof}`,
  };
}

function handshakeOf(lines: Lines, requestLine = `GET ${socketPath} HTTP/1.1`): Buffer {
  const text = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${requestLine}\r\n${text.join('')}\r\n`);
}

/** Lines without which nobody is let in, and values for them that let nobody in. */
function guards({ host, cookie, proof }: WindowKey): Record<string, readonly string[]> {
  const [name = '', secret = ''] = cookie.split('=');
  return {
    Host: ['evil.example', host.replace('127.0.0.1', 'localhost'), '127.0.0.1:1', ''],
    Origin: ['null', 'http://evil.example', 'http://127.0.0.1:1', `https://${host}`, ''],
    Cookie: [
      '',
      `${name}=`,
      `${name}=${proof}`,
      `${name}=${secret}x`,
      `cadsync-window=${secret}`,
      `${name}=${'é'.repeat(43)}`,
    ],
    'Sec-WebSocket-Protocol': [
      '',
      windowProtocol,
      `${windowProtocol}, ${secret}`,
      `${windowProtocol}, ${proof}x`,
      ',,,',
    ],
  };
}

/** Handshakes with one to three lines changed, left out, or hostile. */
function handshakes(key: WindowKey): fc.Arbitrary<Pick<WindowAttack, 'opening' | 'opens'>> {
  const right = rightLines(key);
  const wrong = guards(key);
  const changes = fc.constantFrom(...Object.keys(right)).chain((name) => {
    const values = fc.oneof(fc.constantFrom(...(wrong[name] ?? ['', '0', 'x'])), hostileText.map(onOneLine));
    return fc.record({ name: fc.constant(name), value: fc.option(values, { freq: 3, nil: undefined }) });
  });
  const requestLines = fc.oneof(
    { weight: 5, arbitrary: fc.constant(`GET ${socketPath} HTTP/1.1`) },
    fc.constantFrom('POST /rpc HTTP/1.1', 'GET // HTTP/1.1', 'GET /rpc?x HTTP/1.1', 'GET /rpc HTTP/1.0'),
  );
  return fc.tuple(fc.array(changes, { minLength: 1, maxLength: 3 }), requestLines).map(([changed, requestLine]) => {
    const lines: Record<string, string> = { ...right };
    for (const { name, value } of changed) {
      if (value === undefined) delete lines[name];
      else lines[name] = value;
    }
    // Whatever else they change, whoever lacks one of these is not let in.
    const lacks = Object.keys(wrong).some((name) => lines[name]?.trim() !== right[name]);
    return { opening: handshakeOf(lines, requestLine), opens: lacks ? ('never' as const) : ('perhaps' as const) };
  });
}

/** Requests for pages, with the cookie: odd targets, ranges and headers, and what is no HTTP. */
function requestTexts({ host, cookie }: WindowKey): fc.Arbitrary<string> {
  const targets = fc.oneof(
    fc.constantFrom('/', '//', '/%', '*', 'http://[', '/?token=', '/?token=%00', '/..%2f', '/index.html', '/__proto__'),
    hostileText.map((text) => `/${onOneLine(text).replaceAll(' ', '+')}`),
  );
  const headers = fc.constantFrom(
    'Range: bytes=5-2',
    'Range: bytes=-',
    'If-None-Match: *',
    'Expect: x',
    'Upgrade: h2c',
    'TE: x',
  );
  const asked = fc
    .tuple(targets, headers)
    .map(([target, header]) => `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n${header}\r\n\r\n`);
  return fc.oneof(
    asked,
    brokenRequests.map((text) => text.replaceAll('{host}', host)),
  );
}

function onOneLine(text: string): string {
  return text.replace(/[\r\n]/g, '');
}
