import type { DemoClass } from '../demo-class.ts';
import { choice, choiceOf, classOf, inBoth, logical, numeric, range, row } from '../notation.ts';
import { bore, colour, connection, material, portAt } from '../vocabulary.ts';

const radiatorType = {
  11: choiceOf('EV020007', '11'),
  21: choiceOf('EV020008', '21'),
  22: choiceOf('EV020009', '22'),
  33: choiceOf('EV020010', '33'),
} as const;

/** Depth in millimetres and watts per metre of length and height at 75/65/20, by radiator type. */
const radiatorData = { 11: [61, 1650], 21: [66, 2200], 22: [100, 2850], 33: [155, 4050] } as const;

function radiator(type: keyof typeof radiatorData, height: number, length: number) {
  const [depth, wattsPerSquareMetre] = radiatorData[type];
  const squareMetres = (height / 1000) * (length / 1000);
  const watts = Math.round(wattsPerSquareMetre * squareMetres);
  const size = `${height} × ${length} mm`;
  return row(
    `PR${type}-${height}-${length}`,
    inBoth(`Panel radiator type ${type}, ${size}`, `Paneelradiator type ${type}, ${size}`),
    [length, depth, height],
    {
      EF002169: material.steel,
      EF001139: radiatorType[type],
      EF024605: watts,
      // By EN 442 with an exponent of 1.3: (ΔT 30 / ΔT 50) ^ 1.3.
      EF015667: Math.round(watts * 0.515),
      EF024606: 1.3,
      EF020449: 10,
      EF002276: Math.round(squareMetres * depth * 10) / 100,
      EF000007: colour.white,
      EF000116: 9016,
      EF024635: true,
    },
  );
}

const panelRadiator: DemoClass = {
  etimClass: classOf('EC011022', 7, 'Panel radiator (hydronic)', 'Paneelradiator (watervoerend)'),
  modellingClass: classOf(
    'MC000101',
    2,
    'Panel radiator with two connections',
    'Paneelradiator met twee aansluitingen',
  ),
  maker: 'heat',
  features: [
    choice('EF002169', 'Material', 'Materiaal', [material.steel, material.stainless]),
    choice('EF001139', 'Type', 'Type', Object.values(radiatorType)),
    numeric('EF000040', 'Height', 'Hoogte', 'mm'),
    numeric('EF001438', 'Length', 'Lengte', 'mm'),
    numeric('EF000049', 'Depth', 'Diepte', 'mm'),
    numeric(
      'EF015667',
      'Heat emission according to EN 442 20 °C - 55/45',
      'Warmteafgifte volgens EN 442 20 °C - 55/45',
      'W',
    ),
    numeric(
      'EF024605',
      'Heat emission according to EN 442 20 °C - 75/65',
      'Warmteafgifte volgens EN 442 20 °C - 75/65',
      'W',
    ),
    numeric('EF024606', 'N-exponent', 'N-exponent'),
    numeric('EF020449', 'Max. operating pressure', 'Max. werkdruk', 'bar'),
    numeric('EF002276', 'Water content', 'Waterinhoud', 'l'),
    choice('EF000007', 'Colour', 'Kleur', [colour.white, colour.black, colour.grey]),
    numeric('EF000116', 'RAL-number', 'RAL-nummer'),
    logical('EF024635', 'With wall brackets', 'Met wandbeugels'),
  ],
  body: 'box',
  sizeFeatures: ['EF001438', 'EF000049', 'EF000040'],
  portsOf: ([length]) => [
    portAt(connection.internalThread, 21, 'z', [length / 2 - 75, 0, 0]),
    portAt(connection.internalThread, 21, 'z', [length / 2 - 25, 0, 0]),
  ],
  ifc: ['IFCSPACEHEATER', 'RADIATOR'],
  rows: [
    radiator(11, 600, 800),
    radiator(21, 500, 1200),
    radiator(22, 400, 1800),
    radiator(22, 600, 1000),
    radiator(22, 600, 1600),
    radiator(33, 300, 2000),
  ],
};

const mounting = {
  wall: choiceOf('EV009508', 'Wall surface mounted', 'Wandopbouw'),
  ceiling: choiceOf('EV000563', 'Ceiling built-in', 'Plafondinbouw'),
} as const;

/** @param watts what it heats and cools with */
function fanCoil(place: keyof typeof mounting, size: number, length: number, watts: readonly [number, number]) {
  const [wattsHeating, wattsCooling] = watts;
  const isCeiling = place === 'ceiling';
  return row(
    `FC-${isCeiling ? 'C' : 'W'}${size}`,
    inBoth(
      `Fan coil unit ${size}, ${isCeiling ? 'ceiling' : 'wall'}`,
      `Ventilatorconvector ${size}, ${isCeiling ? 'plafond' : 'wand'}`,
    ),
    isCeiling ? [length, 530, 245] : [length, 225, 600],
    {
      EF000003: mounting[place],
      EF013913: wattsHeating,
      EF009279: wattsCooling,
      EF024810: size * 85,
      EF024813: 30 + size,
      EF000007: colour.white,
      EF023807: size > 4 ? bore.threeQuarter : bore.half,
      EF006013: true,
      EF003625: 230,
    },
  );
}

const fanCoilUnit: DemoClass = {
  etimClass: classOf('EC011034', 8, 'Fan coil unit', 'Ventilatorconvector'),
  modellingClass: classOf('MC000102', 1, 'Fan coil unit, two-pipe', 'Ventilatorconvector, tweepijps'),
  maker: 'heat',
  features: [
    choice('EF000003', 'Mounting method', 'Montagewijze', Object.values(mounting)),
    numeric('EF013913', 'Heat emission 20 °C - 75/65 high', 'Warmteafgifte 20 °C - 75/65 hoog', 'W'),
    numeric('EF009279', 'Cooling capacity 25 °C - 7/12 perceived high', 'Koelvermogen 25 °C - 7/12 voelbaar hoog', 'W'),
    numeric('EF024810', 'Air volume medium', 'Luchthoeveelheid midden', 'm³/h'),
    numeric('EF024813', 'Sound pressure level medium', 'Geluidsdrukniveau midden', 'dB(A)'),
    choice('EF000007', 'Colour', 'Kleur', [colour.white, colour.grey]),
    choice('EF023807', 'Nominal diameter heating', 'Nominale diameter verwarming', [bore.half, bore.threeQuarter]),
    logical('EF006013', 'With filter', 'Met filter'),
    numeric('EF003625', 'Connection voltage', 'Aansluitspanning', 'V'),
    numeric('EF000008', 'Width', 'Breedte', 'mm'),
    numeric('EF000040', 'Height', 'Hoogte', 'mm'),
    numeric('EF000049', 'Depth', 'Diepte', 'mm'),
  ],
  body: 'box',
  sizeFeatures: ['EF000008', 'EF000049', 'EF000040'],
  portsOf: ([length, , height]) => [
    portAt(connection.internalThread, 21, 'x', [length / 2, 0, height / 2 - 40]),
    portAt(connection.internalThread, 21, 'x', [length / 2, 0, height / 2 + 40]),
  ],
  ifc: ['IFCUNITARYEQUIPMENT', 'USERDEFINED'],
  rows: [
    fanCoil('wall', 2, 790, [2900, 1350]),
    fanCoil('wall', 4, 1190, [5600, 2600]),
    fanCoil('wall', 6, 1590, [8300, 3900]),
    fanCoil('ceiling', 3, 950, [4100, 1900]),
    fanCoil('ceiling', 5, 1350, [6900, 3200]),
  ],
};

function vessel(litres: number, diameter: number, height: number) {
  return row(
    `EXP-${litres}`,
    inBoth(`Membrane expansion vessel ${litres} l`, `Membraanexpansievat ${litres} l`),
    [diameter, diameter, height],
    {
      EF000880: litres,
      EF020016: litres > 50 ? 1.5 : 0.5,
      EF020449: litres > 50 ? 6 : 3,
      EF023182: [-10, 70],
      EF022359: litres > 50 ? bore.one : bore.threeQuarter,
      EF000007: colour.red,
    },
  );
}

const expansionVessel: DemoClass = {
  etimClass: classOf('EC010958', 6, 'Membrane pressure expansion vessel', 'Membraandrukexpansievat'),
  modellingClass: classOf('MC000103', 1, 'Expansion vessel, upright', 'Expansievat, staand'),
  maker: 'heat',
  features: [
    numeric('EF000880', 'Volume', 'Inhoud', 'l'),
    numeric('EF020016', 'Pre-pressure', 'Voordruk', 'bar'),
    numeric('EF020449', 'Max. operating pressure', 'Max. werkdruk', 'bar'),
    range('EF023182', 'Medium temperature (continuous)', 'Mediumtemperatuur (continu)', '°C'),
    choice('EF022359', 'Nominal diameter expansion connection', 'Nominale diameter expansieaansluiting', [
      bore.threeQuarter,
      bore.one,
    ]),
    choice('EF000007', 'Colour', 'Kleur', [colour.red, colour.grey]),
    numeric('EF000551', 'Diameter', 'Diameter', 'mm'),
    numeric('EF000040', 'Height', 'Hoogte', 'mm'),
  ],
  body: 'upright',
  sizeFeatures: ['EF000551', undefined, 'EF000040'],
  portsOf: ([, , height]) => [portAt(connection.externalThread, 27, 'z', [0, 0, height])],
  ifc: ['IFCTANK', 'EXPANSION'],
  rows: [vessel(8, 206, 327), vessel(18, 280, 379), vessel(35, 354, 460), vessel(80, 480, 565)],
};

/** Heating and cooling: radiators, fan coil units, expansion vessels. */
export const heatingClasses: readonly DemoClass[] = [panelRadiator, fanCoilUnit, expansionVessel];
