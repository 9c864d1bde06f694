import { AppError } from '../../../shared/errors/app-error.ts';
import { opaque } from './dxf-groups.ts';
import { drawnTypes } from './dxf-lines.ts';
import type { NotShown } from './not-shown.ts';

/** A pair of lines in a DXF file, and the section that it stands in. */
export interface Pair {
  readonly section: string;
  readonly code: string;
  readonly value: string;
}

/** The pairs of a file, one after the other. */
export function* pairsIn(text: string): Generator<Pair> {
  const lines = text.split(/\r\n|\r|\n/);
  let section = '';
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const [code, value] = [lines[at]?.trim() ?? '', lines[at + 1]?.trim() ?? ''];
    if (code === '2' && lines[at - 1]?.trim() === 'SECTION') section = value;
    if (value === 'ENDSEC') section = '';
    yield { section, code, value };
  }
}

/** What belongs to another entity, frames the view of a layout, or stands for a text that each insert says again. */
const withoutPicture = new Set(['BLOCK', 'ENDBLK', 'VERTEX', 'SEQEND', 'VIEWPORT', 'ATTDEF', 'SECTION']);
const sectionsOfEntities = new Set(['BLOCKS', 'ENTITIES']);
/** Tables of which the parser never finds the end where something else stands in them. */
const strictTables = new Set(['LAYER', 'VPORT']);

/** The z of a normal that looks up, as some programs round it. */
const upright = 0.999_999;

/** What one group of an entity says, without which it is drawn. */
function leftOutBy(kind: string, code: string, value: number): string | undefined {
  if (code === '39' && value !== 0) return 'THICKNESS';
  if (code === '440' && !opaque.has(value)) return 'TRANSPARENCY';
  if (kind === 'MTEXT' && code === '90' && value !== 0) return 'BACKGROUND';
  return kind === 'MTEXT' && code === '230' && value < upright ? 'EXTRUSION' : undefined;
}

export interface KindReading {
  /** @throws AppError `look-unreadable` where its tables are such that the parser would not end */
  see(pair: Pair): void;
  /** By the handles of entities, without what they are drawn if they are; of those without a handle it is named at once. */
  readonly leftOut: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Finds the kinds of entities that are not drawn (`3DSOLID`) in the pairs of a file: its parser leaves out what it does not
 * know.
 */
export function createKindReading(notShown: NotShown): KindReading {
  const leftOut = new Map<string, Set<string>>();
  let handle = '';
  let table = '';
  let kind = '';
  let isTableNext = false;
  return {
    leftOut,
    see({ section, code, value }) {
      const isKind = code === '0' && sectionsOfEntities.has(section);
      if (isKind) [kind, handle] = [value, ''];
      if (code === '5') handle = value;
      const unlike = sectionsOfEntities.has(section) && leftOutBy(kind, code, Number(value));
      if (unlike && handle === '') notShown.add(unlike);
      else if (unlike) leftOut.set(handle, (leftOut.get(handle) ?? new Set()).add(unlike));
      if (isKind && !drawnTypes.has(value) && !withoutPicture.has(value)) notShown.add(value);
      if (isTableNext) table = value;
      else if (code === '0' && value === 'ENDTAB') table = '';
      else if (code === '0' && strictTables.has(table) && value !== table)
        throw new AppError('look-unreadable', { detail: 'Its tables do not make sense.' });
      isTableNext = section === 'TABLES' && code === '0' && value === 'TABLE';
    },
  };
}
