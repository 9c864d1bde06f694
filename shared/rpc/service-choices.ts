/** What a command line may choose among. Apart from the records: who only asks for help carries no schemas. */

export const selectionKinds = ['interface', 'productselection'] as const;

/** The report for people, the result for programs, and what was sent. */
export const validationParts = ['report', 'result', 'sent'] as const;
