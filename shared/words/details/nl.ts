import type { Details } from './put-into-words.ts';
import { client } from './nl/client.ts';
import { engine } from './nl/engine.ts';
import { files } from './nl/files.ts';
import { imports } from './nl/imports.ts';
import { service } from './nl/service.ts';

/** The details of errors in Dutch. */
export const dutchDetails: Details = { ...client, ...engine, ...files, ...imports, ...service };
