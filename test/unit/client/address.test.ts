import { describe, expect, it } from 'vitest';
import { createClient } from '../../../electron/client/client.ts';
import type { ClientOptions } from '../../../electron/client/connection.ts';
import { contract } from '../../../shared/api/contract.ts';
import type { OperationShape } from '../../../shared/api/operation.ts';
import { AppError } from '../../../shared/errors/app-error.ts';

const open = (options: Partial<ClientOptions>) =>
  createClient({
    contentAddress: 'https://content.test',
    clientId: 'designer',
    secrets: { clientSecret: async () => 'secret', licenseCode: async () => 'code' },
    ...options,
  });

function refusalOf(options: Partial<ClientOptions>): AppError {
  try {
    open(options);
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
  }
  throw new Error('It was accepted.');
}

describe.each(['contentAddress', 'dataAddress', 'tokenAddress'] as const)('the %s of a client', (role) => {
  it('is refused over http to another computer, until somebody accepts that', async () => {
    const refusal = refusalOf({ [role]: 'http://content.test' });
    expect(refusal).toMatchObject({
      code: 'address-not-encrypted',
      detail: 'http://content.test is another computer.',
    });
    await open({ [role]: 'http://content.test', allowHttp: true }).close();
    await open({ [role]: 'http://127.0.0.1:1' }).close();
  });

  it('is refused with another scheme than http and https', () => {
    expect(refusalOf({ [role]: 'ftp://content.test' }).code).toBe('address-scheme-refused');
    expect(refusalOf({ [role]: 'content.test:443' }).code).toBe('address-scheme-refused');
  });

  it('is refused when it is none', () => {
    expect(refusalOf({ [role]: 'service' }).code).toBe('address-invalid');
  });

  it('is refused with a password in it, which the error does not repeat', () => {
    const refusal = refusalOf({ [role]: 'https://ann:swordfish@content.test' });
    expect(refusal.code).toBe('address-with-password');
    expect(JSON.stringify(refusal) + refusal.message).not.toContain('swordfish');
  });
});

it('only operations of the content area carry the license code', () => {
  const withLicense = Object.values<OperationShape>(contract).filter(({ license }) => license !== undefined);
  expect(withLicense.length).toBeGreaterThan(2);
  expect(new Set(withLicense.map(({ area }) => area))).toEqual(new Set(['content']));
});
