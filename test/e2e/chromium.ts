import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { packagedChromium } from './packaged-chromium.ts';

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

/**
 * Opens a real Chromium: the one of CHROMIUM_PATH, else the one inside the npm package, with which the kept screens were
 * drawn and which has no desktop's window to keep up; else one that is installed.
 */
export async function openChromium(): Promise<Browser> {
  const asked = process.env['CHROMIUM_PATH'];
  if (asked !== undefined) return launch(asked);
  const [packaged, installed] = [await packagedChromium(), usualPaths.find((path) => existsSync(path))];
  if (packaged === undefined || installed === undefined) return launch(packaged ?? installed);
  // It needs libraries that not every Linux has.
  return launch(packaged).catch(() => launch(installed));
}

async function launch(executablePath: string | undefined): Promise<Browser> {
  if (executablePath === undefined) throw new Error('No Chromium was found: say where one is with CHROMIUM_PATH.');
  // As root, which is what build machines run as, Chromium has no sandbox of its own.
  const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
  // Without processes of their own for drawing and network, a tenth of the time is saved where two cores do all.
  const together = ['--in-process-gpu', '--enable-features=NetworkServiceInProcess2'];
  // The package's own flags are for a cloud function: they switch off the very protections that are tested here.
  return chromium.launch({ executablePath, args: [...quiet, ...together] });
}
