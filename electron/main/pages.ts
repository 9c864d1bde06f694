import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { protocol, type Session } from 'electron';
import { mediaTypeOf } from '../channels/media-types.ts';
import { securityHeaders } from '../channels/security-headers.ts';

const scheme = 'app';
const host = 'window';

/** Where the pages of the window are, for the page itself. */
export const pagesOrigin = `${scheme}://${host}`;

/** Tells Chromium that the pages' scheme is a web origin of its own. Only possible before Electron is ready. */
export function registerPagesScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/**
 * Serves the built window to the pages of a session, and nothing outside of its folder.
 * @param folder absolute path of the built window
 */
export function servePages(session: Session, folder: string): void {
  session.protocol.handle(scheme, (request) => answer(request, folder));
}

async function answer(request: Request, folder: string): Promise<Response> {
  const url = new URL(request.url);
  if (url.host !== host) return refuse(404);
  if (request.method !== 'GET') return refuse(405);
  const segments = safeSegments(url.pathname);
  const mediaType = mediaTypeOf(segments?.at(-1) ?? '');
  if (!segments || mediaType === undefined) return refuse(404);
  try {
    const bytes = await readFile(join(folder, ...segments));
    return new Response(bytes, { headers: { ...securityHeaders, 'Content-Type': mediaType } });
  } catch {
    return refuse(404);
  }
}

/** The path's names, or `undefined` when one of them could lead out of the folder once it is decoded. */
function safeSegments(pathname: string): string[] | undefined {
  if (pathname === '/') return ['index.html'];
  try {
    const segments = pathname.slice(1).split('/').map(decodeURIComponent);
    // Names of the build are letters, digits, dots, dashes and underscores; no separator or drive of any system is.
    return segments.every((segment) => /^[\w-][\w.-]*$/.test(segment)) ? segments : undefined;
  } catch {
    return undefined;
  }
}

function refuse(status: 404 | 405): Response {
  return new Response(null, { status, headers: securityHeaders });
}
