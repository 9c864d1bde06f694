/** The program of the demo library, to which its neutral files belong. */
export const demoPrograms = [{ name: 'Revit', version: '2025' }] as const;
