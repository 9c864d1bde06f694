/** What a command line may choose among. Apart from the records: who only asks for help carries no schemas. */

export const selectionKinds = ['interface', 'productselection'] as const;

/** The report for people, the result for programs, and what was sent. */
export const validationParts = ['report', 'result', 'sent'] as const;

/** How the id of a filter is written: a whole number, of which a service may give any that JSON carries exactly. */
export const filterIdForm = /^-?\d{1,16}$/;
