export const credentials = { clientId: 'unit', clientSecret: 'unit-secret' };
export const licenseCode = 'LICENSE-0001';
