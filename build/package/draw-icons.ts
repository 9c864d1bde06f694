import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openChromium } from '../../test/e2e/chromium.ts';
import { hashOfSources } from '../sources.mjs';
import { trayMarks, type TrayMark } from '../../electron/main/tray-marks.ts';

/** `npm run icons`: draws every icon of the desktop app from the one drawing, renderer/icon.svg. */

export const drawing = 'renderer/icon.svg';
const appIcons = 'build/package/icons';
export const trayIcons = 'electron/main/icons';
/** The drawing and the way it is drawn that the pictures are of. */
export const stamp = join(trayIcons, '.drawn-from');
export const drawnFrom = (): string => hashOfSources(process.cwd(), [drawing, 'build/package/draw-icons.ts']);

const appSizes = [16, 32, 48, 64, 128, 256, 512, 1024];

/** What a mark adds to the drawing, in its units: shapes of their own, so that no state is told by colour alone. */
const marks: Readonly<Record<TrayMark, string>> = {
  upToDate: '',
  working:
    '<circle cx="15.5" cy="15.5" r="4" fill="none" stroke="#fff" stroke-width="1.6" stroke-dasharray="3.2 1.8"/>',
  needsYou: '<path d="M15.5 10.5 20 19h-9z" fill="#fff"/>',
  idle: '<circle cx="15.5" cy="15.5" r="3.2" fill="none" stroke="#fff" stroke-width="1.6"/>',
};

/** Room around a mark, so that it stands apart from the lines under it. */
const cutOut = '<circle cx="15.5" cy="15.5" r="6" fill="#000"/>';

const inner = (svg: string): string => svg.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');

function trayDrawing(app: string, mark: TrayMark): string {
  if (marks[mark] === '') return app;
  const accented = marks[mark].replaceAll('#fff', '#d29922');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><mask id="m"><rect width="20" height="20" fill="#fff"/>${cutOut}</mask><g mask="url(#m)">${inner(app)}</g>${accented}</svg>`;
}

/** The menu bar of macOS colours what it is given: only the lines count, in black. */
function templateDrawing(app: string, mark: TrayMark): string {
  const lines = inner(app)
    .replace(/<rect[^>]*>/, '')
    .replaceAll('#fff', '#000');
  const masked =
    marks[mark] === ''
      ? lines
      : `<mask id="m"><rect width="20" height="20" fill="#fff"/>${cutOut}</mask><g mask="url(#m)">${lines}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="2 2 18 18">${masked}${marks[mark].replaceAll('#fff', '#000')}</svg>`;
}

async function draw(page: Page, svg: string, size: number, file: string): Promise<void> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  writeFileSync(file, await page.screenshot({ omitBackground: true }));
}

async function drawAll(): Promise<void> {
  const app = readFileSync(drawing, 'utf8');
  for (const folder of [appIcons, trayIcons]) mkdirSync(folder, { recursive: true });
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    for (const size of appSizes) await draw(page, app, size, join(appIcons, `${size}x${size}.png`));
    for (const mark of trayMarks) {
      for (const [scale, name] of [
        [1, ''],
        [2, '@2x'],
      ] as const) {
        await draw(page, trayDrawing(app, mark), 16 * scale, join(trayIcons, `${mark}${name}.png`));
        // Electron takes a picture whose name ends so as one that macOS may colour.
        await draw(page, templateDrawing(app, mark), 18 * scale, join(trayIcons, `${mark}Template${name}.png`));
      }
    }
  } finally {
    await browser.close();
  }
  writeFileSync(stamp, drawnFrom());
}

if (import.meta.main) await drawAll();
