import type { Quantities } from './quantities.ts';

/** Electricity, light, sound and data. */
export const electricalQuantities: Quantities = {
  current: [
    ['1', 'A', 'EU570459', 'AMP'],
    ['1000', 'kA', 'EU570170', 'B22'],
    ['0.001', 'mA', 'EU570174', '4K'],
    ['0.000001', 'µA', 'B84'],
  ],
  voltage: [
    ['1', 'V', 'EU570079', 'VLT', '2G', '2H', 'Volt'],
    ['1000', 'kV', 'EU570193', 'KVT'],
    ['0.001', 'mV', 'EU570515', '2Z'],
  ],
  resistance: [
    ['1', 'Ohm', 'EU570104', 'OHM', 'Ω'],
    ['1000', 'kOhm', 'EU000053', 'B49', 'kΩ'],
    ['1000000', 'MOhm', 'EU570200', 'B75', 'MΩ'],
    ['0.001', 'mOhm', 'EU570199', 'E45', 'mΩ'],
  ],
  'resistance per length': [
    ['1', 'Ohm/km', 'EU571143', 'Ω/km'],
    ['1000', 'Ohm/m', 'H26', 'Ω/m'],
  ],
  resistivity: [['1', 'Ohm-m', 'EU571151', 'C61', 'Ωm']],
  conductivity: [
    ['1', 'µS/cm', 'EU571154', 'G42'],
    ['1000', 'mS/cm', 'EU571188', 'H61'],
    ['10000', 'S/m', 'D10'],
  ],
  charge: [
    ['1', 'Ah', 'EU000050', 'AMH'],
    ['0.001', 'mAh', 'EU000025', 'E09'],
  ],
  capacitance: [
    ['1', 'F', 'FAR'],
    ['0.000001', 'µF', 'EU000054', '4O'],
    ['0.000000001', 'nF', 'C41'],
    ['0.000000000001', 'pF', '4T'],
  ],
  inductance: [
    ['1', 'H', '81'],
    ['0.001', 'mH', 'EU571022', 'C14'],
    ['0.000001', 'µH', 'EU000032', 'B90'],
  ],
  'magnetic flux density': [
    ['1', 'T', 'D33'],
    ['0.001', 'mT', 'C29'],
    ['0.000001', 'µT', 'EU571183', 'D81'],
  ],
  'apparent power': [
    ['1', 'VA', 'EU000022', 'D46'],
    ['1000', 'kVA', 'EU000018', 'KVA'],
    ['1000000', 'MVA', 'MVA'],
  ],
  'reactive power': [
    ['1', 'var', 'D44'],
    ['1000', 'kvar', 'EU000003', 'KVR', 'K5'],
  ],
  'peak power of photovoltaics': [
    ['1', 'Wp', 'EU000059'],
    ['1000', 'kWp', 'EU571078'],
  ],
  'luminous flux': [
    ['1', 'lm', 'EU570108', 'LUM'],
    ['1000', 'klm'],
  ],
  'luminous intensity': [
    ['1', 'cd', 'EU570109', 'CDL'],
    ['0.001', 'mcd', 'P34'],
  ],
  illuminance: [
    ['1', 'lx', 'EU570106', 'LUX', 'lux'],
    ['1000', 'klx', 'KLX'],
  ],
  'data rate': [
    ['1', 'kBit/s', 'EU000043', 'C74', 'kbit/s', 'kbps'],
    ['1000', 'Mbit/s', 'EU571001', 'E20', 'Mbps'],
    ['1000000', 'Gbit/s', 'EU571073', 'B80', 'Gbps'],
  ],
};
