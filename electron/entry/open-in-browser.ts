import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createPrivateFile } from '../privacy/private-files.ts';
import { openWithSystem } from './system-opener.ts';

/**
 * Opens an address in the person's browser that nobody else may learn. Every user of the computer sees what a program was
 * started with, so the browser is started with a page for this user alone, which leads on to the address. Only Windows
 * keeps that to the user and administrators.
 * @param over resolves when the browser has come, or is not waited for any more: then the page is removed
 * @param open opens a file or an address as the system does
 * @throws AppError `file-not-opened`, and what the disk says where it takes no page
 */
export async function openInBrowser(
  address: string,
  over: Promise<unknown>,
  open: (target: string) => Promise<void> = openWithSystem,
): Promise<void> {
  if (process.platform === 'win32') return open(address);
  // Browsers in a sandbox (a snap) read neither hidden folders nor those for temporary files.
  const page = join(homedir(), `cad-library-sync-${randomUUID()}.html`);
  await removeLeftOver().catch(() => undefined);
  try {
    await writePage(page, address);
    await Promise.race([open(page), over]);
    await over;
  } finally {
    await rm(page, { force: true });
  }
}

const pageName = /^cad-library-sync-[0-9a-f-]{36}\.html$/;
/** By then every browser has come. */
const oldMs = 10 * 60_000;

/** The pages of runs that were killed before the browser came: what they lead to is gone. */
async function removeLeftOver(): Promise<void> {
  for (const name of (await readdir(homedir())).filter((one) => pageName.test(one))) {
    const page = join(homedir(), name);
    if ((await stat(page)).mtimeMs < Date.now() - oldMs) await rm(page, { force: true });
  }
}

async function writePage(page: string, address: string): Promise<void> {
  const file = await createPrivateFile(page);
  try {
    await file.writeFile(leadingTo(address));
  } finally {
    await file.close();
  }
}

/** Loads nothing, and tells nobody where it was; the link is for browsers that are told not to go on by themselves. */
function leadingTo(address: string): string {
  return `<!doctype html>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'" />
<meta name="referrer" content="no-referrer" />
<meta http-equiv="refresh" content="0; url=${address}" />
<title>CAD Library Sync</title>
<a href="${address}">CAD Library Sync</a>
`;
}
