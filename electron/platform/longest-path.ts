/**
 * How many characters a whole path may have for the programs of a platform to open it. On Windows most CAD programs keep
 * to MAX_PATH, which is 260 with the end mark ("Maximum Path Length Limitation", Win32 documentation), also where
 * Windows itself would store more; elsewhere it is PATH_MAX without its end mark.
 */
export function longestPathOf(platform: NodeJS.Platform): number {
  if (platform === 'win32') return 259;
  return platform === 'darwin' ? 1_023 : 4_095;
}
