import { generationsStep } from './generations-schema.ts';

/** Brings the search index up to date with some products. It stands in steps, so it never changes. */
const indexTexts = `INSERT OR REPLACE INTO product_texts (rowid, product_code, names, manufacturer, classes)
      SELECT product_id, product_code, names, manufacturer, classes FROM products_as_text`;

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
  // Catalogues do not always name the manufacturer's GLN. A column can only be made optional by rebuilding the table.
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
  // Classes by themselves, so that any two can be combined; words for features and values; and search by text.
  `
  CREATE TABLE etim_classes (
    code TEXT NOT NULL,
    version INTEGER NOT NULL,
    words TEXT NOT NULL,
    definition TEXT NOT NULL,
    PRIMARY KEY (code, version)
  ) STRICT;
  CREATE TABLE modelling_classes (
    code TEXT NOT NULL,
    version INTEGER NOT NULL,
    words TEXT NOT NULL,
    definition TEXT NOT NULL,
    PRIMARY KEY (code, version)
  ) STRICT;
  INSERT OR IGNORE INTO etim_classes
    SELECT etim_class_code, etim_class_version,
      coalesce((SELECT group_concat(value, ' ') FROM json_each(structure, '$.etimClass.descriptions')), ''),
      json_set(structure -> '$.etimClass', '$.synonyms', json('{}'), '$.complete', json('false'), '$.features', json((
        SELECT json_group_array(json(value)) FROM json_each(structure, '$.features') WHERE value ->> 'origin' = 'etim')))
    FROM structures;
  INSERT OR IGNORE INTO modelling_classes
    SELECT modelling_class_code, modelling_class_version,
      coalesce((SELECT group_concat(value, ' ') FROM json_each(structure, '$.modellingClass.descriptions')), ''),
      json_set(structure -> '$.modellingClass', '$.complete', json('false'), '$.features', json((
        SELECT json_group_array(json(value)) FROM json_each(structure, '$.features')
        WHERE value ->> 'origin' = 'modelling')))
    FROM structures;
  DROP TABLE structures;

  CREATE TABLE terms (code TEXT PRIMARY KEY, descriptions TEXT NOT NULL) STRICT, WITHOUT ROWID;

  ALTER TABLE products ADD COLUMN etim_class_code TEXT AS (product ->> 'etimClassCode') VIRTUAL;
  ALTER TABLE products ADD COLUMN modelling_class_code TEXT AS (product ->> 'modellingClassCode') VIRTUAL;
  CREATE INDEX products_by_product_code ON products (product_code);
  CREATE INDEX products_by_etim_class ON products (etim_class_code);
  CREATE INDEX products_by_modelling_class ON products (modelling_class_code);

  CREATE VIRTUAL TABLE product_texts USING fts5 (
    product_code, names, manufacturer, classes,
    content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
  );
  CREATE VIEW products_as_text (product_id, product_code, names, manufacturer, classes, etim_class_code,
      modelling_class_code) AS
    SELECT product_id, product_code,
      (SELECT group_concat(value, ' ') FROM json_each(product, '$.names')),
      product ->> 'manufacturerName',
      concat_ws(' ',
        (SELECT group_concat(words, ' ') FROM etim_classes WHERE code = etim_class_code),
        (SELECT group_concat(words, ' ') FROM modelling_classes WHERE code = modelling_class_code)),
      etim_class_code, modelling_class_code
    FROM products;
  CREATE TRIGGER product_added AFTER INSERT ON products
    BEGIN ${indexTexts} WHERE product_id = NEW.product_id; END;
  CREATE TRIGGER product_changed AFTER UPDATE OF product ON products
    BEGIN ${indexTexts} WHERE product_id = NEW.product_id; END;
  CREATE TRIGGER product_removed AFTER DELETE ON products
    BEGIN DELETE FROM product_texts WHERE rowid = OLD.product_id; END;
  CREATE TRIGGER etim_class_added AFTER INSERT ON etim_classes
    BEGIN ${indexTexts} WHERE etim_class_code = NEW.code; END;
  CREATE TRIGGER etim_class_reworded AFTER UPDATE OF words ON etim_classes WHEN OLD.words <> NEW.words
    BEGIN ${indexTexts} WHERE etim_class_code = NEW.code; END;
  CREATE TRIGGER modelling_class_added AFTER INSERT ON modelling_classes
    BEGIN ${indexTexts} WHERE modelling_class_code = NEW.code; END;
  CREATE TRIGGER modelling_class_reworded AFTER UPDATE OF words ON modelling_classes WHEN OLD.words <> NEW.words
    BEGIN ${indexTexts} WHERE modelling_class_code = NEW.code; END;
  ${indexTexts};
  `,
  generationsStep,
  // BIM-ready states by themselves: thousands of them are set in one commit, which would write every product again.
  `
  CREATE TABLE bim_states (product_id INTEGER PRIMARY KEY, ready INTEGER NOT NULL) STRICT;
  INSERT OR IGNORE INTO bim_states SELECT product_id, bim_ready FROM products WHERE bim_ready IS NOT NULL;
  ALTER TABLE products DROP COLUMN bim_ready;
  CREATE TRIGGER bim_state_of_nothing AFTER DELETE ON products BEGIN
    DELETE FROM bim_states WHERE product_id = OLD.product_id
      AND NOT EXISTS (SELECT 1 FROM products WHERE product_id = OLD.product_id);
  END;
  `,
  // Fewer entries for each upload: after a day nearly every blob is old enough for the first index to be of no use, and
  // the others are asked for what was changed or released, of which a history that is just being made says nothing.
  `
  DROP INDEX blobs_by_time;
  DROP INDEX histories_by_change;
  DROP INDEX histories_by_release;
  CREATE INDEX histories_by_change ON histories (application_name, application_version, newest_at, history_id)
    WHERE newest_at IS NOT NULL;
  CREATE INDEX histories_by_release ON histories (application_name, application_version, release_at, history_id)
    WHERE release_at IS NOT NULL;
  `,
  // Classes are found by any part of their words: compounds are one word in Dutch and German (kogelkraan).
  ...['etim_classes', 'modelling_classes'].map(
    (table) => `
  CREATE VIRTUAL TABLE ${table}_texts USING fts5 (
    code, words, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1'
  );
  INSERT INTO ${table}_texts (${table}_texts, rank) VALUES ('deletemerge', 0);
  INSERT INTO ${table}_texts (rowid, code, words) SELECT rowid, code, words FROM ${table};
  CREATE TRIGGER ${table}_text_added AFTER INSERT ON ${table}
    BEGIN INSERT INTO ${table}_texts (rowid, code, words) VALUES (NEW.rowid, NEW.code, NEW.words); END;
  CREATE TRIGGER ${table}_text_removed AFTER DELETE ON ${table}
    BEGIN DELETE FROM ${table}_texts WHERE rowid = OLD.rowid; END;
  `,
  ),
  // The id that the folder of the files has, too.
  `
  CREATE TABLE pairing (id TEXT NOT NULL) STRICT;
  INSERT INTO pairing VALUES (lower(hex(randomblob(16))));
  `,
];
