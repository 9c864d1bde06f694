import { expect, it } from 'vitest';
import { AppError } from '../../shared/errors/app-error.ts';
import { withAddInSite } from './with-add-in-site.ts';
import type { SeedKey } from './seed.ts';
import { send } from './send.ts';

/** Attachments that wait, of which the service lists no versions. */

const { opened, newKey, publish, publishBehind } = withAddInSite();

const sheet = { AttachmentName: 'sheet.pdf' };

const attach = async (key: SeedKey, content: string): Promise<string> => {
  const { told } = await publish(key, content, sheet);
  return `${told.majorVersion}.${told.minorVersion}`;
};

const read = async (key: SeedKey, minorVersion: string): Promise<number | string> => {
  const query = { attachmentNameOrId: 'sheet.pdf', majorVersion: '0', minorVersion };
  const answer = await send(opened.site.target, 'getAttachment', { params: key, query });
  return answer.ok ? answer.text() : answer.status;
};

it.each(['at once', 'after it waited', 'before the app was begun anew'])(
  'The number of an attachment that waits follows on the one that was stored %s',
  async (when) => {
    const key = newKey();
    await publish(key, 'the file itself');
    expect(await attach(key, 'one')).toBe('0.1');
    if (when === 'after it waited') opened.site.cut();
    expect(await attach(key, 'two')).toBe('0.2');
    await opened.site.mend();
    if (when === 'before the app was begun anew') await opened.site.restart();
    opened.site.cut();
    expect(await attach(key, 'three')).toBe('0.3');
    // Only the service has the bytes of that number.
    expect([await read(key, '1'), await read(key, '3')]).toEqual([503, 'three']);
    opened.site.refuseNext('storeMetadata', new AppError('invalid-request', { receivedStatus: 400 }));
    await opened.site.mend();
    expect([await read(key, '1'), await read(key, '2'), await read(key, '3')]).toEqual(['one', 'two', 'three']);
  },
);

it('An attachment is numbered apart from those of other names, and of other languages', async () => {
  const key = newKey();
  await publish(key, 'the file itself');
  await attach(key, 'one');
  await publish(key, 'eins', { ...sheet, LanguageCode: 'de' });
  await publish(key, 'zwei', { ...sheet, LanguageCode: 'de' });
  opened.site.cut();
  const manual = await publish(key, 'how it is built in', { AttachmentName: 'manual.pdf' });
  const german = await publish(key, 'drei', { ...sheet, LanguageCode: 'de' });
  expect(await attach(key, 'two')).toBe('0.2');
  expect([manual.told.minorVersion, german.told.minorVersion]).toEqual([1, 3]);
});

it('An attachment that a colleague stored under the number of one that waits is what is given for that number', async () => {
  const key = newKey();
  opened.site.cut();
  await attach(key, 'mine');
  await attach(key, 'mine, again');
  for (const content of ['theirs', 'theirs, again']) await publishBehind(key, content, sheet);
  let stored = 0;
  opened.site.line.before = (id) => {
    if (id === 'storeMetadata' && ++stored === 2) throw new AppError('invalid-request', { receivedStatus: 400 });
  };
  await opened.site.mend();
  expect(opened.site.outbox.all().map(({ error }) => error?.code)).toEqual(['invalid-request']);
  expect([await read(key, '2'), await read(key, '3')]).toEqual(['theirs, again', 'mine']);
});
