import type { DemoChoice, DemoClass } from '../demo-class.ts';
import { choice, choiceOf, classOf, inBoth, logical, numeric, range, row } from '../notation.ts';
import { colour, connection, material, none, portAt, side } from '../vocabulary.ts';

const shape = {
  oval: choiceOf('EV000396', 'Oval', 'Ovaal'),
  rectangular: choiceOf('EV000220', 'Rectangular', 'Rechthoekig'),
  round: choiceOf('EV000167', 'Round', 'Rond'),
  angular: choiceOf('EV000037', 'Angular', 'Hoekig'),
} as const;
const mounting = {
  wall: choiceOf('EV000977', 'Wall', 'Wand'),
  builtIn: choiceOf('EV000134', 'Built-in', 'Inbouw'),
  floor: choiceOf('EV003652', 'Floor standing', 'Staand'),
} as const;

function basin(width: number, depth: number, form: DemoChoice, isBuiltIn: boolean) {
  return row(
    `WB-${width}${isBuiltIn ? 'I' : ''}`,
    inBoth(`Washbasin ${width} × ${depth} mm`, `Wastafel ${width} × ${depth} mm`),
    [width, depth, isBuiltIn ? 175 : 160],
    {
      EF002169: material.ceramics,
      EF000051: form,
      EF000007: colour.white,
      EF000003: isBuiltIn ? mounting.builtIn : mounting.wall,
      EF020361: width < 400 ? none : side.centre,
      EF011649: width < 400 ? 0 : 1,
      EF020710: 46,
    },
  );
}

const washbasin: DemoClass = {
  etimClass: classOf('EC011550', 8, 'Washbasin', 'Wastafel'),
  modellingClass: classOf('MC000301', 1, 'Washbasin with drain', 'Wastafel met afvoer'),
  maker: 'bath',
  features: [
    choice('EF002169', 'Material', 'Materiaal', [material.ceramics, material.stainless]),
    choice('EF000051', 'Shape', 'Vorm', [shape.oval, shape.rectangular, shape.round]),
    choice('EF000007', 'Colour', 'Kleur', [colour.white, colour.black, colour.beige]),
    choice('EF000003', 'Mounting method', 'Montagewijze', [mounting.wall, mounting.builtIn]),
    choice('EF020361', 'Tap hole', 'Kraangat', [none, side.left, side.right, side.centre]),
    numeric('EF011649', 'Number of tap holes for each washbasin', 'Aantal kraangaten per wastafel'),
    numeric('EF020710', 'Diameter of drain hole', 'Diameter afvoergat', 'mm'),
    numeric('EF000049', 'Depth', 'Diepte', 'mm'),
    numeric('EF004567', 'Width/diameter', 'Breedte/diameter', 'mm'),
    numeric('EF000040', 'Height', 'Hoogte', 'mm'),
  ],
  body: 'box',
  sizeFeatures: ['EF004567', 'EF000049', 'EF000040'],
  portsOf: () => [portAt(connection.drain, 32, 'z', [0, 0, 0])],
  ifc: ['IFCSANITARYTERMINAL', 'WASHHANDBASIN'],
  rows: [
    basin(360, 280, shape.rectangular, false),
    basin(550, 440, shape.oval, false),
    basin(600, 480, shape.rectangular, false),
    basin(650, 485, shape.oval, false),
    basin(560, 420, shape.oval, true),
  ],
};

function bath(length: number, width: number, litres: number, isFreestanding: boolean) {
  return row(
    `BA-${length / 10}${width / 10}${isFreestanding ? 'F' : ''}`,
    inBoth(
      `${isFreestanding ? 'Freestanding bath' : 'Bath'} ${length} × ${width} mm`,
      `${isFreestanding ? 'Vrijstaand bad' : 'Bad'} ${length} × ${width} mm`,
    ),
    [length, width, isFreestanding ? 580 : 460],
    {
      EF000051: isFreestanding ? shape.oval : shape.rectangular,
      EF020363: isFreestanding,
      EF002169: isFreestanding ? material.mineral : material.steel,
      EF000007: colour.white,
      EF000880: litres,
      EF025065: true,
      EF020710: 52,
    },
  );
}

const bathTub: DemoClass = {
  etimClass: classOf('EC011609', 6, 'Bath', 'Bad'),
  modellingClass: classOf('MC000302', 2, 'Bath with drain', 'Bad met afvoer'),
  maker: 'bath',
  features: [
    choice('EF000051', 'Shape', 'Vorm', [shape.oval, shape.rectangular]),
    logical('EF020363', 'Freestanding', 'Vrijstaand'),
    choice('EF002169', 'Material', 'Materiaal', [material.steel, material.mineral, material.castIron]),
    choice('EF000007', 'Colour', 'Kleur', [colour.white, colour.black]),
    numeric('EF001438', 'Length', 'Lengte', 'mm'),
    numeric('EF000008', 'Width', 'Breedte', 'mm'),
    numeric('EF000040', 'Height', 'Hoogte', 'mm'),
    numeric('EF000880', 'Volume', 'Inhoud', 'l'),
    logical('EF025065', 'With overflow hole', 'Met overloopgat'),
    numeric('EF020710', 'Diameter of drain hole', 'Diameter afvoergat', 'mm'),
  ],
  body: 'box',
  sizeFeatures: ['EF001438', 'EF000008', 'EF000040'],
  portsOf: ([length]) => [portAt(connection.drain, 40, 'z', [length / 2 - 200, 0, 0])],
  ifc: ['IFCSANITARYTERMINAL', 'BATH'],
  rows: [
    bath(1600, 700, 130, false),
    bath(1700, 750, 160, false),
    bath(1800, 800, 195, false),
    bath(1780, 800, 240, true),
  ],
};

const outlet = {
  rearBackward: choiceOf('EV013646', 'RB (Rear Backward)', 'AO (achter, achterwaarts)'),
  rearUnder: choiceOf('EV020301', 'RU (Rear Under)', 'AB (achter, beneden)'),
} as const;
const flush = {
  flat: choiceOf('EV000880', 'Flat', 'Vlak'),
  deep: choiceOf('EV022153', 'Deep', 'Diep'),
} as const;

function toilet(code: string, isWall: boolean, isRound: boolean, height: number) {
  return row(
    `TC-${code}`,
    inBoth(
      `Toilet combination ${isWall ? 'wall' : 'floor'} ${code}`,
      `Toiletcombinatie ${isWall ? 'wandhangend' : 'staand'} ${code}`,
    ),
    [isRound ? 360 : 350, isWall ? 540 : 665, height],
    {
      EF001139: isWall ? mounting.wall : mounting.floor,
      EF000051: isRound ? shape.round : shape.angular,
      EF002169: material.ceramics,
      EF000007: colour.white,
      EF020295: flush.deep,
      EF020259: isWall ? outlet.rearBackward : outlet.rearUnder,
      EF010871: [3, 6],
    },
  );
}

const toiletCombination: DemoClass = {
  etimClass: classOf('EC011318', 8, 'Toilet combination', 'Toiletcombinatie'),
  modellingClass: classOf('MC000303', 1, 'Toilet with rear outlet', 'Toilet met achteruitlaat'),
  maker: 'bath',
  features: [
    choice('EF001139', 'Type', 'Type', [mounting.floor, mounting.wall]),
    choice('EF000051', 'Shape', 'Vorm', [shape.round, shape.angular]),
    choice('EF002169', 'Material', 'Materiaal', [material.ceramics, material.stainless]),
    choice('EF000007', 'Colour', 'Kleur', [colour.white, colour.black]),
    choice('EF020295', 'Flush type', 'Spoeltype', Object.values(flush)),
    choice('EF020259', 'Outlet location', 'Plaats uitlaat', Object.values(outlet)),
    range('EF010871', 'Flushing water quantity', 'Hoeveelheid spoelwater', 'l'),
    numeric('EF000040', 'Height', 'Hoogte', 'mm'),
    numeric('EF000049', 'Depth', 'Diepte', 'mm'),
    numeric('EF000008', 'Width', 'Breedte', 'mm'),
  ],
  body: 'box',
  sizeFeatures: ['EF000008', 'EF000049', 'EF000040'],
  portsOf: ([, depth]) => [portAt(connection.drain, 90, 'y', [0, depth / 2, 180])],
  ifc: ['IFCSANITARYTERMINAL', 'TOILETPAN'],
  rows: [
    toilet('100', true, true, 360),
    toilet('110', true, false, 360),
    toilet('200', false, true, 790),
    toilet('210', false, false, 810),
  ],
};

/** Sanitary ware: washbasins, baths, toilets. */
export const sanitaryClasses: readonly DemoClass[] = [washbasin, bathTub, toiletCombination];
