import { isDwgFormat } from '../../shared/model/program.ts';

/** DWG and DXF format marks → the AutoCAD release that introduced the format. */
export const releaseOfFormat: ReadonlyMap<string, string> = new Map([
  ['AC1006', 'R10'],
  ['AC1009', 'R12'],
  ['AC1012', 'R13'],
  ['AC1014', 'R14'],
  ['AC1015', '2000'],
  ['AC1018', '2004'],
  ['AC1021', '2007'],
  ['AC1024', '2010'],
  ['AC1027', '2013'],
  ['AC1032', '2018'],
]);

/** The registry version a program writes into its drawings → the year it is sold under. */
export const yearOfRegistryVersion: ReadonlyMap<string, string> = new Map([
  ['16.0', '2004'],
  ['16.1', '2005'],
  ['16.2', '2006'],
  ['17.0', '2007'],
  ['17.1', '2008'],
  ['17.2', '2009'],
  ['18.0', '2010'],
  ['18.1', '2011'],
  ['18.2', '2012'],
  ['19.0', '2013'],
  ['19.1', '2014'],
  ['20.0', '2015'],
  ['20.1', '2016'],
  ['21.0', '2017'],
  ['22.0', '2018'],
  ['23.0', '2019'],
  ['23.1', '2020'],
  ['24.0', '2021'],
  ['24.1', '2022'],
  ['24.2', '2023'],
  ['24.3', '2024'],
  ['25.0', '2025'],
  ['25.1', '2026'],
]);

const newestFormat = [...releaseOfFormat.keys()].at(-1) ?? '';

/** Whether a mark is of a DWG format newer than all of the above. */
export function isNewerFormat(mark: string): boolean {
  return isDwgFormat(mark) && mark > newestFormat;
}
