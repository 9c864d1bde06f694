/** Scales of temperature: a kelvin is (number + offset) × factor. Names as in `quantities`. */
export const temperatureScales: readonly {
  readonly offset: string;
  readonly factor: string;
  readonly names: readonly [string, ...string[]];
}[] = [
  { offset: '0', factor: '1', names: ['K', 'EU570076', 'KEL', 'kelvin'] },
  { offset: '273.15', factor: '1', names: ['°C', 'EU570073', 'CEL', '℃', 'ºC', 'GradC', 'degC'] },
  { offset: '459.67', factor: '5/9', names: ['°F', 'EU571087', 'FAH', '℉', 'ºF', 'degF'] },
];

/**
 * Features of ETIM 10.0 that say how far two temperatures are apart (a differential, a hysteresis, a rise, a resolution):
 * there a kelvin is as much as a degree Celsius, wherever the scales begin.
 */
export const temperatureDifferences: ReadonlySet<string> = new Set([
  'EF007373', // Differential gap, temperature
  'EF011739', // Thermal sensitivity at 30 °C
  'EF013497', // Subcooling
  'EF015985', // Coil windings temperature rise
  'EF016369', // Approved differential temperature according to EN 1434
  'EF016693', // Temperature resolution
  'EF017600', // Water temperature influence
  'EF017602', // Hysteresis
  'EF022300', // dT heating air
  'EF022403', // Max. cooling power (dT)
  'EF022690', // Differential between switch steps
  'EF022691', // Differential value
  'EF024281', // Differential range/switch hysteresis
]);

/** Features in kelvin that do not: what else ETIM has in kelvin may be either. */
export const colourTemperatures: ReadonlySet<string> = new Set(['EF000103', 'EF009346']);
