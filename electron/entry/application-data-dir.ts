import envPaths from 'env-paths';

/** Where this computer keeps the data of applications for the person who is signed in. */
export function applicationDataDir(): string {
  return envPaths('CAD Library Sync', { suffix: '' }).data;
}
