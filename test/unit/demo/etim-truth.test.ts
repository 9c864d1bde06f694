import { beforeAll, describe, expect, it } from 'vitest';
import { makeDemoCatalogue } from '../../../electron/demo/catalogue.ts';
import { hasSamples } from '../cad/sample-files.ts';
import { readEtimTable } from './etim-model.ts';

const { structures } = makeDemoCatalogue();

interface PublishedModel {
  readonly classes: ReadonlyMap<string, string>;
  readonly features: ReadonlyMap<string, string>;
  readonly units: ReadonlyMap<string, string>;
  readonly values: ReadonlyMap<string, string>;
  /** Class and feature → type, unit and number of that use. */
  readonly uses: ReadonlyMap<string, { readonly type: string; readonly unit: string; readonly number: string }>;
  /** Number of a use and value code. */
  readonly choices: ReadonlySet<string>;
}

async function readModel(): Promise<PublishedModel> {
  const namesOf = async (table: string, code: string, name: string) =>
    new Map((await readEtimTable(table)).map((row) => [row[code] ?? '', row[name] ?? '']));
  const classes = await readEtimTable('ETIMARTCLASS.csv');
  const uses = await readEtimTable('ETIMARTCLASSFEATUREMAP.csv');
  const choices = await readEtimTable('ETIMARTCLASSFEATUREVALUEMAP.csv');
  return {
    classes: new Map(classes.map((row) => [`${row.ARTCLASSID}/${row.ARTCLASSVERSION}`, row.ARTCLASSDESC ?? ''])),
    features: await namesOf('ETIMFEATURE.csv', 'FEATUREID', 'FEATUREDESC'),
    units: await namesOf('ETIMUNIT.csv', 'UNITOFMEASID', 'UNITDESC'),
    values: await namesOf('ETIMVALUE.csv', 'VALUEID', 'VALUEDESC'),
    uses: new Map(
      uses.map((row) => [
        `${row.ARTCLASSID}/${row.FEATUREID}`,
        { type: row.FEATURETYPE ?? '', unit: row.UNITOFMEASID ?? '', number: row.ARTCLASSFEATURENR ?? '' },
      ]),
    ),
    choices: new Set(choices.map((row) => `${row.ARTCLASSFEATURENR}/${row.VALUEID}`)),
  };
}

describe.skipIf(!hasSamples).each(structures)('ETIM 10.0 knows $etimClass.code', ({ etimClass, features }) => {
  let model: PublishedModel;

  beforeAll(async () => {
    model = await published;
  });

  it('in this version, by this English name', () => {
    expect(model.classes.get(`${etimClass.code}/${etimClass.version}`)).toBe(etimClass.descriptions.en);
  });

  it('with these features, their types, units, names and values', () => {
    for (const feature of features.filter(({ origin }) => origin === 'etim')) {
      const { featureCode } = feature;
      const use = model.uses.get(`${etimClass.code}/${featureCode}`);
      expect(use, featureCode).toMatchObject({ type: feature.type, unit: feature.unitCode ?? '' });
      expect(model.features.get(featureCode)).toBe(feature.descriptions.en);
      if (feature.unitCode) expect(model.units.get(feature.unitCode)).toBe(feature.unitAbbreviation);
      for (const { valueCode, descriptions } of feature.choices ?? []) {
        expect(model.values.get(valueCode), `${featureCode} ${valueCode}`).toBe(descriptions.en);
        expect(model.choices.has(`${use?.number}/${valueCode}`), `${featureCode} takes ${valueCode}`).toBe(true);
      }
    }
  });
});

const published = hasSamples ? readModel() : Promise.reject(new Error('the samples are not here'));
published.catch(() => undefined);
