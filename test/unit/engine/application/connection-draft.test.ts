import { describe, expect, it } from 'vitest';
import { encryptedOrAccepted, settingsOf } from '../../../../electron/engine/application/connection-draft.ts';

const draft = {
  contentAddress: ' https://content.example ',
  dataAddress: '',
  tokenAddress: 'https://login.example/token',
  clientId: ' office ',
  secrets: { clientSecret: 'never kept here' },
};
const open = { ...draft, contentAddress: 'http://content.example' };
const none = { httpAcceptedFor: '' };

describe('a connection that a person enters', () => {
  it('is kept without blanks around it, and without its secrets', () => {
    expect(settingsOf(none, draft, false)).toEqual({
      settings: {
        kind: 'remote',
        contentAddress: 'https://content.example',
        dataAddress: '',
        tokenAddress: 'https://login.example/token',
        clientId: 'office',
        httpAcceptedFor: '',
      },
      origins: expect.stringContaining('https://content.example') as string,
      unencrypted: [],
    });
  });

  it.each([
    'https://content.example/?license=KEY-1',
    'https://content.example/#KEY-1',
    ' https://content.example/?#KEY-1 ',
  ])('is kept without what is behind the path of an address, which is not used: %s', (contentAddress) => {
    const { settings } = settingsOf(none, { ...draft, contentAddress }, false);
    expect(settings.contentAddress).toBe('https://content.example/');
  });

  it('is refused for the first address that is none', () => {
    expect(() => settingsOf(none, { ...draft, tokenAddress: 'ftp://login.example' }, false)).toThrow();
    expect(() => settingsOf(none, { ...draft, contentAddress: '' }, false)).toThrow();
    expect(() => settingsOf(none, { ...draft, dataAddress: '?data' }, false)).toThrow();
  });

  it('names what is not encrypted until a person accepted it for these addresses', () => {
    expect(settingsOf(none, open, false).unencrypted).toEqual(['http://content.example']);
    expect(() => encryptedOrAccepted(none, open, false)).toThrow(
      expect.objectContaining({ code: 'address-not-encrypted' }) as Error,
    );
    const settings = encryptedOrAccepted(none, open, true);
    expect(settingsOf(settings, open, false).unencrypted).toEqual([]);
    expect(settingsOf(settings, { ...open, contentAddress: 'http://other.example' }, false).unencrypted).toEqual([
      'http://other.example',
    ]);
  });
});
