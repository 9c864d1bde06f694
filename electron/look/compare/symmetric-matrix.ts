/** Largest eigenvalue first; each vector has length 1. */
interface Eigen {
  readonly values: readonly number[];
  readonly vectors: readonly (readonly number[])[];
}

const mostSweeps = 50;

/** Eigenvalues and eigenvectors of a small symmetric matrix, by Jacobi's rotations. */
export function eigenOf(symmetric: readonly (readonly number[])[]): Eigen {
  const size = symmetric.length;
  const matrix = symmetric.map((row) => [...row]);
  const vectors = matrix.map((_, row) => matrix.map((__, column) => (row === column ? 1 : 0)));
  const scale = Math.max(...matrix.flat().map(Math.abs));
  for (let sweep = 0; sweep < mostSweeps; sweep += 1) {
    let off = 0;
    for (let p = 0; p < size; p += 1) {
      for (let q = p + 1; q < size; q += 1) {
        off = Math.max(off, Math.abs(at(matrix, p, q)));
        rotate(matrix, vectors, p, q);
      }
    }
    if (off <= 1e-15 * scale) break;
  }
  const order = matrix.map((_, index) => index).sort((a, b) => at(matrix, b, b) - at(matrix, a, a));
  return {
    values: order.map((index) => at(matrix, index, index)),
    vectors: order.map((index) => vectors.map((row) => row[index] ?? 0)),
  };
}

/** Turns the plane of two axes so that nothing is left between them. */
function rotate(matrix: number[][], vectors: number[][], p: number, q: number): void {
  const between = at(matrix, p, q);
  if (between === 0) return;
  const theta = (at(matrix, q, q) - at(matrix, p, p)) / (2 * between);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const cos = 1 / Math.hypot(tangent, 1);
  const sin = tangent * cos;
  const mix = (row: number[]): void => {
    const [a = 0, b = 0] = [row[p], row[q]];
    row[p] = cos * a - sin * b;
    row[q] = sin * a + cos * b;
  };
  matrix.forEach(mix);
  const [first = [], second = []] = [matrix[p], matrix[q]];
  for (let column = 0; column < matrix.length; column += 1) {
    const [a = 0, b = 0] = [first[column], second[column]];
    first[column] = cos * a - sin * b;
    second[column] = sin * a + cos * b;
  }
  vectors.forEach(mix);
}

const at = (matrix: readonly (readonly number[])[], row: number, column: number): number => matrix[row]?.[column] ?? 0;
