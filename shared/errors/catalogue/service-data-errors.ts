import { type ErrorKind, nothingChanged, nothingLost, nothingSent, permanent, transient } from './error-kind.ts';

/** What keeps a service from its data: its database, its store of files, imports and copies. */
export const serviceDataErrors = {
  'service-data-in-use': permanent(
    500,
    'Another process is already serving this data folder.',
    'It goes on, and nothing was changed.',
    'none',
  ),
  'file-store-away': transient(503, 'The service cannot reach its store of files now.', nothingLost, 'none'),
  'file-store-refused': permanent(500, 'The store of files refuses the service.', nothingLost, 'check-input'),
  'database-unreachable': transient(
    503,
    'The database of the service cannot be reached at the moment.',
    'Everything the service has acknowledged is safe.',
    'none',
  ),
  'database-crowded': transient(
    503,
    'The database of the service takes no more connections at the moment.',
    'Everything the service has acknowledged is safe.',
    'none',
  ),
  'database-refused': permanent(
    500,
    'The database of the service did not accept the user, the password or the name of the database.',
    nothingChanged,
    'check-input',
  ),
  'database-unsuitable': permanent(500, 'The service cannot work with this database.', nothingChanged, 'none'),
  'database-address-invalid': permanent(
    0,
    'This is not the address of a PostgreSQL database: it looks like postgres://user@host:5432/database.',
    nothingChanged,
    'check-input',
  ),
  'import-file-unreadable': permanent(
    0,
    'The file cannot be imported.',
    'The product data from before is unchanged.',
    'none',
  ),
  'copy-target-differs': permanent(
    0,
    'The place to copy to has something that the service to copy has not, or has in another way.',
    'What was there is unchanged.',
    'check-input',
  ),
  'copy-names-meet': permanent(
    0,
    'Two things have names that this database cannot tell apart.',
    'The service to copy is unchanged.',
    'check-input',
  ),
  'copy-bytes-damaged': permanent(
    0,
    'The bytes of a file are not those that were stored.',
    'The service to copy is unchanged, and what was copied before is whole.',
    'check-input',
  ),
  'copy-bytes-lost': permanent(
    0,
    'The service to copy does not have the bytes of some files.',
    'It is unchanged, and everything else was copied and proven. A copy that is run once it has them brings them.',
    'restore-bytes',
  ),
  'copy-not-verified': permanent(
    0,
    'Both sides differ after the copy: one of them was changed meanwhile.',
    'The service to copy is unchanged. Copy again while nobody works with either.',
    'try-again',
  ),
  'import-under-way': permanent(409, 'An import is already running.', '', 'none'),
  'file-store-address-invalid': permanent(
    0,
    'This is not the address of a store of files, such as s3://bucket/prefix?endpoint=https://s3.example.com.',
    nothingSent,
    'check-input',
  ),
  'files-of-another-database': permanent(
    0,
    'These files do not belong to this database.',
    nothingChanged,
    'check-input',
  ),
  'database-gone': permanent(
    0,
    'A database of the service is gone or empty, and what belongs to it is still there.',
    'Nothing was changed. Put the database back, or the one of your last backup, and start again.',
    'none',
  ),
} as const satisfies Record<string, ErrorKind>;
