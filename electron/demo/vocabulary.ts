import type { DemoChoice, DemoPort, Triple } from './demo-class.ts';
import { choiceOf } from './notation.ts';

/** ETIM values that several demo classes share. */
export const material = {
  steel: choiceOf('EV000179', 'Steel', 'Staal'),
  stainless: choiceOf('EV000166', 'Stainless steel', 'Roestvast staal'),
  aluminium: choiceOf('EV000072', 'Aluminium', 'Aluminium'),
  brass: choiceOf('EV000149', 'Brass', 'Messing'),
  bronze: choiceOf('EV000082', 'Bronze', 'Brons'),
  castIron: choiceOf('EV000117', 'Cast iron', 'Gietijzer'),
  ceramics: choiceOf('EV000572', 'Ceramics', 'Keramiek'),
  plastic: choiceOf('EV000139', 'Plastic', 'Kunststof'),
  mineral: choiceOf('EV013586', 'Mineral casting', 'Gietmineraal'),
  wood: choiceOf('EV000131', 'Wood', 'Hout'),
} as const;

export const colour = {
  white: choiceOf('EV000202', 'White', 'Wit'),
  black: choiceOf('EV000206', 'Black', 'Zwart'),
  grey: choiceOf('EV000270', 'Grey', 'Grijs'),
  beige: choiceOf('EV000279', 'Beige', 'Beige'),
  anthracite: choiceOf('EV000309', 'Anthracite', 'Antraciet'),
  red: choiceOf('EV000233', 'Red', 'Rood'),
} as const;

export const side = {
  left: choiceOf('EV004731', 'Left', 'Links'),
  right: choiceOf('EV004732', 'Right', 'Rechts'),
  centre: choiceOf('EV000213', 'Centre', 'Midden'),
} as const;

export const none = choiceOf('EV000494', 'None', 'Geen');

/** Nominal diameters by inch. */
export const bore = {
  half: choiceOf('EV020209', '1/2 inch (15)'),
  threeQuarter: choiceOf('EV020210', '3/4 inch (20)'),
  one: choiceOf('EV020211', '1 inch (25)'),
  oneQuarter: choiceOf('EV020212', '1 1/4 inch (32)'),
  oneHalf: choiceOf('EV020213', '1 1/2 inch (40)'),
  two: choiceOf('EV020214', '2 inch (50)'),
} as const;

/** Ways in which a connection of a modelling class joins the next part. */
export const connection = {
  internalThread: choiceOf(
    'EV016143',
    'Internal thread cylindrical BSPT-Rp (ISO 7-1 / EN 10226-1)',
    'Binnendraad cilindrisch BSPT-Rp (ISO 7-1 / EN 10226-1)',
  ),
  externalThread: choiceOf(
    'EV020239',
    'External thread cylindrical BSPP-G (ISO 228-1)',
    'Buitendraad cilindrisch BSPP-G (ISO 228-1)',
  ),
  flange: choiceOf('EV000106', 'Flange', 'Flens'),
  ductEnd: choiceOf('EV020339', 'Duct end', 'Kanaaleind'),
  insertEnd: choiceOf('EV020338', 'Insert end', 'Insteekeind'),
  drain: choiceOf('EV020227', 'Drain', 'Afvoer'),
  screwed: choiceOf('EV001008', 'Screwed terminal', 'Schroefklem'),
  pushIn: choiceOf('EV006494', 'Push-in clamp', 'Steekklem'),
} as const;

/** A connection at a place of the body. @param at millimetres */
export function portAt(kind: DemoChoice, diameterMm: number, axis: DemoPort['axis'], at: Triple): DemoPort {
  return { connection: kind, diameterMm, axis, at };
}
