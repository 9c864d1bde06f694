import { expect, onTestFinished, test } from 'vitest';
import { sharedChromium } from './shared-chromium.ts';
import { startService } from '../processes/service-process.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';

test('the reference page shows the operations and tries one, without anything from elsewhere', async () => {
  const service = await startService(temporaryFolder(), { demo: true });
  const page = await (await sharedChromium()).newPage();
  onTestFinished(async () => {
    await page.close();
    service.process.kill();
    await service.process.ended;
  });
  const complaints: string[] = [];
  const addresses = new Set<string>();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => addresses.add(new URL(request.url()).origin));

  const answer = await page.goto(`${service.baseUrl}/reference`);
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'");
  const lookup = page.locator('#operations-data-getProductByGtin');
  await lookup.waitFor();
  await expect.poll(() => page.locator('.opblock').count()).toBe(31);

  await lookup.locator('.opblock-summary-control').click();
  await lookup.getByText('Operation 26 of the interface.').waitFor();
  await lookup.getByText('Pomp 25-60').first().waitFor();
  expect(complaints).toEqual([]);

  await lookup.getByRole('button', { name: 'Try it out' }).click();
  await lookup.getByRole('button', { name: 'Execute' }).click();
  // Without a token: the answer, and the browser's word about it, are the service's own refusal.
  await lookup.getByText('invalid-token').first().waitFor();
  expect([...addresses].filter((origin) => origin !== 'null')).toEqual([service.baseUrl]);
});
