/** The key of a short file, by its ETIM class. */
export const keyOf = (etimClassCode: string) => ({
  applicationName: 'Revit',
  applicationVersion: '2025',
  etimClassCode,
  etimClassCodeVersion: '1',
  etimModelCode: 'MC000001',
  etimModelCodeVersion: '1',
  type: 'Template',
});

/** So many ETIM classes, one for each file. */
export const names = (count: number, first = 0): string[] =>
  Array.from({ length: count }, (_, index) => `EC${String(index + first).padStart(6, '0')}`);
