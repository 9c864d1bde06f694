import { noEnd } from '../generation-rows.ts';

/** Everything of ours in a database is in this schema. */
export const schemaName = 'cadsync';

/** Texts are compared by their bytes, as in SQLite and whatever the database's own order is. */
const text = 'text COLLATE "C"';

const ofTenant = `tenant_id ${text} NOT NULL REFERENCES tenants`;

const generations = 'since bigint NOT NULL, until bigint NOT NULL';

const classTable = (table: string): string => `
  CREATE TABLE ${table} (
    ${ofTenant}, code ${text}, version integer, ${generations},
    folded ${text} NOT NULL, words tsvector NOT NULL, definition text NOT NULL,
    PRIMARY KEY (tenant_id, code, version, since)
  );
  CREATE INDEX ON ${table} USING gin (words);
  CREATE INDEX ON ${table} (tenant_id, since);
  CREATE INDEX ON ${table} (tenant_id, until) WHERE until < ${noEnd};`;

/**
 * Every step of the database from empty to the newest form. Steps are only ever added: databases in use took the old ones.
 * Each row of a store belongs to a tenant and refers to rows of that tenant only. Long names are found by their hash, because an index
 * entry has to be short.
 */
export const schemaSteps: readonly string[] = [
  `
  CREATE TABLE tenants (tenant_id ${text} PRIMARY KEY, filters_given bigint NOT NULL DEFAULT 0);

  CREATE TABLE blobs (
    ${ofTenant}, blob_id uuid, sha256 ${text} NOT NULL, size_bytes bigint NOT NULL, stored_at bigint NOT NULL,
    -- Whether something refers to it. What does is never removed, so this never goes back.
    used boolean NOT NULL DEFAULT false,
    PRIMARY KEY (tenant_id, blob_id),
    UNIQUE (tenant_id, sha256)
  );
  CREATE INDEX ON blobs (tenant_id, stored_at) WHERE NOT used;

  -- Who appends holds the row of the program until its commit: so the order of change is the order of the commits.
  CREATE TABLE programs (
    ${ofTenant}, application_name ${text}, application_version ${text},
    -- Another one with each append; none before the first.
    state uuid,
    listed_at bigint NOT NULL DEFAULT -1,
    has_files boolean NOT NULL DEFAULT false,
    PRIMARY KEY (tenant_id, application_name, application_version)
  );

  CREATE SEQUENCE history_ids AS bigint;
  CREATE TABLE histories (
    tenant_id ${text} NOT NULL,
    history_id bigint,
    application_name ${text} NOT NULL,
    application_version ${text} NOT NULL,
    etim_class_code ${text} NOT NULL,
    etim_class_code_version ${text} NOT NULL,
    etim_model_code ${text} NOT NULL,
    etim_model_code_version ${text} NOT NULL,
    type ${text} NOT NULL,
    language_code ${text} NOT NULL,
    attachment_name ${text} NOT NULL,
    key_hash uuid NOT NULL,
    newest_major integer NOT NULL,
    newest_minor integer NOT NULL,
    newest_listed_at bigint NOT NULL,
    release_major integer,
    release_listed_at bigint,
    PRIMARY KEY (tenant_id, history_id),
    UNIQUE (tenant_id, key_hash),
    FOREIGN KEY (tenant_id, application_name, application_version) REFERENCES programs
  );
  CREATE INDEX ON histories (tenant_id, application_name, etim_class_code, etim_model_code, application_version);
  CREATE INDEX ON histories (tenant_id, application_name, application_version, newest_listed_at, history_id)
    WHERE attachment_name = '';
  CREATE INDEX ON histories (tenant_id, application_name, application_version, release_listed_at, history_id)
    WHERE attachment_name = '' AND release_listed_at IS NOT NULL;

  CREATE TABLE versions (
    tenant_id ${text}, history_id bigint, major integer, minor integer,
    changed_at bigint NOT NULL, comments text, blob_id uuid NOT NULL, record text NOT NULL,
    PRIMARY KEY (tenant_id, history_id, major, minor),
    FOREIGN KEY (tenant_id, history_id) REFERENCES histories,
    FOREIGN KEY (tenant_id, blob_id) REFERENCES blobs
  );
  CREATE INDEX ON versions (tenant_id, blob_id);

  CREATE TABLE standards (
    ${ofTenant}, standard_id uuid, standard_name ${text} NOT NULL, name_hash uuid NOT NULL,
    PRIMARY KEY (tenant_id, standard_id),
    UNIQUE (tenant_id, name_hash)
  );

  CREATE TABLE validation_files (
    tenant_id ${text}, blob_id uuid, file_name text, content_type text,
    PRIMARY KEY (tenant_id, blob_id),
    FOREIGN KEY (tenant_id, blob_id) REFERENCES blobs
  );
  CREATE TABLE validation_requests (
    ${ofTenant}, project_hash uuid, ticket_hash uuid,
    ticket_number ${text} NOT NULL, project_name ${text} NOT NULL, request text NOT NULL,
    PRIMARY KEY (tenant_id, project_hash, ticket_hash)
  );

  CREATE TABLE filters (${ofTenant}, filter_id bigint, filter text NOT NULL, PRIMARY KEY (tenant_id, filter_id));

  -- Product data has generations: a row counts from the import since on, up to but not including the import until.
  CREATE TABLE product_data (${ofTenant} PRIMARY KEY, shown bigint NOT NULL DEFAULT 0, stage uuid);
  CREATE TABLE products (
    ${ofTenant}, row_id bigint GENERATED ALWAYS AS IDENTITY, product_id bigint NOT NULL, ${generations},
    manufacturer_gln ${text}, product_code ${text} NOT NULL,
    etim_class_code ${text}, modelling_class_code ${text},
    words tsvector NOT NULL, product text NOT NULL,
    PRIMARY KEY (tenant_id, row_id)
  );
  CREATE INDEX ON products (tenant_id, product_id);
  CREATE INDEX ON products (tenant_id, (left(product_code, 200)));
  CREATE INDEX ON products (tenant_id, etim_class_code, modelling_class_code);
  CREATE INDEX ON products (tenant_id, modelling_class_code);
  CREATE INDEX ON products USING gin (words);
  CREATE INDEX ON products (tenant_id, since);
  CREATE INDEX ON products (tenant_id, until) WHERE until < ${noEnd};
  CREATE TABLE product_gtins (
    tenant_id ${text}, gtin ${text}, row_id bigint,
    PRIMARY KEY (tenant_id, gtin, row_id),
    FOREIGN KEY (tenant_id, row_id) REFERENCES products ON DELETE CASCADE
  );
  CREATE INDEX ON product_gtins (tenant_id, row_id);
  CREATE TABLE bim_states (${ofTenant}, product_id bigint, ready boolean NOT NULL, PRIMARY KEY (tenant_id, product_id));
  ${classTable('etim_classes')}
  ${classTable('modelling_classes')}
  CREATE TABLE terms (
    ${ofTenant}, code ${text}, ${generations}, descriptions text NOT NULL, PRIMARY KEY (tenant_id, code, since)
  );
  CREATE INDEX ON terms (tenant_id, since);
  CREATE INDEX ON terms (tenant_id, until) WHERE until < ${noEnd};
  `,
  `
  -- Who asks, and for which tenant. Secrets and license codes are kept as hashes only, and count until their end.
  CREATE TABLE clients (client_id ${text} PRIMARY KEY, ${ofTenant}, rights text[] NOT NULL, added_at bigint NOT NULL, ended_at bigint);
  CREATE TABLE client_proofs (
    client_id ${text} REFERENCES clients, kind ${text} CHECK (kind IN ('secret', 'license')), hash ${text},
    ends_at bigint NOT NULL, PRIMARY KEY (client_id, kind, hash)
  );
  CREATE TABLE access_tokens (
    token_hash ${text} PRIMARY KEY, client_id ${text} NOT NULL REFERENCES clients, ends_at bigint NOT NULL
  );
  CREATE INDEX ON access_tokens (ends_at);
  CREATE INDEX ON access_tokens (client_id);
  -- Written with every request, and lost with a crash of the database: nobody waits for the disk because of them.
  CREATE UNLOGGED TABLE request_counts (caller ${text} PRIMARY KEY, used bigint[] NOT NULL, ends_at bigint[] NOT NULL);
  CREATE TABLE audit_entries (
    ${ofTenant}, entry_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, noted_at bigint NOT NULL,
    client_id ${text} NOT NULL, act ${text} NOT NULL, operation ${text} NOT NULL, subjects json NOT NULL
  );
  CREATE INDEX ON audit_entries (noted_at, entry_id);
  `,
  `
  -- One row: the id that the files have, too, once they are paired with this database.
  CREATE TABLE pairing (id uuid NOT NULL DEFAULT gen_random_uuid(), paired boolean NOT NULL DEFAULT false);
  CREATE UNIQUE INDEX ON pairing ((true));
  INSERT INTO pairing DEFAULT VALUES;
  `,
  `
  -- Where this database is, so that it notices when it was restored elsewhere; and the id that it had there.
  ALTER TABLE pairing ADD COLUMN place text, ADD COLUMN made_of uuid;
  `,
  // Many manufacturers have a product of the same code. In two steps: dropping an index waits for all who read the table,
  // and making one keeps those from writing.
  'CREATE INDEX products_by_name ON products (tenant_id, (left(product_code, 200)), manufacturer_gln);',
  'DROP INDEX IF EXISTS products_tenant_id_left_idx;',
];
