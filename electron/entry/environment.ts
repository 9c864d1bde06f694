/** The environment variables a command reads; secrets come from here or the keychain, never from arguments. */
export const environmentNames = {
  contentAddress: 'CADSYNC_BASE_URL',
  dataAddress: 'CADSYNC_DATA_URL',
  tokenAddress: 'CADSYNC_AUTH_URL',
  clientId: 'CADSYNC_CLIENT_ID',
  clientSecret: 'CADSYNC_CLIENT_SECRET',
  licenseCode: 'CADSYNC_LICENSE_CODE',
} as const;

export type EnvironmentName = keyof typeof environmentNames;

export function fromEnvironment(name: EnvironmentName): string | undefined {
  const value = process.env[environmentNames[name]];
  return value === undefined || value === '' ? undefined : value;
}
