import type { Browser } from 'playwright-core';
import { openChromium } from './chromium.ts';

let opened: Browser | undefined;

/**
 * The Chromium of all tests that a worker runs, which ends with it. Each test has a context of its own, and closes that.
 */
export async function sharedChromium(): Promise<Browser> {
  if (!opened?.isConnected()) opened = await openChromium();
  return opened;
}
