import type { LibraryShape } from './plan-library.ts';

/** 2,000 files of 1 GB in all, the largest of 80 MB. */
export function gigabyteShape(small: boolean): LibraryShape {
  return small
    ? { name: 'gigabyte-tenth', files: 200, totalBytes: 100e6, medianBytes: 150e3, hotFiles: 100, seed: 1 }
    : { name: 'gigabyte', files: 2_000, totalBytes: 1e9, medianBytes: 150e3, hotFiles: 1_000, seed: 1 };
}

/** 20,000 files of 4 KB median. */
export function smallFilesShape(small: boolean): LibraryShape {
  return small
    ? { name: 'small-files-tenth', files: 2_000, totalBytes: 16e6, medianBytes: 4_096, hotFiles: 1_000, seed: 2 }
    : { name: 'small-files', files: 20_000, totalBytes: 160e6, medianBytes: 4_096, hotFiles: 1_000, seed: 2 };
}

/** 100,000 files, as small as they can be: what counts is how many there are. */
export function largeShape(small: boolean): LibraryShape {
  return small
    ? { name: 'large-tenth', files: 10_000, totalBytes: 22e6, medianBytes: 2_048, hotFiles: 1_000, seed: 3 }
    : { name: 'large', files: 100_000, totalBytes: 220e6, medianBytes: 2_048, hotFiles: 1_000, seed: 3 };
}

/** So many files, as small as they can be, for what each of them costs among few and among many. */
export function scaleShape(files: number, unassigned = false): LibraryShape {
  const name = `scale-${files}${unassigned ? '-unassigned' : ''}`;
  const hotFiles = Math.min(1_000, Math.ceil(files / 2));
  return { name, files, totalBytes: files * 2_200, medianBytes: 2_048, hotFiles, seed: 4, unassigned };
}
