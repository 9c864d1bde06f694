import type { DemoChoice, DemoClass } from '../demo-class.ts';
import { choice, choiceOf, classOf, inBoth, logical, numeric, row } from '../notation.ts';
import { colour, connection, material, portAt, side } from '../vocabulary.ts';

const doorType = {
  flat: choiceOf('EV012556', 'Flat door', 'Vlakke deur'),
  panel: choiceOf('EV012557', 'Panel door', 'Paneeldeur'),
} as const;
const doorCore = {
  honeycomb: choiceOf('EV024416', 'Honeycomb', 'Honingraat'),
  tubular: choiceOf('EV024418', 'Tubular core', 'Tubespaan'),
  particle: choiceOf('EV024417', 'Full particle board core', 'Volspaan'),
} as const;

function door([width, height]: readonly [number, number], kind: DemoChoice, core: DemoChoice, rotation: DemoChoice) {
  const isPanel = kind === doorType.panel;
  return row(
    `ID-${width / 10}${height / 5}${rotation === side.left ? 'L' : 'R'}${isPanel ? 'P' : ''}`,
    inBoth(
      `Interior door ${isPanel ? 'panel' : 'flat'} ${width} × ${height} mm`,
      `Binnendeur ${isPanel ? 'paneel' : 'vlak'} ${width} × ${height} mm`,
    ),
    [width, 40, height],
    {
      EF004464: kind,
      EF025859: rotation,
      EF018319: core,
      EF000007: colour.white,
      EF010171: false,
      EF000167: Math.round((width * height) / 1e6) * (core === doorCore.honeycomb ? 9 : 17),
      EF026336: true,
    },
  );
}

const interiorDoor: DemoClass = {
  etimClass: classOf('EC003080', 5, 'Interior door (without frame)', 'Binnendeur (zonder kozijn)'),
  modellingClass: classOf('MC000501', 1, 'Door leaf', 'Deurblad'),
  maker: 'build',
  features: [
    choice('EF004464', 'Type of door', 'Type deur', Object.values(doorType)),
    choice('EF025859', 'Direction of rotation', 'Draairichting', [side.left, side.right]),
    choice('EF018319', 'Door core type', 'Type deurvulling', Object.values(doorCore)),
    choice('EF000007', 'Colour', 'Kleur', [colour.white, colour.grey, colour.black]),
    logical('EF010171', 'With glass opening', 'Met glasopening'),
    numeric('EF000008', 'Width', 'Breedte', 'mm'),
    numeric('EF000040', 'Height', 'Hoogte', 'mm'),
    numeric('EF000125', 'Thickness', 'Dikte', 'mm'),
    numeric('EF000167', 'Weight', 'Gewicht', 'kg'),
    logical('EF026336', 'FSC-mark', 'FSC-keurmerk'),
  ],
  body: 'box',
  sizeFeatures: ['EF000008', 'EF000125', 'EF000040'],
  portsOf: () => [],
  ifc: ['IFCDOOR', 'DOOR'],
  rows: [
    door([780, 2015], doorType.flat, doorCore.honeycomb, side.left),
    door([830, 2115], doorType.flat, doorCore.tubular, side.left),
    door([880, 2315], doorType.flat, doorCore.tubular, side.right),
    door([930, 2315], doorType.flat, doorCore.particle, side.right),
    door([880, 2315], doorType.panel, doorCore.particle, side.left),
  ],
};

const opening = {
  inward: choiceOf('EV013907', 'Inward opening', 'Naar binnen draaiend'),
  never: choiceOf('EV000494', 'None', 'Geen'),
} as const;
const movement = {
  side: choiceOf('EV013911', 'Sidehinged', 'Draaiend'),
  fixed: choiceOf('EV013916', 'Fixed frame', 'Vast'),
} as const;
const glazing = {
  double: choiceOf('EV012701', 'Double glass', 'Dubbel glas'),
  triple: choiceOf('EV012702', 'Three-layer glass', 'Drielaags glas'),
} as const;

function windowOf(width: number, height: number, isFixed: boolean, isTriple: boolean) {
  return row(
    `WI-${width / 10}${height / 10}${isFixed ? 'V' : 'D'}${isTriple ? '3' : '2'}`,
    inBoth(
      `Window ${isFixed ? 'fixed' : 'side-hung'} ${width} × ${height} mm`,
      `Raam ${isFixed ? 'vast' : 'draaiend'} ${width} × ${height} mm`,
    ),
    [width, isTriple ? 114 : 90, height],
    {
      EF010083: isTriple ? 0.8 : 1.3,
      EF007828: isTriple ? 38 : 33,
      EF011824: isFixed ? opening.never : opening.inward,
      EF011847: isFixed ? movement.fixed : movement.side,
      EF022391: isTriple ? glazing.triple : glazing.double,
      EF002169: isTriple ? material.wood : material.plastic,
      EF024468: height > 1500,
    },
  );
}

const completeWindow: DemoClass = {
  etimClass: classOf('EC003536', 4, 'Window (complete with frame)', 'Raam (compleet met kozijn)'),
  modellingClass: classOf('MC000502', 1, 'Window with frame', 'Raam met kozijn'),
  maker: 'build',
  features: [
    numeric('EF011842', 'Window frame depth', 'Kozijndiepte', 'mm'),
    numeric('EF011843', 'Window width', 'Raambreedte', 'mm'),
    numeric('EF011845', 'Window height', 'Raamhoogte', 'mm'),
    numeric('EF010083', 'Thermal transmittance value (U)', 'Warmtedoorgangscoëfficiënt (U)', 'W/(m².K)'),
    numeric('EF007828', 'Noise attenuation', 'Geluidsdemping', 'dB'),
    choice('EF011824', 'Opening direction', 'Draairichting', Object.values(opening)),
    choice('EF011847', 'Opening function', 'Openingsfunctie', Object.values(movement)),
    choice('EF022391', 'Type of glass', 'Type glas', Object.values(glazing)),
    choice('EF002169', 'Material', 'Materiaal', [material.wood, material.plastic]),
    logical('EF024468', 'Safety glass', 'Veiligheidsglas'),
  ],
  body: 'box',
  sizeFeatures: ['EF011843', 'EF011842', 'EF011845'],
  portsOf: () => [],
  ifc: ['IFCWINDOW', 'WINDOW'],
  rows: [
    windowOf(600, 1200, false, false),
    windowOf(900, 1400, false, false),
    windowOf(900, 1400, false, true),
    windowOf(1800, 2200, true, true),
  ],
};

const release = {
  fuse: choiceOf('EV020342', 'Standard fuse', 'Standaard smeltlood'),
  motor230: choiceOf('EV020676', 'Electromotor 230 V', 'Elektromotor 230 V'),
  motor24: choiceOf('EV020675', 'Electromotor 24 V', 'Elektromotor 24 V'),
} as const;

function damper(diameter: number, kind: DemoChoice) {
  const suffix = kind === release.fuse ? 'S' : kind === release.motor24 ? 'M24' : 'M230';
  return row(
    `FD-${diameter}-${suffix}`,
    inBoth(`Round fire damper ${diameter} mm (${suffix})`, `Ronde brandklep ${diameter} mm (${suffix})`),
    [diameter, diameter, kind === release.fuse ? 175 : 400],
    {
      EF002169: material.steel,
      EF022247: diameter - 2,
      EF000321: connection.insertEnd,
      EF000322: connection.insertEnd,
      EF020314: Math.round(Math.PI * (diameter / 2000) ** 2 * 0.8 * 10000) / 10000,
      EF002147: kind,
    },
  );
}

const fireDamper: DemoClass = {
  etimClass: classOf('EC010354', 3, 'Round fire damper', 'Ronde brandklep'),
  modellingClass: classOf('MC000503', 2, 'Round duct part with two ends', 'Rond kanaaldeel met twee einden'),
  maker: 'flow',
  features: [
    choice('EF002169', 'Material', 'Materiaal', [material.steel, material.stainless]),
    numeric('EF020311', 'Nominal duct diameter', 'Nominale kanaaldiameter', 'mm'),
    numeric('EF022247', 'Fire damper diameter', 'Diameter brandklep', 'mm'),
    choice('EF000321', 'Connection 1', 'Aansluiting 1', [connection.insertEnd, connection.ductEnd]),
    choice('EF000322', 'Connection 2', 'Aansluiting 2', [connection.insertEnd, connection.ductEnd]),
    numeric('EF020314', 'Free passage', 'Vrije doorlaat', 'm²'),
    choice('EF002147', 'Operation', 'Bediening', Object.values(release)),
    numeric('EF001438', 'Length', 'Lengte', 'mm'),
  ],
  body: 'lying',
  sizeFeatures: ['EF020311', undefined, 'EF001438'],
  portsOf: ([diameter, , length]) => [
    portAt(connection.insertEnd, diameter - 2, 'x', [-length / 2, 0, 0]),
    portAt(connection.insertEnd, diameter - 2, 'x', [length / 2, 0, 0]),
  ],
  ifc: ['IFCDAMPER', 'FIREDAMPER'],
  rows: [
    damper(100, release.fuse),
    damper(125, release.fuse),
    damper(160, release.fuse),
    damper(200, release.motor24),
    damper(250, release.motor230),
  ],
};

/** Parts of the building and its ducts: doors, windows, fire dampers. */
export const buildingClasses: readonly DemoClass[] = [interiorDoor, completeWindow, fireDamper];
