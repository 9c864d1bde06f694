import { z } from 'zod';

/** Answer of operation 23: a flat dictionary of texts (wire format 3.7). Credentials are there only for callers with a token. */
export const dataInformation = z
  .record(
    z.string(),
    z.preprocess(
      (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
      z.string(),
    ),
  )
  .meta({ id: 'DataInformation' });
