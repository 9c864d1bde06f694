const programs: Readonly<Record<string, string>> = {
  'every system': 'het systeem',
  browsers: 'een browser',
  'the network drive': 'het netwerkstation',
  'AutoCAD and Rhino': 'AutoCAD of Rhino',
  'Archicad and Inventor': 'Archicad of Inventor',
  'SolidWorks and office programs': 'SolidWorks of een kantoorprogramma',
};
/** What Dutch calls the programs that leave companions beside drawings, where it has words of its own for them. */
export const programName = (program: string): string => programs[program] ?? program;

/** What companions are for. */
export const purposes = {
  lock: 'een vergrendeling',
  backup: 'een reservekopie',
  temporary: 'een tijdelijk bestand',
  journal: 'een logboek',
  system: 'een systeembestand',
  folder: 'een map',
} as const;
