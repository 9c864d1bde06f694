/** Every step of the database from empty to the newest form. Steps are only ever added: databases in use took the old ones. */
export const schemaSteps: readonly string[] = [
  `
  CREATE TABLE blobs (
    blob_id TEXT PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE,
    size_bytes INTEGER NOT NULL,
    stored_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX blobs_by_time ON blobs (stored_at);

  CREATE TABLE histories (
    history_id INTEGER PRIMARY KEY,
    application_name TEXT NOT NULL,
    application_version TEXT NOT NULL,
    etim_class_code TEXT NOT NULL,
    etim_class_code_version TEXT NOT NULL,
    etim_model_code TEXT NOT NULL,
    etim_model_code_version TEXT NOT NULL,
    type TEXT NOT NULL,
    language_code TEXT NOT NULL,
    attachment_name TEXT NOT NULL,
    newest_id INTEGER,
    newest_at INTEGER,
    release_id INTEGER,
    release_at INTEGER,
    UNIQUE (application_name, etim_class_code, etim_model_code, application_version, etim_class_code_version,
      etim_model_code_version, type, language_code, attachment_name)
  ) STRICT;
  CREATE INDEX histories_by_change ON histories (application_name, application_version, newest_at, history_id);
  CREATE INDEX histories_by_release ON histories (application_name, application_version, release_at, history_id);

  CREATE TABLE versions (
    version_id INTEGER PRIMARY KEY,
    history_id INTEGER NOT NULL REFERENCES histories (history_id),
    major INTEGER NOT NULL,
    minor INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    comments TEXT,
    blob_id TEXT NOT NULL REFERENCES blobs (blob_id),
    record TEXT NOT NULL,
    UNIQUE (history_id, major, minor)
  ) STRICT;
  CREATE INDEX versions_by_blob ON versions (blob_id);

  CREATE TABLE structures (
    etim_class_code TEXT NOT NULL,
    etim_class_version INTEGER NOT NULL,
    modelling_class_code TEXT NOT NULL,
    modelling_class_version INTEGER NOT NULL,
    structure TEXT NOT NULL,
    PRIMARY KEY (etim_class_code, modelling_class_code, etim_class_version, modelling_class_version)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE products (
    product_id INTEGER PRIMARY KEY,
    manufacturer_gln TEXT NOT NULL,
    product_code TEXT NOT NULL,
    bim_ready INTEGER,
    product TEXT NOT NULL,
    UNIQUE (manufacturer_gln, product_code)
  ) STRICT;

  CREATE TABLE product_gtins (
    gtin TEXT NOT NULL,
    product_id INTEGER NOT NULL REFERENCES products (product_id) ON DELETE CASCADE,
    PRIMARY KEY (gtin, product_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX gtins_by_product ON product_gtins (product_id);

  CREATE TABLE standards (standard_id TEXT PRIMARY KEY, standard_name TEXT NOT NULL UNIQUE) STRICT;

  CREATE TABLE validation_files (
    blob_id TEXT PRIMARY KEY REFERENCES blobs (blob_id),
    file_name TEXT,
    content_type TEXT
  ) STRICT;

  CREATE TABLE validation_requests (
    project_id TEXT NOT NULL,
    ticket_number TEXT NOT NULL,
    project_name TEXT NOT NULL,
    request TEXT NOT NULL,
    PRIMARY KEY (project_id, ticket_number)
  ) STRICT;

  CREATE TABLE filters (filter_id INTEGER PRIMARY KEY AUTOINCREMENT, filter TEXT NOT NULL) STRICT;
  `,
  // Catalogues do not always name the manufacturer's GLN. A column can only be made optional by making the table anew.
  `
  CREATE TABLE products_anew (
    product_id INTEGER PRIMARY KEY,
    manufacturer_gln TEXT,
    product_code TEXT NOT NULL,
    bim_ready INTEGER,
    product TEXT NOT NULL,
    UNIQUE (manufacturer_gln, product_code)
  ) STRICT;
  INSERT INTO products_anew SELECT * FROM products;
  DROP TABLE products;
  ALTER TABLE products_anew RENAME TO products;
  `,
];
