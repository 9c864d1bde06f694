import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';

/** Where a Chromium is usually found on the systems tests run on. */
const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Opens a real Chromium: the one of CHROMIUM_PATH, one that is installed, else the one inside the npm package. */
export async function openChromium(): Promise<Browser> {
  const installed = [process.env['CHROMIUM_PATH'], ...usualPaths].find(
    (path) => path !== undefined && existsSync(path),
  );
  // As root, which is what build machines run as, Chromium has no sandbox of its own.
  const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
  // Without processes of their own for drawing and network, a tenth of the time is saved where two cores do all.
  const together = ['--in-process-gpu', '--enable-features=NetworkServiceInProcess2'];
  // The package's own flags are for a cloud function: they switch off the very protections that are tested here.
  return chromium.launch({
    executablePath: installed ?? (await sparticuz.executablePath()),
    args: [...quiet, ...together],
  });
}
