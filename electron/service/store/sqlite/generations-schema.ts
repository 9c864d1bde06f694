import { noEnd } from '../generation-rows.ts';

/** Brings the search index up to date with some products, by their rows. It stands in steps, so it never changes. */
const indexRows = `INSERT OR REPLACE INTO product_texts (rowid, product_code, names, manufacturer, classes)
      SELECT row_id, product_code, names, manufacturer, classes FROM products_as_text`;

/**
 * The step of the database that brings product data in generations: a row counts from the import `since` on, up to but not
 * including the import `until`. So an import can be written bit by bit and shown, or dropped, as a whole: `shown` says up
 * to which import rows count, and `tidied` up to which all others have gone. The search index must not merge itself because
 * of removed rows (`deletemerge`): one such merge kept all requests waiting for 0.3 s; its usual merges are small.
 * `reworded_after` is the last product that was indexed before its class had its words; 0 where it had them before the
 * import. Those up to it are indexed again once the import is shown.
 */
export const generationsStep = `
  CREATE TABLE product_data (shown INTEGER NOT NULL, tidied INTEGER NOT NULL) STRICT;
  INSERT INTO product_data VALUES (0, 0);
  INSERT INTO product_texts (product_texts, rank) VALUES ('deletemerge', 0);

  DROP TRIGGER etim_class_added;
  DROP TRIGGER etim_class_reworded;
  DROP TRIGGER modelling_class_added;
  DROP TRIGGER modelling_class_reworded;
  DROP TRIGGER product_added;
  DROP TRIGGER product_changed;
  DROP TRIGGER product_removed;
  DROP VIEW products_as_text;
  CREATE TABLE products_anew (
    row_id INTEGER PRIMARY KEY,
    product_id INTEGER NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    manufacturer_gln TEXT,
    product_code TEXT NOT NULL,
    bim_ready INTEGER,
    product TEXT NOT NULL,
    etim_class_code TEXT AS (product ->> 'etimClassCode') VIRTUAL,
    modelling_class_code TEXT AS (product ->> 'modellingClassCode') VIRTUAL
  ) STRICT;
  INSERT INTO products_anew (row_id, product_id, since, until, manufacturer_gln, product_code, bim_ready, product)
    SELECT product_id, product_id, 0, ${noEnd}, manufacturer_gln, product_code, bim_ready, product FROM products;
  CREATE TABLE gtins_anew (
    gtin TEXT NOT NULL,
    row_id INTEGER NOT NULL REFERENCES products (row_id) ON DELETE CASCADE,
    PRIMARY KEY (gtin, row_id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO gtins_anew SELECT gtin, product_id FROM product_gtins;
  DROP TABLE product_gtins;
  DROP TABLE products;
  ALTER TABLE products_anew RENAME TO products;
  ALTER TABLE gtins_anew RENAME TO product_gtins;
  CREATE INDEX gtins_by_row ON product_gtins (row_id);
  CREATE INDEX products_by_id ON products (product_id);
  CREATE INDEX products_by_product_code ON products (product_code);
  CREATE INDEX products_by_manufacturer ON products (manufacturer_gln, product_code);
  CREATE INDEX products_by_etim_class ON products (etim_class_code);
  CREATE INDEX products_by_modelling_class ON products (modelling_class_code);

  CREATE TABLE etim_classes_anew (
    code TEXT NOT NULL, version INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL,
    words TEXT NOT NULL, definition TEXT NOT NULL, reworded_after INTEGER NOT NULL, PRIMARY KEY (code, version, since)
  ) STRICT;
  INSERT INTO etim_classes_anew SELECT code, version, 0, ${noEnd}, words, definition, 0 FROM etim_classes;
  DROP TABLE etim_classes;
  ALTER TABLE etim_classes_anew RENAME TO etim_classes;
  CREATE TABLE modelling_classes_anew (
    code TEXT NOT NULL, version INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL,
    words TEXT NOT NULL, definition TEXT NOT NULL, reworded_after INTEGER NOT NULL, PRIMARY KEY (code, version, since)
  ) STRICT;
  INSERT INTO modelling_classes_anew SELECT code, version, 0, ${noEnd}, words, definition, 0 FROM modelling_classes;
  DROP TABLE modelling_classes;
  ALTER TABLE modelling_classes_anew RENAME TO modelling_classes;
  CREATE TABLE terms_anew (
    code TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL, descriptions TEXT NOT NULL,
    PRIMARY KEY (code, since)
  ) STRICT;
  INSERT INTO terms_anew SELECT code, 0, ${noEnd}, descriptions FROM terms;
  DROP TABLE terms;
  ALTER TABLE terms_anew RENAME TO terms;
  ${['products', 'etim_classes', 'modelling_classes', 'terms']
    .map(
      (table) => `CREATE INDEX ${table}_by_since ON ${table} (since);
  CREATE INDEX ${table}_by_until ON ${table} (until) WHERE until < ${noEnd};`,
    )
    .join('\n  ')}

  CREATE VIEW products_as_text (row_id, product_code, names, manufacturer, classes, etim_class_code,
      modelling_class_code, since) AS
    SELECT row_id, product_code,
      (SELECT group_concat(value, ' ') FROM json_each(product, '$.names')),
      product ->> 'manufacturerName',
      concat_ws(' ',
        (SELECT group_concat(words, ' ') FROM etim_classes WHERE code = etim_class_code AND +until = ${noEnd}),
        (SELECT group_concat(words, ' ') FROM modelling_classes
          WHERE code = modelling_class_code AND +until = ${noEnd})),
      etim_class_code, modelling_class_code, since
    FROM products;
  CREATE TRIGGER product_added AFTER INSERT ON products
    BEGIN ${indexRows} WHERE row_id = NEW.row_id; END;
  CREATE TRIGGER product_removed AFTER DELETE ON products
    BEGIN DELETE FROM product_texts WHERE rowid = OLD.row_id; END;
  `;
