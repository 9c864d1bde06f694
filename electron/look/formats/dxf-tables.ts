import { firstIn, numberIn, opaque, type DxfGroup } from './dxf-groups.ts';
import { createByName, type ByName } from './dxf-names.ts';
import type { Pair } from './dxf-pairs.ts';
import { usualStyle, type LineStyle } from './dxf-unseen.ts';

/** How a dimension style has the arrows of leaders drawn, in the units of the file. */
export interface ArrowStyle {
  readonly size: number;
  /** 0 where layouts choose one. */
  readonly scale: number;
  /** The handle of the block that is drawn for an arrow. */
  readonly block?: string | undefined;
}

/** What the tables of a drawing say that its parser leaves out. */
export interface DxfTables {
  readonly arrowStyles: ByName<ArrowStyle>;
  /** Names of blocks by handle, in capital letters. */
  readonly blockNames: ReadonlyMap<string, string>;
  /** Of layers. */
  readonly lineStyles: ByName<LineStyle>;
  /** The same, for those whose colour is none of the numbered ones: red, green and blue in one number. */
  readonly trueColours: ByName<number>;
  readonly transparentLayers: ReadonlySet<string>;
}

/** As AutoCAD has it where the drawing says nothing. */
export const usualArrow: ArrowStyle = { size: 0.18, scale: 1 };

/** The codes of a dimension style, in its table as in what an entity says otherwise. */
export const arrowCodes = { scale: 40, size: 41, block: 341 };

const tables = new Set(['DIMSTYLE', 'BLOCK_RECORD', 'LAYER']);

/** Reads the tables from the pairs of a file, one after the other. */
export function createTableReading(): { see(pair: Pair): void; readonly tables: DxfTables } {
  const arrowStyles = createByName<ArrowStyle>();
  const blockNames = new Map<string, string>();
  const lineStyles = createByName<LineStyle>();
  const trueColours = createByName<number>();
  const transparentLayers = new Set<string>();
  let record: { readonly kind: string; readonly groups: DxfGroup[] } | undefined;

  function end(): void {
    if (!record) return;
    const { kind, groups } = record;
    const text = (code: number): string => String(firstIn(groups, code) ?? '');
    if (kind === 'BLOCK_RECORD') blockNames.set(text(5).toUpperCase(), text(2));
    else if (kind === 'LAYER') {
      lineStyles.set(text(2), lineStyleOf(groups));
      if (text(420) !== '') trueColours.set(text(2), Number(text(420)));
      if (isTransparent(groups)) transparentLayers.add(text(2));
    } else arrowStyles.set(text(2), arrowStyleOf(groups));
    record = undefined;
  }

  return {
    tables: { arrowStyles, blockNames, lineStyles, trueColours, transparentLayers },
    see({ section, code, value }) {
      if (code === '0') {
        end();
        if (section === 'TABLES' && tables.has(value)) record = { kind: value, groups: [] };
      } else record?.groups.push({ code: Number(code), value });
    },
  };
}

/** A layer says it to one application, with the code of any number. */
function isTransparent(groups: readonly DxfGroup[]): boolean {
  const at = groups.findIndex(({ code, value }) => code === 1001 && value === 'AcCmTransparency');
  const said = groups[at + 1];
  return at >= 0 && said?.code === 1071 && !opaque.has(Number(said.value));
}

function lineStyleOf(groups: readonly DxfGroup[]): LineStyle {
  const lineType = String(firstIn(groups, 6) ?? usualStyle.lineType);
  return { lineType, weight: numberIn(groups, 370, usualStyle.weight) };
}

function arrowStyleOf(groups: readonly DxfGroup[]): ArrowStyle {
  const { size, scale, block } = arrowCodes;
  return {
    size: numberIn(groups, size, usualArrow.size),
    scale: numberIn(groups, scale, usualArrow.scale),
    block: firstIn(groups, block) as string | undefined,
  };
}
