import type { IEntity, ILayer } from 'dxf-parser';
import type { Colour, Layer } from '../../../shared/rpc/scene.ts';
import type { DxfTables } from './dxf-tables.ts';

/** By their names in small letters: entities may spell them otherwise. */
export type Layers = ReadonlyMap<string, Layer>;

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

export function layersOf(layers: readonly ILayer[], trueColours: DxfTables['trueColours']): Layers {
  return new Map(
    layers.map(({ name, color: numbered, visible, frozen }) => {
      const key = name.toLowerCase();
      const color = trueColours.get(key) ?? numbered;
      const isVisible = visible && !frozen && key !== 'defpoints';
      return [key, { name, colour: color === white ? ink : rgb(color), isVisible }];
    }),
  );
}

/** On it members of a block stand on the layer of their insert. */
const layerOfInsert = '0';

/** The layer of a member of a block, unless it stands on that of its insert. */
export function ownLayerOf({ layer = layerOfInsert }: Partial<IEntity>, layers: Layers): Layer | undefined {
  if (layer === layerOfInsert) return undefined;
  return layers.get(layer.toLowerCase()) ?? { name: layer, colour: ink, isVisible: true };
}

/** What its layer and its colour make of a member of a block, which is drawn in the colour of its insert; empty for nothing. */
export function unseenOfMember(member: IEntity, layers: Layers): string {
  const layer = ownLayerOf(member, layers);
  const colour = colourOf(member) ?? (member.colorIndex === 0 ? 'BYBLOCK' : layer?.colour);
  return layer || colour ? JSON.stringify([layer?.name, colour]) : '';
}
