import type { ClassPairStructure } from '../../../shared/model/product-data.ts';
import type { DemoProduct } from '../demo-class.ts';
import { ifcGuidOf } from './ifc-guid.ts';
import { addProductProperties } from './ifc-properties.ts';
import { addBodyShape, addIfcPlacement, addSweptSolid } from './ifc-shape.ts';
import {
  createPart21Writer,
  list,
  originatingSystem,
  real,
  text,
  type Part21Value,
  type Part21Writer,
} from './part21.ts';
import { solidsOf } from './solids.ts';

/** Seconds of the epoch at which the demo was drawn up; the files are the same at every run. */
const createdAt = '1736931600';

/** An IFC4 file with the product in a building on a site, drawn as swept solids, with its data as properties. */
export function generateIfc(demoProduct: DemoProduct, fileName: string): string {
  const { product, structure } = demoProduct;
  const writer = createPart21Writer();
  const guid = (part: string): Part21Value => text(ifcGuidOf(`${product.productId}/${part}`));
  const history = addOwnerHistory(writer);
  const context = addContext(writer);
  const building = addSpatialStructure(writer, history, context, guid);

  const shape = addBodyShape(
    writer,
    context,
    solidsOf(demoProduct).map((solid) => addSweptSolid(writer, solid)),
  );
  const place = writer.add('IFCLOCALPLACEMENT', building.place, addIfcPlacement(writer, [0, 0, 0]));
  const [entity, predefinedType] = demoProduct.ifc;
  const object = writer.add(
    entity,
    guid('object'),
    history,
    text(product.names.en ?? product.productCode),
    text(`${product.manufacturerName} ${product.productCode}`),
    text(structure.etimClass.descriptions.en ?? product.etimClassCode),
    place,
    shape,
    text(product.productCode),
    ...openingSizes(demoProduct),
    `.${predefinedType}.`,
    ...(isOpening(demoProduct) ? ['$', '$'] : []),
  );
  writer.add(
    'IFCRELCONTAINEDINSPATIALSTRUCTURE',
    guid('contained'),
    history,
    '$',
    '$',
    list([object]),
    building.storey,
  );
  const properties = list(addProductProperties(writer, demoProduct));
  const set = writer.add('IFCPROPERTYSET', guid('set'), history, text('ETIM'), '$', properties);
  writer.add('IFCRELDEFINESBYPROPERTIES', guid('defines'), history, '$', '$', list([object]), set);
  addClassification(writer, { history, guid }, structure, object);
  return writer.finish({ description: 'ViewDefinition [ReferenceView_V1.2]', fileName, schema: 'IFC4' });
}

/** Doors and windows state their overall height and width before the type, and how they open behind it. */
function isOpening({ ifc: [entity] }: DemoProduct): boolean {
  return entity === 'IFCDOOR' || entity === 'IFCWINDOW';
}

function openingSizes(demoProduct: DemoProduct): Part21Value[] {
  return isOpening(demoProduct) ? [real(demoProduct.size[2]), real(demoProduct.size[0])] : [];
}

function addOwnerHistory(writer: Part21Writer): Part21Value {
  const organization = writer.add('IFCORGANIZATION', '$', text('Demo'), '$', '$', '$');
  const person = writer.add('IFCPERSON', '$', text('Demo'), '$', '$', '$', '$', '$', '$');
  const user = writer.add('IFCPERSONANDORGANIZATION', person, organization, '$');
  const application = writer.add(
    'IFCAPPLICATION',
    organization,
    text('1'),
    text(originatingSystem),
    text('cad-library-sync-demo'),
  );
  return writer.add('IFCOWNERHISTORY', user, application, '$', '.ADDED.', '$', '$', '$', createdAt);
}

function addContext(writer: Part21Writer): Part21Value {
  return writer.add(
    'IFCGEOMETRICREPRESENTATIONCONTEXT',
    '$',
    text('Model'),
    '3',
    '1.E-5',
    addIfcPlacement(writer, [0, 0, 0]),
    '$',
  );
}

/** Project, site, building and storey, in millimetres; gives what the product stands in. */
function addSpatialStructure(
  writer: Part21Writer,
  history: Part21Value,
  context: Part21Value,
  guid: (part: string) => Part21Value,
): { readonly storey: Part21Value; readonly place: Part21Value } {
  const units = writer.add(
    'IFCUNITASSIGNMENT',
    list([
      writer.add('IFCSIUNIT', '*', '.LENGTHUNIT.', '.MILLI.', '.METRE.'),
      writer.add('IFCSIUNIT', '*', '.AREAUNIT.', '$', '.SQUARE_METRE.'),
      writer.add('IFCSIUNIT', '*', '.VOLUMEUNIT.', '$', '.CUBIC_METRE.'),
      writer.add('IFCSIUNIT', '*', '.PLANEANGLEUNIT.', '$', '.RADIAN.'),
    ]),
  );
  const project = writer.add(
    'IFCPROJECT',
    guid('project'),
    history,
    text('Demo library'),
    '$',
    '$',
    '$',
    '$',
    list([context]),
    units,
  );
  const placeIn = (parent: Part21Value): Part21Value =>
    writer.add('IFCLOCALPLACEMENT', parent, addIfcPlacement(writer, [0, 0, 0]));
  const sitePlace = placeIn('$');
  const buildingPlace = placeIn(sitePlace);
  const place = placeIn(buildingPlace);
  const spatial = (entity: string, name: string, at: Part21Value, more: readonly Part21Value[]): Part21Value =>
    writer.add(entity, guid(name), history, text(name), '$', '$', at, '$', '$', '.ELEMENT.', ...more);
  const site = spatial('IFCSITE', 'Site', sitePlace, ['$', '$', '$', '$', '$']);
  const building = spatial('IFCBUILDING', 'Building', buildingPlace, ['$', '$', '$']);
  const storey = spatial('IFCBUILDINGSTOREY', 'Ground floor', place, [real(0)]);
  const aggregate = (whole: Part21Value, part: Part21Value, name: string): Part21Value =>
    writer.add('IFCRELAGGREGATES', guid(name), history, '$', '$', whole, list([part]));
  aggregate(project, site, 'project-site');
  aggregate(site, building, 'site-building');
  aggregate(building, storey, 'building-storey');
  return { storey, place };
}

function addClassification(
  writer: Part21Writer,
  { history, guid }: { readonly history: Part21Value; readonly guid: (part: string) => Part21Value },
  { etimClass, modellingClass }: ClassPairStructure,
  object: Part21Value,
): void {
  const system = writer.add(
    'IFCCLASSIFICATION',
    text('ETIM International'),
    text('10.0'),
    '$',
    text('ETIM'),
    '$',
    '$',
    '$',
  );
  for (const { code, version, descriptions } of [etimClass, modellingClass]) {
    const reference = writer.add(
      'IFCCLASSIFICATIONREFERENCE',
      '$',
      text(`${code}.${version}`),
      text(descriptions.en ?? code),
      system,
      '$',
      '$',
    );
    writer.add('IFCRELASSOCIATESCLASSIFICATION', guid(code), history, '$', '$', list([object]), reference);
  }
}
