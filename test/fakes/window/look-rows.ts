import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { cadKindOf } from '../../../shared/model/cad-kind.ts';
import { readSample, samplesFolder } from '../../unit/cad/sample-files.ts';
import { addStatements, editStatement } from '../../unit/look/edit-statements.ts';
import type { WindowEngine } from '../window-engine.ts';

/**
 * Has the first file of the engine be a real one, with an earlier version of it.
 * @param sample its path, in full or among the sample files
 */
export function lookAt({ state }: Pick<WindowEngine, 'state'>, sample: string, earlier?: Buffer): void {
  const path = resolve(samplesFolder, sample);
  const fileName = basename(sample);
  const sha256 = hash('sha256', readFileSync(path), 'hex');
  const kind = cadKindOf(fileName)?.kind;
  const looked = new Map([[sha256, { path, fileName }]]);
  if (earlier) {
    const kept = join(mkdtempSync(join(tmpdir(), 'looked-')), fileName);
    writeFileSync(kept, earlier);
    looked.set('2.0', { path: kept, fileName });
  }
  state.looked = looked;
  state.files = state.files.map((file, place) =>
    place === 0 && kind ? { ...file, name: fileName, path: fileName, kind, sha256 } : file,
  );
}

/** A real assembly as it was: one plate more, and another one in another place. */
export function earlierAssembly(): Buffer {
  const moved = editStatement(
    readSample(assemblySample).toString('latin1'),
    24,
    '(0.E+000,0.E+000,0.E+000)',
    '(0.E+000,30.,0.E+000)',
  );
  const more = `#90001 = CARTESIAN_POINT('',(0.E+000,0.E+000,-50.));
#90002 = AXIS2_PLACEMENT_3D('',#90001,#25,#26);
#90003 = CONTEXT_DEPENDENT_SHAPE_REPRESENTATION(#90004,#90006);
#90004 = ( REPRESENTATION_RELATIONSHIP('','',#3812,#10) REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(#90005) SHAPE_REPRESENTATION_RELATIONSHIP() );
#90005 = ITEM_DEFINED_TRANSFORMATION('','',#11,#90002);
#90006 = PRODUCT_DEFINITION_SHAPE('Placement','Placement of an item',#90007);
#90007 = NEXT_ASSEMBLY_USAGE_OCCURRENCE('90','plate_2','',#5,#6202,$);`;
  return Buffer.from(addStatements(moved, more), 'latin1');
}
export const assemblySample = 'step/as1-oc-214.stp';
