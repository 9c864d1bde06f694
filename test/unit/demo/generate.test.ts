import { describe, expect, it } from 'vitest';
import { inspectCadFile } from '../../../electron/cad/inspect.ts';
import { makeDemoProducts } from '../../../electron/demo/catalogue.ts';
import { generateDxf } from '../../../electron/demo/generate/dxf.ts';
import { generateIfc } from '../../../electron/demo/generate/ifc.ts';
import { generateStep } from '../../../electron/demo/generate/step.ts';
import { createBytesFile } from '../cad/bytes-file.ts';
import { readPart21, type Part21Instance } from './part21-reader.ts';

const products = makeDemoProducts().map((demoProduct) => ({ code: demoProduct.product.productCode, demoProduct }));

function inspect(name: string, content: string) {
  const bytes = Buffer.from(content);
  return inspectCadFile(createBytesFile(bytes), name, bytes.length);
}

function allOf(instances: ReadonlyMap<string, Part21Instance>, entity: string): Part21Instance[] {
  return [...instances.values()].filter((instance) => instance.entity === entity);
}

function expectResolved(instances: ReadonlyMap<string, Part21Instance>): void {
  for (const { references, text } of instances.values()) {
    for (const reference of references) expect(instances.has(reference), `${reference} in ${text}`).toBe(true);
  }
}

/** Number of attributes by the IFC4 schema. */
const ifcAttributes: Readonly<Record<string, number>> = {
  IFCPROJECT: 9,
  IFCSITE: 14,
  IFCBUILDING: 12,
  IFCBUILDINGSTOREY: 10,
  IFCOWNERHISTORY: 8,
  IFCAPPLICATION: 4,
  IFCPERSON: 8,
  IFCORGANIZATION: 5,
  IFCPERSONANDORGANIZATION: 3,
  IFCGEOMETRICREPRESENTATIONCONTEXT: 6,
  IFCSIUNIT: 4,
  IFCRELAGGREGATES: 6,
  IFCRELCONTAINEDINSPATIALSTRUCTURE: 6,
  IFCRELDEFINESBYPROPERTIES: 6,
  IFCRELASSOCIATESCLASSIFICATION: 6,
  IFCPROPERTYSET: 5,
  IFCPROPERTYSINGLEVALUE: 4,
  IFCPROPERTYBOUNDEDVALUE: 6,
  IFCCLASSIFICATION: 7,
  IFCCLASSIFICATIONREFERENCE: 6,
  IFCEXTRUDEDAREASOLID: 4,
  IFCRECTANGLEPROFILEDEF: 5,
  IFCCIRCLEPROFILEDEF: 4,
  IFCAXIS2PLACEMENT3D: 3,
  IFCAXIS2PLACEMENT2D: 2,
  IFCLOCALPLACEMENT: 2,
  IFCSHAPEREPRESENTATION: 4,
  IFCPRODUCTDEFINITIONSHAPE: 3,
  IFCDOOR: 13,
  IFCWINDOW: 13,
  IFCPUMP: 9,
  IFCSPACEHEATER: 9,
};

describe.each(products)('the files of demo product $code', ({ demoProduct }) => {
  it('IFC resolves, has the attributes of its schema, and its own ids', async () => {
    const content = generateIfc(demoProduct, 'product.ifc');
    const instances = readPart21(content);
    expectResolved(instances);
    for (const { entity, values, text } of instances.values()) {
      const expected = ifcAttributes[entity];
      if (expected !== undefined) expect(values.length, `${entity}${text}`).toBe(expected);
    }
    expect(allOf(instances, demoProduct.ifc[0])).toHaveLength(1);
    expect(allOf(instances, 'IFCEXTRUDEDAREASOLID')).toHaveLength(1 + demoProduct.ports.length);
    const ids = [...content.matchAll(/\('([0-9A-Za-z_$]{22})',#/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[0-3]/.test(id ?? ''))).toBe(true);
    const names = allOf(instances, 'IFCPROPERTYSINGLEVALUE').map(({ text }) => /^\('((?:[^']|'')*)'/.exec(text)?.[1]);
    expect(new Set(names).size).toBe(names.length);
    expect(content).toContain(demoProduct.product.gtins[0]);
    expect(await inspect('product.ifc', content)).toEqual({
      kind: 'ifc',
      program: 'CAD Library Sync demo 1',
      whole: 'whole',
    });
  });

  it('STEP is closed: every edge bounds two faces, once in each direction', async () => {
    const content = generateStep(demoProduct, 'product.step');
    const instances = readPart21(content);
    expectResolved(instances);
    const uses = new Map<string, string[]>();
    for (const { values } of allOf(instances, 'ORIENTED_EDGE')) {
      const edge = values[3] ?? '';
      uses.set(edge, [...(uses.get(edge) ?? []), values[4] ?? '']);
    }
    expect(uses.size).toBe(allOf(instances, 'EDGE_CURVE').length);
    for (const directions of uses.values()) expect(directions.sort()).toEqual(['.F.', '.T.']);
    expect(allOf(instances, 'MANIFOLD_SOLID_BREP')).toHaveLength(1 + demoProduct.ports.length);
    expect(await inspect('product.step', content)).toEqual({
      kind: 'step',
      program: 'CAD Library Sync demo',
      whole: 'whole',
    });
  });

  it('STEP loops are closed walks from vertex to vertex', () => {
    const instances = readPart21(generateStep(demoProduct, 'product.step'));
    for (const { references } of allOf(instances, 'EDGE_LOOP')) {
      const walk = references.map((reference) => {
        const [, , , edge = '', direction = ''] = instances.get(reference)?.values ?? [];
        const [, from = '', to = ''] = instances.get(edge)?.values ?? [];
        return direction === '.T.' ? { from, to } : { from: to, to: from };
      });
      walk.forEach(({ to }, index) => expect(walk[(index + 1) % walk.length]?.from).toBe(to));
    }
  });

  it('DXF pairs every code with a value, closes what it opens and uses layers it has', async () => {
    const content = generateDxf(demoProduct);
    const lines = content.split('\r\n').slice(0, -1);
    expect(lines.length % 2).toBe(0);
    const groups = lines.flatMap((line, at) => (at % 2 === 0 ? [[Number(line), lines[at + 1] ?? ''] as const] : []));
    expect(groups.every(([code, value]) => Number.isInteger(code) && value !== '' && value !== 'NaN')).toBe(true);
    const marks = groups.filter(([code]) => code === 0).map(([, value]) => value);
    const countOf = (mark: string) => marks.filter((value) => value === mark).length;
    expect(countOf('SECTION')).toBe(countOf('ENDSEC'));
    expect(countOf('TABLE')).toBe(countOf('ENDTAB'));
    expect(marks.at(-1)).toBe('EOF');
    const firstEntity = groups.findIndex(([code, value]) => code === 2 && value === 'ENTITIES');
    const layers = new Set(groups.slice(0, firstEntity).flatMap(([code, value]) => (code === 2 ? [value] : [])));
    const used = groups.slice(firstEntity).flatMap(([code, value]) => (code === 8 ? [value] : []));
    expect(used.length).toBeGreaterThan(0);
    expect(used.every((layer) => layers.has(layer))).toBe(true);
    expect(await inspect('product.dxf', content)).toEqual({ kind: 'dxf', program: 'DXF R12', whole: 'whole' });
  });

  it('are the same at every run', () => {
    const again = makeDemoProducts().find(({ product }) => product.productId === demoProduct.product.productId);
    expect(again).toBeDefined();
    if (!again) return;
    expect(generateIfc(again, 'a.ifc')).toBe(generateIfc(demoProduct, 'a.ifc'));
    expect(generateStep(again, 'a.step')).toBe(generateStep(demoProduct, 'a.step'));
    expect(generateDxf(again)).toBe(generateDxf(demoProduct));
  });
});

describe('the corners of a box in STEP', () => {
  it('span the size of the product', () => {
    const radiator = products.find(({ code }) => code === 'PR22-600-1000')?.demoProduct;
    expect(radiator).toBeDefined();
    if (!radiator) return;
    const instances = readPart21(generateStep({ ...radiator, ports: [] }, 'a.step'));
    const points = allOf(instances, 'VERTEX_POINT').map(({ references }) => {
      const text = instances.get(references[0] ?? '')?.text ?? '';
      return (text.match(/-?\d+\.\d*/g) ?? []).map(Number);
    });
    const extents = [0, 1, 2].map((axis) => {
      const along = points.map((point) => point[axis] ?? NaN);
      return Math.max(...along) - Math.min(...along);
    });
    expect(points).toHaveLength(8);
    expect(extents).toEqual([1000, 100, 600]);
  });
});
