/**
 * Whether names that differ in case only are the same file, as on the disks that these systems usually have; that a Linux
 * disk may be set up so is the rare case.
 */
export const ignoresCase = process.platform === 'win32' || process.platform === 'darwin';
