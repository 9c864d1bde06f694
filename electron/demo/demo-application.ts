/** The CAD application of the demo library: neutral files take it for their key. */
export const demoApplication = { applicationName: 'Revit', applicationVersion: '2025' } as const;
