import type { DemoClass } from '../demo-class.ts';
import { choice, choiceOf, classOf, inBoth, logical, numeric, range, row } from '../notation.ts';
import { bore, connection, material, none, portAt } from '../vocabulary.ts';

const protection = {
  ip44: choiceOf('EV006418', 'IP44'),
  ip55: choiceOf('EV006420', 'IP55'),
} as const;
const speedControl = {
  none,
  builtIn: choiceOf('EV004710', 'Built-in (integrated)', 'Ingebouwd (geïntegreerd)'),
} as const;

/** The thread of a pump or valve by its nominal size in millimetres. */
const boreOf = {
  15: bore.half,
  20: bore.threeQuarter,
  25: bore.one,
  32: bore.oneQuarter,
  40: bore.oneHalf,
  50: bore.two,
};

function pump(size: keyof typeof boreOf, head: number, length: number, kilowatts: number) {
  return row(
    `CP-${size}-${head}-${length}`,
    inBoth(
      `Inline circulation pump ${size}-${head}, built-in length ${length} mm`,
      `Inline-circulatiepomp ${size}-${head}, inbouwlengte ${length} mm`,
    ),
    [length, 110 + size, 120 + size * 2],
    {
      EF023038: size > 32 ? material.castIron : material.bronze,
      EF000991: Math.round(size * head) / 50,
      EF000992: head / 10,
      EF020449: 10,
      EF023090: false,
      EF003977: [220, 240],
      EF000351: 1,
      EF012424: kilowatts,
      EF020121: speedControl.builtIn,
      EF023182: [-10, 110],
      EF025116: connection.externalThread,
      EF025117: boreOf[size],
      EF005474: protection.ip44,
    },
  );
}

const circulationPump: DemoClass = {
  etimClass: classOf('EC011333', 8, 'Inline circulation pump', 'Inline-circulatiepomp'),
  modellingClass: classOf('MC000201', 3, 'Inline pump with threaded ends', 'Inlinepomp met draadeinden'),
  maker: 'flow',
  features: [
    choice('EF023038', 'Material pump casing', 'Materiaal pomphuis', [
      material.bronze,
      material.castIron,
      material.stainless,
    ]),
    numeric('EF000991', 'Max. discharge flow', 'Max. opbrengst', 'm³/h'),
    numeric('EF000992', 'Max. static height', 'Max. opvoerhoogte', 'm'),
    numeric('EF020449', 'Max. operating pressure', 'Max. werkdruk', 'bar'),
    logical('EF023090', 'Double pump', 'Dubbele pomp'),
    range('EF003977', 'Rated voltage', 'Nominale spanning', 'V'),
    numeric('EF000351', 'Number of phases', 'Aantal fasen'),
    numeric('EF012424', 'Motor power input (P1) per motor', 'Opgenomen motorvermogen (P1) per motor', 'kW'),
    choice('EF020121', 'Motor speed control', 'Toerenregeling motor', Object.values(speedControl)),
    range('EF023182', 'Medium temperature (continuous)', 'Mediumtemperatuur (continu)', '°C'),
    choice('EF025116', 'Connection inlet side', 'Aansluiting inlaatzijde', [
      connection.externalThread,
      connection.flange,
    ]),
    choice('EF025117', 'Nominal diameter connection inlet side', 'Nominale diameter aansluiting inlaatzijde', [
      bore.one,
      bore.oneQuarter,
      bore.oneHalf,
      bore.two,
    ]),
    choice('EF005474', 'Degree of protection (IP)', 'Beschermingsgraad (IP)', Object.values(protection)),
    numeric('EF004265', 'Built-in length', 'Inbouwlengte', 'mm'),
  ],
  body: 'box',
  sizeFeatures: ['EF004265'],
  portsOf: ([length, width]) => [
    portAt(connection.externalThread, (width - 110) * 1.4, 'x', [-length / 2, 0, 60]),
    portAt(connection.externalThread, (width - 110) * 1.4, 'x', [length / 2, 0, 60]),
  ],
  ifc: ['IFCPUMP', 'CIRCULATOR'],
  rows: [
    pump(25, 40, 130, 0.018),
    pump(25, 40, 180, 0.018),
    pump(25, 60, 180, 0.034),
    pump(32, 60, 180, 0.034),
    pump(40, 80, 220, 0.265),
    pump(50, 120, 280, 0.536),
  ],
};

const operation = {
  lever: choiceOf('EV020000', 'Lever handle', 'Hendel'),
  tHandle: choiceOf('EV003697', 'T-handle', 'T-greep'),
} as const;
const pressureClass = {
  pn25: choiceOf('EV020105', 'PN 25'),
  pn40: choiceOf('EV020106', 'PN 40'),
} as const;

function ballValve(nominal: keyof typeof boreOf, length: number, kvs: number, isStainless: boolean) {
  const diameter = boreOf[nominal];
  return row(
    `BV-${isStainless ? 'S' : 'B'}${nominal}`,
    inBoth(
      `Ball valve ${isStainless ? 'stainless steel' : 'brass'} ${diameter.descriptions.en ?? ''}`,
      `Kogelafsluiter ${isStainless ? 'roestvast staal' : 'messing'} ${diameter.descriptions.nl ?? ''}`,
    ),
    [nominal * 1.8, nominal * 1.8, length],
    {
      EF001596: isStainless ? material.stainless : material.brass,
      EF023193: diameter,
      EF000321: connection.internalThread,
      EF020007: isStainless ? pressureClass.pn40 : pressureClass.pn25,
      EF002147: nominal > 20 ? operation.lever : operation.tHandle,
      EF022466: kvs,
      EF022470: false,
    },
  );
}

const ballValves: DemoClass = {
  etimClass: classOf('EC011343', 9, 'Ball valve', 'Kogelafsluiter'),
  modellingClass: classOf(
    'MC000202',
    4,
    'Straight valve with two connections',
    'Rechte afsluiter met twee aansluitingen',
  ),
  maker: 'flow',
  features: [
    choice('EF001596', 'Housing material', 'Materiaal huis', [material.brass, material.stainless]),
    choice('EF023193', 'Nominal diameter connection 1', 'Nominale diameter aansluiting 1', Object.values(bore)),
    choice('EF000321', 'Connection 1', 'Aansluiting 1', [connection.internalThread, connection.externalThread]),
    choice('EF020007', 'Article compression class', 'Drukklasse artikel', Object.values(pressureClass)),
    choice('EF002147', 'Operation', 'Bediening', Object.values(operation)),
    numeric('EF022466', 'Kvs value', 'Kvs-waarde'),
    logical('EF022470', 'With drain possibility (connection)', 'Met aftapmogelijkheid (aansluiting)'),
  ],
  body: 'lying',
  sizeFeatures: [],
  portsOf: ([diameter, , length]) => [
    portAt(connection.internalThread, diameter / 1.5, 'x', [-length / 2, 0, 0]),
    portAt(connection.internalThread, diameter / 1.5, 'x', [length / 2, 0, 0]),
  ],
  ifc: ['IFCVALVE', 'ISOLATING'],
  rows: [
    ballValve(15, 58, 16.3, false),
    ballValve(20, 65, 29.5, false),
    ballValve(25, 77, 43, false),
    ballValve(32, 90, 89, false),
    ballValve(50, 118, 265, true),
  ],
};

/** Piping: pumps and valves. */
export const pipingClasses: readonly DemoClass[] = [circulationPump, ballValves];
