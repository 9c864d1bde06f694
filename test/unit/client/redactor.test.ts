import { describe, expect, it } from 'vitest';
import { createRedactor, redact } from '../../../electron/client/redactor.ts';

describe('redact', () => {
  it('hides a secret in every form an address, a form or JSON gives it', () => {
    const secrets = ['a b/"ü"', 'a b'];
    for (const text of [
      'a b/"ü"',
      'a%20b%2F%22%C3%BC%22',
      'a%20b%2f%22%c3%bc%22',
      'a+b%2F%22%C3%BC%22',
      'a b/\\"ü\\"',
    ]) {
      expect(redact(`<${text}>`, secrets)).toBe('<•••>');
    }
  });

  it('hides a very short secret only where it stands alone, so that sentences stay readable', () => {
    expect(redact('s in /Files/s?x=s is a secret of the service', ['s'])).toBe(
      '••• in /Files/•••?x=••• is a secret of the service',
    );
  });

  it('hides a very short secret after a character that an address encodes, also one that is quoted in another', () => {
    expect(redact('/Files%2Fs %20s, %252Fs; %2fs', ['s'])).toBe('/Files%2F••• %20•••, %252F•••; %2f•••');
    expect(redact('100 %s and 20s', ['s'])).toBe('100 %••• and 20s');
  });

  it('hides a secret in an address that is quoted in another one', () => {
    const quoted = encodeURIComponent(encodeURIComponent('k/e+y=1'));
    expect(redact(`/login?ReturnUrl=%2FFiles%2F${quoted}&x=1`, ['k/e+y=1'])).toBe(
      '/login?ReturnUrl=%2FFiles%2F•••&x=1',
    );
  });

  it('leaves texts alone when there is nothing to hide', () => {
    expect(redact('as it is', ['', 'other'])).toBe('as it is');
  });
});

describe('an error that is cleaned', () => {
  it('has no secret in the codes of its causes, and has these where they hold none', () => {
    const redactor = createRedactor();
    redactor.remember('client-secret-1');
    const inner = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const outer = Object.assign(new Error('no sign-in', { cause: inner }), { code: 'FOR_CLIENT-SECRET-1' });
    const { cause } = redactor.clean(outer);
    expect(cause).toMatchObject({ code: 'FOR_•••', cause: { code: 'ECONNREFUSED' } });
  });
});
