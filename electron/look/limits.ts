/** What looking at one file may cost. Beyond it the file is refused, with a reason. */
export interface LookLimits {
  readonly fileBytes: number;
  /** From the start of its worker until the shapes are there. */
  readonly timeMs: number;
  /** Of WebAssembly and of JavaScript objects, each. */
  readonly memoryBytes: number;
  readonly triangles: number;
  readonly parts: number;
  /** Of lines, where a drawing repeats its blocks. */
  readonly points: number;
}

const mebibyte = 1024 ** 2;

/** STEP takes some 3 MiB of memory for each of a file, so larger files would end at the memory. */
export const lookLimits: LookLimits = {
  fileBytes: 256 * mebibyte,
  timeMs: 60_000,
  memoryBytes: 1024 * mebibyte,
  triangles: 4_000_000,
  parts: 20_000,
  points: 4_000_000,
};
