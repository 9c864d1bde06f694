import { expect, it } from 'vitest';
import { findReferenceAssets } from '../../../../electron/entry/find-reference-assets.ts';
import { answered, startService } from '../start-service.ts';

async function ask(referenceAssetsDir: string | undefined) {
  const { service, problems } = await startService(referenceAssetsDir === undefined ? {} : { referenceAssetsDir });
  const get = async (url: string) => answered(await service.inject({ method: 'GET', url }));
  return { get, problems };
}

it('the page at /reference comes with all that it loads', async () => {
  const { get } = await ask(findReferenceAssets());
  const page = await get('/reference');
  expect(page.headers['content-type']).toContain('text/html');
  const loaded = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(loaded).toHaveLength(3);
  for (const path of loaded) expect((await get(path)).status).toBe(200);
});

it('a service without the page says where the description of the interface is, and it is there', async () => {
  const { get, problems } = await ask(undefined);
  const answer = await get('/reference');
  expect(answer.status).toBe(404);
  expect(answer.json()).toMatchObject({
    type: 'unknown-operation',
    detail: 'The page is not part of this service. The description of the interface is at /openapi.json.',
  });
  expect((await get('/openapi.json')).status).toBe(200);
  expect(problems).toEqual([]);
});
