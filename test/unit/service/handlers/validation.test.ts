import { describe, expect, it } from 'vitest';
import { newTicketNumber } from '../../../../shared/model/ticket-number.ts';
import { startService, tokenOf } from '../start-service.ts';

const request = {
  ProjectId: 'P-7',
  ProjectName: 'Station',
  TicketNumber: '637',
  AccessToken: 'somebody’s token',
  RequestDate: '0001-01-01T00:00:00',
  Status: 'InProgress',
  ResultInCAD: null,
  CADProducts: [{ Id: 1, Properties: null }],
  SelectionBlobId: 'abc',
  Extra: { kept: true },
};

describe('a validation request', () => {
  it('is stored once however often it is sent, without the caller’s token', async () => {
    const { send } = await startService();
    for (let time = 0; time < 2; time += 1) {
      expect((await send('POST', '/ValidationRequest', request)).json()).toBe('637');
    }
    const stored = (await send('GET', '/validationrequest/P-7/637')).json();
    expect(stored).toMatchObject([{ projectName: 'Station', status: 1, Extra: { kept: true } }]);
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain('token');
  });

  it.each([
    '2020-02-03T10:20:30Z',
    '2024-02-29T10:20:30.1234567',
    '2020-02-03T10:20:30+02:00',
    '2020-02-03T10:20',
    '2020-02-03',
  ])('keeps its date as it came: %s', async (requestDate) => {
    const { send } = await startService();
    await send('POST', '/ValidationRequest', { ...request, RequestDate: requestDate });
    expect((await send('GET', '/validationrequest/P-7/637')).json()).toMatchObject([{ requestDate }]);
  });

  it.each([
    '2020-02-30T00:00:00Z',
    '2023-02-29',
    '2020-02-03 (x)',
    '2020-13-01T00:00:00Z',
    '2020-02-03T24:30:00Z',
    '2020-02-03T10:20:30 GMT',
    'yesterday',
  ])('with a date that older clients cannot read is refused: %s', async (RequestDate) => {
    const { send } = await startService();
    const answer = await send('POST', '/ValidationRequest', { ...request, RequestDate });
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.json()).toMatchObject({ errors: [{ pointer: '/requestDate' }] });
  });

  it.each(['ProjectId', 'ProjectName', 'TicketNumber'])(
    'whose %s is longer than a path may name is refused, which could never be deleted',
    async (name) => {
      const { send } = await startService();
      const longest = 'x'.repeat(256);
      expect((await send('POST', '/ValidationRequest', { ...request, [name]: longest })).status).toBe(200);
      const answer = await send('POST', '/ValidationRequest', { ...request, [name]: `${longest}x` });
      expect(answer).toMatchObject({ status: 400 });
      const detail = 'a value has at most 256 characters';
      expect(answer.json()).toMatchObject({ errors: [{ in: 'body', detail }] });
      const named = await send('DELETE', `/ValidationRequest/P-7/${longest}x`);
      expect(named.json()).toMatchObject({ errors: [{ in: 'path', name: 'ticketNumber', detail }] });
    },
  );

  it('keeps all digits of a ticket number that is a number', async () => {
    const { service, send } = await startService();
    const address = await service.listen(0);
    const headers = { authorization: `Bearer ${await tokenOf(service)}`, 'content-type': 'application/json' };
    for (const ticket of ['637286838000000001', '637286838000000002']) {
      const body = `{"ProjectId":"P-7","TicketNumber":${ticket}}`;
      const answer = await fetch(`${address}/api/v1/validationrequest`, { method: 'POST', headers, body });
      expect(await answer.json()).toBe(ticket);
      expect((await send('GET', `/ValidationRequest/P-7/${ticket}`)).json()).toMatchObject([{ ticketNumber: ticket }]);
    }
  });

  it('is found and deleted under the names it was sent with, white space around them too', async () => {
    const { send } = await startService();
    const names = { ProjectId: ' P-7', ProjectName: 'Station ', TicketNumber: ' 77 ' };
    expect((await send('POST', '/ValidationRequest', { ...request, ...names })).json()).toBe('77');
    for (const path of ['/ValidationRequest/%20P-7/%2077%20', '/ValidationRequests/%20P-7/Station%20/%2077%20']) {
      expect((await send('GET', path)).json()).toMatchObject([{ projectId: 'P-7', ticketNumber: '77' }]);
    }
    expect((await send('DELETE', '/ValidationRequest/%20P-7/%2077%20')).text).toBe('true');
  });

  it('without a ticket number gets one as clients make them, of the same moment', async () => {
    const nowMs = Date.UTC(2026, 4, 20, 12);
    const { send } = await startService({ now: () => nowMs });
    const ticket = (await send('POST', '/ValidationRequest', { ProjectId: 'P-7' })).json() as string;
    expect(ticket.slice(0, -4)).toBe(newTicketNumber(nowMs).slice(0, -4));
    expect(ticket).toMatch(/^\d{18}$/);
    expect((await send('GET', `/ValidationRequest/P-7/${ticket}`)).json()).toHaveLength(1);
  });

  it('without a ticket number gets one that no other has, however many come in one moment', async () => {
    const nowMs = Date.UTC(2026, 4, 20, 12);
    const { send } = await startService({ now: () => nowMs });
    const taken = String(BigInt(newTicketNumber(nowMs)) + 2n);
    await send('POST', '/ValidationRequest', { ProjectId: 'P-7', TicketNumber: taken });
    const sent = await Promise.all(
      Array.from({ length: 6 }, () => send('POST', '/ValidationRequest', { ProjectId: 'P-7' })),
    );
    const tickets = new Set(sent.map((answer) => answer.json()));
    expect(sent.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect([tickets.size, tickets.has(taken)]).toEqual([6, false]);
    expect((await send('GET', '/ValidationRequest/P-7/')).json()).toHaveLength(7);
  });

  it('is listed with its project, and gone when it is deleted', async () => {
    const { send } = await startService();
    await send('POST', '/ValidationRequest', request);
    await send('POST', '/ValidationRequest', { ...request, TicketNumber: '638', ProjectName: 'Other' });
    expect((await send('GET', '/validationrequest/P-7/')).json()).toHaveLength(2);
    expect((await send('GET', '/ValidationRequests/P-7/Other')).json()).toHaveLength(1);
    expect((await send('GET', '/validationrequest/P-8/')).json()).toEqual([]);
    const deleted = await send('DELETE', '/validationrequest/P-7/637');
    expect(deleted.text).toBe('true');
    expect((await send('DELETE', '/validationrequest/P-7/637')).status).toBe(404);
    expect((await send('DELETE', '/ValidationRequests/P-7/Station/638')).status).toBe(404);
    expect((await send('DELETE', '/ValidationRequests/P-7/Other/638')).text).toBe('true');
  });
});

describe('deleting validation requests', () => {
  it.each([
    '/ValidationRequest/P-7',
    '/ValidationRequest/P-7/',
    '/validationrequest/P-7/%20',
    '/ValidationRequest//637',
    '/ValidationRequests/P-7/Station',
    '/ValidationRequests/P-7/Station/',
    '/ValidationRequests/P-7//637',
    '/ValidationRequests//Station/637',
  ])('never means a whole project: %s is refused', async (path) => {
    const { send } = await startService();
    await send('POST', '/ValidationRequest', request);
    const answer = await send('DELETE', path);
    expect(answer).toMatchObject({ status: 400 });
    expect((answer.json() as { detail: string }).detail).toContain('a value is missing');
    expect((await send('GET', '/validationrequest/P-7/')).json()).toHaveLength(1);
  });
});

describe('standards', () => {
  it('are a dictionary; the same name again has the same id', async () => {
    const { send } = await startService();
    const path = '/standard/LicenseCode?LICENSECODE=LICENSE-0001';
    const first = (await send('POST', path, 'Project standard')).json() as Record<string, string>;
    expect((await send('POST', path, { StandardName: 'Project standard' })).json()).toEqual(first);
    await send('POST', path, 'Another');
    const [id = ''] = Object.keys(first);
    expect((await send('GET', `/standard/${id.toUpperCase()}`)).json()).toEqual(first);
    for (const all of ['/standard', '/standard/', '/standard/All']) {
      expect(Object.values((await send('GET', all)).json() as object)).toEqual(['Another', 'Project standard']);
    }
  });
});
