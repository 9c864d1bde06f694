import type { DemoChoice, DemoClass } from '../demo-class.ts';
import { choice, choiceOf, classOf, inBoth, numeric, range, row } from '../notation.ts';
import { colour, connection, material, portAt } from '../vocabulary.ts';

const lamp = {
  exchangeable: choiceOf('EV011514', 'LED exchangeable', 'Led verwisselbaar'),
  fixed: choiceOf('EV011515', 'LED not exchangeable', 'Led niet verwisselbaar'),
} as const;
const rendering = {
  good: choiceOf('EV003581', '80-89'),
  best: choiceOf('EV003580', '90-100'),
} as const;
const frontProtection = { ip44: choiceOf('EV006418', 'IP44'), ip65: choiceOf('EV006421', 'IP65') } as const;

function downlight(diameter: number, watts: number, kelvin: number, finish: DemoChoice) {
  return row(
    `DL-${diameter}-${kelvin / 100}${finish === colour.white ? 'W' : 'B'}`,
    inBoth(`Downlight ${diameter} mm, ${kelvin} K`, `Downlight ${diameter} mm, ${kelvin} K`),
    [diameter, diameter, 62],
    {
      EF002423: lamp.fixed,
      EF001596: material.aluminium,
      EF000136: finish,
      EF005127: [220, 240],
      EF003118: diameter > 150 ? frontProtection.ip44 : frontProtection.ip65,
      EF009347: watts,
      EF009346: [kelvin, kelvin],
      EF000442: kelvin < 3500 ? rendering.best : rendering.good,
      EF018714: [watts * 105, watts * 110],
      EF018713: [105, 110],
    },
  );
}

const downlights: DemoClass = {
  etimClass: classOf('EC001744', 10, 'Downlight/spot/floodlight', 'Downlight/spot/schijnwerper'),
  modellingClass: classOf('MC000401', 1, 'Recessed luminaire, round', 'Inbouwarmatuur, rond'),
  maker: 'build',
  features: [
    choice('EF002423', 'Lamp type', 'Lamptype', Object.values(lamp)),
    choice('EF001596', 'Housing material', 'Materiaal huis', [material.aluminium, material.plastic]),
    choice('EF000136', 'Housing colour', 'Kleur huis', [colour.white, colour.black]),
    range('EF005127', 'Nominal voltage', 'Nominale spanning', 'V'),
    choice('EF003118', 'Degree of protection (IP), front side', 'Beschermingsgraad (IP), voorzijde', [
      frontProtection.ip44,
      frontProtection.ip65,
    ]),
    numeric('EF009347', 'Max. system power', 'Max. systeemvermogen', 'W'),
    range('EF009346', 'Colour temperature', 'Kleurtemperatuur', 'K'),
    choice('EF000442', 'Colour rendering index CRI', 'Kleurweergave-index CRI', Object.values(rendering)),
    range('EF018714', 'Rated luminous flux according to IEC 62722-2- 1', 'Lichtstroom volgens IEC 62722-2-1', 'lm'),
    range('EF018713', 'Luminaire efficacy', 'Lichtrendement armatuur', 'lm/W'),
    numeric('EF000015', 'Outer diameter', 'Buitendiameter', 'mm'),
    numeric('EF001456', 'Height/depth', 'Hoogte/diepte', 'mm'),
  ],
  body: 'upright',
  sizeFeatures: ['EF000015', undefined, 'EF001456'],
  portsOf: ([diameter, , height]) => [portAt(connection.pushIn, 8, 'z', [diameter / 4, 0, height])],
  ifc: ['IFCLIGHTFIXTURE', 'POINTSOURCE'],
  rows: [
    downlight(85, 7, 2700, colour.white),
    downlight(85, 7, 2700, colour.black),
    downlight(120, 12, 3000, colour.white),
    downlight(170, 18, 4000, colour.white),
    downlight(225, 25, 4000, colour.white),
  ],
};

const zinc = {
  continuous: choiceOf('EV000283', 'Continuously galvanised', 'Bandverzinkt'),
  hotDip: choiceOf('EV000254', 'Hot-dip galvanised', 'Thermisch verzinkt'),
} as const;

function tray(width: number, height: number, isHotDip: boolean) {
  return row(
    `CT-${height}-${width}${isHotDip ? 'H' : ''}`,
    inBoth(`Cable tray ${height} × ${width} mm`, `Kabelgoot ${height} × ${width} mm`),
    [3000, width, height],
    {
      EF000386: width > 200 ? 1 : 0.8,
      EF006318: 3000,
      EF005140: width * height - 600,
      EF002169: material.steel,
      EF000139: isHotDip ? zinc.hotDip : zinc.continuous,
      EF000167: Math.round((width + 2 * height) * 0.75) / 100,
    },
  );
}

const cableTray: DemoClass = {
  etimClass: classOf('EC000047', 9, 'Cable tray', 'Kabelgoot'),
  modellingClass: classOf('MC000402', 2, 'Cable tray, straight', 'Kabelgoot, recht'),
  maker: 'build',
  features: [
    numeric('EF000040', 'Height', 'Hoogte', 'mm'),
    numeric('EF000008', 'Width', 'Breedte', 'mm'),
    numeric('EF000386', 'Material thickness', 'Materiaaldikte', 'mm'),
    numeric('EF001438', 'Length', 'Lengte', 'mm'),
    numeric('EF006318', 'Working length', 'Werkende lengte', 'mm'),
    numeric('EF005140', 'Usable cross section', 'Nuttige doorsnede', 'mm²'),
    choice('EF002169', 'Material', 'Materiaal', [material.steel, material.stainless, material.aluminium]),
    choice('EF000139', 'Surface protection', 'Oppervlaktebescherming', Object.values(zinc)),
    numeric('EF000167', 'Weight', 'Gewicht', 'kg/m'),
  ],
  body: 'box',
  sizeFeatures: ['EF001438', 'EF000008', 'EF000040'],
  portsOf: () => [],
  ifc: ['IFCCABLECARRIERSEGMENT', 'CABLETRAYSEGMENT'],
  rows: [tray(100, 60, false), tray(200, 60, false), tray(300, 60, false), tray(300, 110, false), tray(400, 110, true)],
};

const wiring = {
  twoWay: choiceOf('EV000648', 'Two-way switch', 'Wisselschakelaar'),
  onePole: choiceOf('EV009624', 'Switch 1-pole', 'Schakelaar 1-polig'),
  series: choiceOf('EV000943', 'Series switch', 'Serieschakelaar'),
} as const;
const mounting = {
  flush: choiceOf('EV000383', 'Flush-mounted', 'Inbouw'),
  surface: choiceOf('EV000384', 'Surface mounted', 'Opbouw'),
} as const;
const deviceProtection = { ip20: choiceOf('EV006405', 'IP20'), ip44: choiceOf('EV006418', 'IP44') } as const;

/** What switches and socket outlets have alike. */
function deviceValues(isSurface: boolean, finish: DemoChoice) {
  return {
    EF000003: isSurface ? mounting.surface : mounting.flush,
    EF002169: material.plastic,
    EF000007: finish,
    EF006755: isSurface ? deviceProtection.ip44 : deviceProtection.ip20,
    EF000002: 250,
  };
}

const deviceFeatures = [
  choice('EF000003', 'Mounting method', 'Montagewijze', Object.values(mounting)),
  choice('EF002169', 'Material', 'Materiaal', [material.plastic, choiceOf('EV000914', 'Metal', 'Metaal')]),
  choice('EF000007', 'Colour', 'Kleur', [colour.white, colour.black, colour.anthracite]),
  choice('EF006755', 'Suitable for degree of protection (IP)', 'Geschikt voor beschermingsgraad (IP)', [
    deviceProtection.ip20,
    deviceProtection.ip44,
  ]),
  numeric('EF000002', 'Nominal voltage', 'Nominale spanning', 'V'),
  numeric('EF008808', 'Device width', 'Breedte apparaat', 'mm'),
  numeric('EF008809', 'Device height', 'Hoogte apparaat', 'mm'),
  numeric('EF008810', 'Device depth', 'Diepte apparaat', 'mm'),
];

function installationSwitch(code: string, kind: DemoChoice, isSurface: boolean, finish: DemoChoice) {
  return row(
    `SW-${code}`,
    inBoth(
      `${kind.descriptions.en ?? ''} ${isSurface ? 'surface' : 'flush'} (${code})`,
      `${kind.descriptions.nl ?? ''} ${isSurface ? 'opbouw' : 'inbouw'} (${code})`,
    ),
    [isSurface ? 66 : 81, isSurface ? 53 : 44, 81],
    { EF002960: kind, EF000227: 10, ...deviceValues(isSurface, finish) },
  );
}

const installationSwitches: DemoClass = {
  etimClass: classOf('EC001590', 10, 'Installation switch', 'Installatieschakelaar'),
  modellingClass: classOf('MC000403', 1, 'Wall device, one gang', 'Wandcontact, enkelvoudig'),
  maker: 'build',
  features: [
    choice('EF002960', 'Wiring system', 'Schakeling', Object.values(wiring)),
    numeric('EF000227', 'Rated current', 'Nominale stroom', 'A'),
    ...deviceFeatures,
  ],
  body: 'box',
  sizeFeatures: ['EF008808', 'EF008810', 'EF008809'],
  portsOf: ([, depth, height]) => [portAt(connection.pushIn, 8, 'y', [0, depth / 2, height / 2])],
  ifc: ['IFCSWITCHINGDEVICE', 'TOGGLESWITCH'],
  rows: [
    installationSwitch('101', wiring.onePole, false, colour.white),
    installationSwitch('106', wiring.twoWay, false, colour.white),
    installationSwitch('105', wiring.series, false, colour.anthracite),
    installationSwitch('206', wiring.twoWay, true, colour.white),
  ],
};

function socketOutlet(code: string, gangs: number, usbPorts: number, isSurface: boolean) {
  return row(
    `SO-${code}`,
    inBoth(
      `Socket outlet ${gangs}-gang${usbPorts > 0 ? ' with USB-C' : ''} (${code})`,
      `Wandcontactdoos ${gangs}-voudig${usbPorts > 0 ? ' met USB-C' : ''} (${code})`,
    ),
    [81, 44, 81 + (gangs - 1) * 71],
    {
      EF000336: gangs,
      EF017049: usbPorts,
      EF000001: 16,
      ...deviceValues(isSurface, colour.white),
    },
  );
}

const socketOutlets: DemoClass = {
  etimClass: classOf('EC000125', 10, 'Socket outlet', 'Wandcontactdoos'),
  modellingClass: classOf('MC000404', 1, 'Wall device, several gangs', 'Wandcontact, meervoudig'),
  maker: 'build',
  features: [
    numeric('EF000336', 'Number of socket outlets', 'Aantal wandcontactdozen'),
    numeric('EF017049', 'Number of ports USB-C', 'Aantal poorten USB-C'),
    numeric('EF000001', 'Nominal current', 'Nominale stroom', 'A'),
    ...deviceFeatures,
  ],
  body: 'box',
  sizeFeatures: ['EF008808', 'EF008810', 'EF008809'],
  portsOf: ([, depth, height]) => [portAt(connection.screwed, 8, 'y', [0, depth / 2, height / 2])],
  ifc: ['IFCOUTLET', 'POWEROUTLET'],
  rows: [
    socketOutlet('301', 1, 0, false),
    socketOutlet('302', 2, 0, false),
    socketOutlet('311', 1, 2, false),
    socketOutlet('401', 1, 0, true),
  ],
};

/** Light and power: downlights, cable trays, switches, socket outlets. */
export const electricalClasses: readonly DemoClass[] = [downlights, cableTray, installationSwitches, socketOutlets];
