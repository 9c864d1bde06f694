import type { Page } from 'playwright-core';
import { sharedChromium } from './shared-chromium.ts';

const size = { width: 1280, height: 800 };

/** Pages that tests are done with, by their language: to open one takes longer than most tests go on. */
const kept = new Map<string, Page[]>();

/** Where windows were before: from there, a page has kept what never changes, which is half of what it takes to open one. */
const keptPorts: number[] = [];

/** A port for the engine of a page that is kept. */
export const takePort = (): number | undefined => keptPorts.pop();

/** Once nothing listens there any more. */
export const keepPort = (port: number): unknown => keptPorts.push(port);

/** A page of its own; whoever asks for it closes its context. */
export async function openPage(locale = 'en-GB'): Promise<Page> {
  const browser = await sharedChromium();
  const context = await browser.newContext({ viewport: size, locale, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
}

/** A page as if nobody had used it; `keepPage` takes it back. */
export async function takePage(locale: string): Promise<Page> {
  return kept.get(locale)?.pop() ?? openPage(locale);
}

/** Makes a page as good as new for the next test. One whose clock or scripts were replaced is closed instead. */
export async function keepPage(page: Page, locale: string): Promise<void> {
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await page.goto('about:blank');
  await page.unrouteAll();
  await page.setViewportSize(size);
  await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, contrast: null });
  await page.mouse.move(0, 0);
  kept.set(locale, [...(kept.get(locale) ?? []), page]);
}
