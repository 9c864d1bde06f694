import type { Details } from '../put-into-words.ts';

/** What the library says that checks records by their schemas, and what goes before. */
export const schemas: Details = {
  'The answer does not have the form expected': 'Het antwoord heeft niet de verwachte vorm',
  'The answer does not have the form expected at {}': 'Het antwoord heeft bij {} niet de verwachte vorm',
  'Invalid input': 'Ongeldige waarde',
  'Invalid input: expected {}': 'Ongeldige waarde: {} verwacht',
  'Invalid input: expected {}, received {}': 'Ongeldige waarde: {} verwacht, {} ontvangen',
  'Invalid option: expected one of {}': 'Ongeldige keuze: een van {} verwacht',
  'Invalid string: must match pattern {}': 'Ongeldige tekst: moet voldoen aan {}',
  'Too small: expected {} to be >={}': 'Te klein: {} moet >={} zijn',
  'Too big: expected {} to be <={}': 'Te groot: {} moet <={} zijn',
  'Too small: expected {} to have >={} characters': 'Te kort: {} moet >={} tekens hebben',
  'Too big: expected {} to have <={} characters': 'Te lang: {} moet <={} tekens hebben',
  'Too small: expected {} to have >={} items': 'Te weinig: {} moet >={} onderdelen hebben',
  'Too big: expected {} to have <={} items': 'Te veel: {} moet <={} onderdelen hebben',
  'Unrecognized key: {}': 'Onbekende naam: {}',
  'Unrecognized keys: {}': 'Onbekende namen: {}',
};
