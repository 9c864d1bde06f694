import type { DemoProduct } from '../demo-class.ts';
import { createPart21Writer, list, text, type Part21Value, type Part21Writer } from './part21.ts';
import { solidsOf, type Solid } from './solids.ts';
import { addBoxBrep } from './step-box.ts';
import { addCylinderBrep } from './step-cylinder.ts';
import { addPlacement } from './step-geometry.ts';

/** A STEP file (AP214) with a solid boundary representation of every part of the product. */
export function generateStep(demoProduct: DemoProduct, fileName: string): string {
  const { product } = demoProduct;
  const writer = createPart21Writer();
  const name = product.names.en ?? product.productCode;
  const context = addContext(writer);
  const breps = solidsOf(demoProduct).map((solid) => addBrep(writer, solid));
  const shape = writer.add(
    'ADVANCED_BREP_SHAPE_REPRESENTATION',
    text(name),
    list([addPlacement(writer, [0, 0, 0], [0, 0, 1], [1, 0, 0]), ...breps]),
    context,
  );
  addProduct(writer, product.productCode, name, shape);
  return writer.finish({
    description: name,
    fileName,
    schema: 'AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }',
  });
}

function addBrep(writer: Part21Writer, solid: Solid): Part21Value {
  return solid.kind === 'box' ? addBoxBrep(writer, solid) : addCylinderBrep(writer, solid);
}

/** Millimetres, radians, and an accuracy of a thousandth of a millimetre. */
function addContext(writer: Part21Writer): Part21Value {
  const length = writer.addComplex('LENGTH_UNIT()', 'NAMED_UNIT(*)', 'SI_UNIT(.MILLI.,.METRE.)');
  const angle = writer.addComplex('NAMED_UNIT(*)', 'PLANE_ANGLE_UNIT()', 'SI_UNIT($,.RADIAN.)');
  const solidAngle = writer.addComplex('NAMED_UNIT(*)', 'SI_UNIT($,.STERADIAN.)', 'SOLID_ANGLE_UNIT()');
  const accuracy = writer.add(
    'UNCERTAINTY_MEASURE_WITH_UNIT',
    'LENGTH_MEASURE(0.001)',
    length,
    text('distance_accuracy_value'),
    text('confusion accuracy'),
  );
  return writer.addComplex(
    'GEOMETRIC_REPRESENTATION_CONTEXT(3)',
    `GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((${accuracy}))`,
    `GLOBAL_UNIT_ASSIGNED_CONTEXT((${length},${angle},${solidAngle}))`,
    "REPRESENTATION_CONTEXT('','3D')",
  );
}

function addProduct(writer: Part21Writer, code: string, name: string, shape: Part21Value): void {
  const application = writer.add('APPLICATION_CONTEXT', text('core data for automotive mechanical design processes'));
  writer.add(
    'APPLICATION_PROTOCOL_DEFINITION',
    text('international standard'),
    text('automotive_design'),
    '2000',
    application,
  );
  const productContext = writer.add('PRODUCT_CONTEXT', text(''), application, text('mechanical'));
  const product = writer.add('PRODUCT', text(code), text(name), text(''), list([productContext]));
  writer.add('PRODUCT_RELATED_PRODUCT_CATEGORY', text('part'), '$', list([product]));
  const formation = writer.add('PRODUCT_DEFINITION_FORMATION', text(''), text(''), product);
  const design = writer.add('PRODUCT_DEFINITION_CONTEXT', text('part definition'), application, text('design'));
  const definition = writer.add('PRODUCT_DEFINITION', text('design'), text(''), formation, design);
  const definitionShape = writer.add('PRODUCT_DEFINITION_SHAPE', text(''), text(''), definition);
  writer.add('SHAPE_DEFINITION_REPRESENTATION', definitionShape, shape);
}
