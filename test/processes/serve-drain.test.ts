import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCadsync } from './processes.ts';
import { serviceAt, serviceSecrets } from './service-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('serve answers what is under way when it is asked to end, says so, and notes what was stored', async () => {
  const audit = join(temporaryFolder(), 'audit.jsonl');
  const flags = ['--drain', '3', '--audit', audit, '--json'];
  const serving = startCadsync(['serve', '--data', temporaryFolder(), ...flags], {
    ...serviceSecrets,
  });
  const [line] = await serving.waitFor(/^\{.*\}$/m);
  const { baseUrl } = JSON.parse(line) as { baseUrl: string };
  const sending = new TransformStream<Uint8Array, Uint8Array>();
  const writer = sending.writable.getWriter();
  const upload = fetch(`${baseUrl}/api/v1/Files/${serviceSecrets.CADSYNC_LICENSE_CODE}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await serviceAt(baseUrl).getToken()}`,
      'content-type': 'multipart/form-data; boundary=part',
    },
    body: sending.readable,
    duplex: 'half',
  });
  const send = (text: string) => writer.write(Buffer.from(text));
  await send('--part\r\nContent-Disposition: form-data; name="file"; filename="pump.rfa"\r\n\r\na pump');
  while (!(await (await fetch(`${baseUrl}/metrics`)).text()).includes('cadsync_requests_under_way 2'));
  serving.kill('SIGTERM');
  const ready = async () => (await fetch(`${baseUrl}/health/ready`)).status;
  while ((await ready()) === 200);
  await send('\r\n--part--\r\n');
  await writer.close();
  const blobId = await (await upload).text();
  expect(await serving.ended).toBe(0);
  const noted = readFileSync(audit, 'utf8');
  expect(JSON.parse(noted)).toMatchObject({ clientId: 'test-client', act: 'stored', subjects: [blobId] });
  expect(noted + serving.errors()).not.toMatch(/pump|test-secret|test-license/);
});
