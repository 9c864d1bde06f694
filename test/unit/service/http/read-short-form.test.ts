import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { readShortForm, shortFormBytes } from '../../../../electron/service/http/read-short-form.ts';
import { forms } from '../../../fuzz/bodies.ts';
import { formOf, licenseCode, startService, tokenOf } from '../start-service.ts';

const oddForms = fc
  .array(forms(), { minLength: 1, maxLength: 3 })
  .map((all) => ({ contentType: all[0]?.contentType ?? '', bytes: Buffer.concat(all.map(({ bytes }) => bytes)) }))
  .filter(({ contentType, bytes }) => /^multipart\/form-data/.test(contentType) && bytes.length <= shortFormBytes);

/** What is read of a form, as text: its parts of text and its first file, or why it is refused. */
async function outcomeOf(pieces: Iterable<Uint8Array>, contentType: string): Promise<unknown> {
  try {
    const { files, texts } = await readShortForm(Readable.from(pieces), contentType, { idleMs: 5_000 });
    const [file] = files;
    if (!file) return [[...texts]];
    const content: Uint8Array[] = [];
    for await (const piece of file.file) content.push(piece);
    return [[...texts], file.filename, file.mimetype, Buffer.concat(content).toString('latin1')];
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.code : thrown;
  }
}

it('a short form reads the same in whatever pieces it comes, and is read or refused, also where it is odd', async () => {
  await fc.assert(
    fc.asyncProperty(oddForms, fc.array(fc.nat(200_000), { maxLength: 8 }), async ({ contentType, bytes }, cuts) => {
      const places = [0, ...cuts.map((cut) => cut % bytes.length), bytes.length].sort((a, b) => a - b);
      const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
      const whole = await outcomeOf([bytes], contentType);
      expect(await outcomeOf(pieces, contentType)).toEqual(whole);
      expect(['malformed-body', expect.any(Array)]).toContainEqual(whole);
    }),
    { numRuns: 300 },
  );
});

it('an upload is answered the same whether its length was announced or not, also where it is odd', async () => {
  const { service } = await startService();
  const headers = { authorization: `Bearer ${await tokenOf(service)}` };
  const url = `${await service.listen(0)}/api/v1/Files/${licenseCode}`;
  const upload = async (contentType: string, bytes: Buffer, announced: boolean): Promise<unknown> => {
    const body = announced ? bytes : new Blob([bytes]).stream();
    const init = { method: 'POST', headers: { ...headers, 'content-type': contentType }, body, duplex: 'half' };
    const answer = await fetch(url, init as RequestInit);
    return [answer.status, await answer.text()];
  };
  const oneForm = forms().filter(({ contentType }) => contentType?.startsWith('multipart/form-data') === true);
  await fc.assert(
    fc.asyncProperty(oneForm, async ({ contentType = '', bytes }) => {
      expect(await upload(contentType, bytes, true)).toEqual(await upload(contentType, bytes, false));
    }),
    { numRuns: 150 },
  );
  const { payload, contentType } = formOf('pump.rfa', 'x'.repeat(2 * shortFormBytes));
  expect(await upload(contentType, Buffer.from(payload), true)).toEqual(
    await upload(contentType, Buffer.from(payload), false),
  );
});
