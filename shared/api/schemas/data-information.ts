import { textDictionary } from './wire-values.ts';

/** Answer of operation 23: a flat dictionary of texts (wire format 3.7). Credentials are there only for callers with a token. */
export const dataInformation = textDictionary().meta({ id: 'DataInformation' });
