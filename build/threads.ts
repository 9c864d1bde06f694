/** The scripts of the threads, without their ending: whoever asks one looks for it next to itself, so each bundle has all. */
export const threads = [
  'platform/reading/reading-worker',
  'platform/writing/writing-worker',
  'look/shape-worker',
  'pictures/picture-worker',
  'pictures/look-worker',
] as const;
