import type { IEntity, ILayer } from 'dxf-parser';
import type { Colour, Layer } from '../../../shared/rpc/scene.ts';
import { byName, type ByName } from './dxf-names.ts';
import type { DxfTables } from './dxf-tables.ts';

/** A layer as its drawing has it. */
export interface DxfLayer extends Layer {
  /** Whether it hides all of an insert on it; one that is only off hides what stands on it. */
  readonly isFrozen: boolean;
  readonly isTransparent: boolean;
}

export type Layers = ByName<DxfLayer>;

export const ink: Colour = [0, 0, 0, 1];
/** AutoCAD draws colour 7 black on white and white on black. */
const white = 0xffffff;

/** The colour that an entity says itself. */
export function colourOf({ colorIndex, color }: Partial<IEntity>): Colour | undefined {
  // 0 and 256 stand for the colour of the block and of the layer.
  if (color === undefined || colorIndex === 0 || colorIndex === 256) return undefined;
  return color === white ? ink : rgb(color);
}

const rgb = (colour: number): Colour => [
  ((colour >> 16) & 255) / 255,
  ((colour >> 8) & 255) / 255,
  (colour & 255) / 255,
  1,
];

export function layersOf(layers: readonly ILayer[], { trueColours, transparentLayers }: DxfTables): Layers {
  return byName(
    layers.map(({ name, color: numbered, visible, frozen }) => {
      const color = trueColours.get(name) ?? numbered;
      const isVisible = visible && !frozen && name.toLowerCase() !== 'defpoints';
      const isTransparent = transparentLayers.has(name);
      return [name, { name, colour: color === white ? ink : rgb(color), isVisible, isFrozen: frozen, isTransparent }];
    }),
  );
}

/** On it members of a block stand on the layer of their insert. */
const layerOfInsert = '0';

/** The layer of a member of a block, unless it stands on that of its insert. */
function ownLayerOf({ layer = layerOfInsert }: Partial<IEntity>, layers: Layers): DxfLayer | undefined {
  return layer === layerOfInsert ? undefined : layerNamed(layer, layers);
}

/** A layer that stands in no table is on, as any other. */
export function layerNamed(name: string, layers: Layers): DxfLayer {
  return layers.get(name) ?? { name, colour: ink, isVisible: true, isFrozen: false, isTransparent: false };
}

/** The layer that switches a member of a block. @param outer the one that its insert stands on */
export function layerOfMember(member: IEntity, outer: DxfLayer, layers: Layers): DxfLayer {
  const own = ownLayerOf(member, layers);
  return !own || (outer.isFrozen && !own.isFrozen) ? outer : own;
}

/** What its layer and its colour make of a member of a block, which is drawn in the colour of its insert; empty for nothing. */
export function unseenOfMember(member: IEntity, layers: Layers): string {
  const layer = ownLayerOf(member, layers);
  const colour = colourOf(member) ?? (member.colorIndex === 0 ? 'BYBLOCK' : layer?.colour);
  return layer || colour ? JSON.stringify([layer?.name, colour]) : '';
}
