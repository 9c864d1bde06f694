import type { Quantities } from './quantities.ts';

/** Energy, heat and the flow of liquids and air. Temperatures, whose scales begin at different points, are not here. */
export const thermalQuantities: Quantities = {
  energy: [
    ['1', 'J', 'EU570011', 'JOU'],
    ['1000', 'kJ', 'EU571075', 'KJO'],
    ['1000000', 'MJ', 'EU571077', '3B'],
    ['1000000000', 'GJ', 'GV'],
    ['3600', 'Wh', 'EU571145', 'WHR'],
    ['3600000', 'kWh', 'EU570419', 'KWH'],
    ['3600000000', 'MWh', 'MWH'],
  ],
  power: [
    ['1', 'W', 'EU570054', 'WTT'],
    ['0.001', 'mW', 'EU571067', 'C31'],
    ['1000', 'kW', 'EU570418', 'KWT'],
    ['1000000', 'MW', 'EU571182', 'MAW'],
  ],
  'power per length': [
    ['1', 'W/m', 'EU000020', 'H74'],
    ['1000', 'kW/m'],
  ],
  'power per area': [
    ['1', 'W/m²', 'EU570235', 'D54'],
    ['1000', 'kW/m²', 'EU571007'],
  ],
  'power per air flow': [
    ['1', 'W/(m³/s)', 'EU571198'],
    ['1000', 'kW/(m³/s)', 'EU570931'],
  ],
  'heat loss': [
    ['1', 'W/K', 'EU570542', 'D52'],
    ['1000', 'kW/K'],
  ],
  'heat transfer': [['1', 'W/(m².K)', 'EU570133', 'D55']],
  'thermal conductivity': [
    ['1', 'W/(m.K)', 'EU570374', 'D53'],
    ['0.001', 'mW/(m.K)'],
  ],
  'thermal resistance': [['1', '(m².K)/W', 'EU571060', 'D19']],
  'heat capacity': [
    ['1', 'J/(kg·K)', 'EU571171', 'B11'],
    ['1000', 'kJ/(kg·K)', 'B43'],
  ],
  'energy per mass': [
    ['1', 'kJ/kg', 'EU571158', 'B42', 'J/g', 'D95'],
    ['0.001', 'J/kg', 'J2'],
  ],
  'volume flow': [
    ['1', 'm³/s', 'EU571050', 'MQS'],
    ['1/60', 'm³/min', 'EU571135', 'G53'],
    ['1/3600', 'm³/h', 'EU570451', 'MQH', 'cbm/h'],
    ['0.001', 'l/s', 'EU570449', 'G51', 'L/s', 'dm³/s'],
    ['0.001/60', 'l/min', 'EU000045', 'L2', 'L/min'],
    ['0.001/3600', 'l/h', 'EU000038', 'E32', 'L/h'],
    ['0.000001/60', 'ml/min', '41'],
  ],
  ratio: [
    ['0.01', '%', 'EU570382', 'P1', 'pct', 'Prozent', 'procent'],
    ['0.001', '‰', 'NX'],
    ['0.000001', 'ppm', 'EU570442', '59'],
  ],
  'ratio per temperature': [['1', '%/K', 'EU571030', 'H25']],
  'amount per volume': [
    ['1', 'mol/l', 'EU571189', 'C38'],
    ['0.001', 'mmol/l', 'M33'],
  ],
};
