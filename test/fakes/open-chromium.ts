import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';

/** A Chromium that runs here: the one named by `CHROMIUM_PATH`, else the one the test packages bring. */
export async function openChromium(): Promise<Browser> {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && existsSync(named)) return playwright.launch({ executablePath: named });
  const args = [...chromium.args.filter((arg) => arg !== '--single-process'), '--no-sandbox'];
  return playwright.launch({ executablePath: await chromium.executablePath(), args, headless: true });
}
