import sparticuz from '@sparticuz/chromium';

/** The path of the Chromium inside the npm package, which has one for this system alone. */
export async function packagedChromium(): Promise<string | undefined> {
  return process.platform === 'linux' && process.arch === 'x64' ? sparticuz.executablePath() : undefined;
}

/**
 * As vitest calls it before the tests that look at the window: while one of them unpacks it, others would find it half
 * written and start that.
 */
export async function setup(): Promise<void> {
  if (process.env['CHROMIUM_PATH'] === undefined) await packagedChromium();
}
