/** A line drawing per CAD kind, on a 92 × 78 grid: what stands where a file has no picture. */
const drawings: Readonly<Record<string, string>> = {
  // A family: a body and the lengths that can be set
  rfa: 'M30 28l20-10 22 9v24L50 62 30 52zM30 28l20 9 22-10M50 37v25M21 28v24M18 28h6M18 52h6M33 63l14 7M32 60v6M48 67v6',
  // A project: a building with storeys
  rvt: 'M22 64V24l24-10 24 10v40zM22 37h48M22 50h48M40 64V50h12v14M30 30h6M56 30h6M30 43h6M56 43h6',
  // A drawing: a symbol on its centre lines
  dwg: 'M10 39h72M46 12v54M28 25h36v28H28zM28 25l36 28M64 25 28 53',
  dxf: 'M14 18h64v42H14zM22 50h20V28H22zM22 39h20M52 28h18M52 36h18M52 44h10',
  // A part: an extrusion with a bore
  sldprt: 'M18 52V32l26-14 30 12v20L48 64zM18 32l30 12 26-14M48 44v20M40 31a8 4 0 1 0 16 0 8 4 0 1 0-16 0',
  ipt: 'M16 60V20h18v22h42v18zM16 20l6-6h18l-6 6M40 14v22l-6 6M40 36h42l-6 6M82 36v18l-6 6',
  fcstd:
    'M46 18a21 21 0 1 1 0 42 21 21 0 0 1 0-42zM46 31a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM46 18v-6M46 66v-6M25 39h-6M73 39h-6M31 24l-4-4M65 58l-4-4M61 24l4-4M27 58l4-4',
  // A free form: a surface and its lines
  '3dm':
    'M12 50c16-30 30 6 44-16 8-12 16-14 24-12M12 62c16-30 30 6 44-16 8-12 16-14 24-12M12 50v12M80 22v12M34 36v14M56 34v12',
  skp: 'M18 60V36l20-18 34 10v26L42 64zM18 36l24 6 30-14M42 42v22M38 18l4 24',
  ifc: 'M20 58V26l26-10 26 10v32L46 68zM20 26l26 10 26-10M46 36v32',
  step: 'M20 54V30l20-12 32 12v24L52 64zM20 30l32 12 20-12M52 42v22',
  // Free surfaces, with their lines
  iges: 'M14 30c12-16 24-4 32-8s18-10 32-2v32c-14-8-24-2-32 2s-20-8-32 8zM14 46c12-16 24-4 32-8s18-10 32-2M30 22v32M62 18v32',
  folder: 'M16 60V20h20l7 8h33v32zM16 36h60',
  // A mesh: triangles
  obj: 'M46 12 76 28v26L46 68 16 54V28zM16 28l30 14 30-14M46 42v26M16 28l30 40M76 28 46 68M46 12v30',
  stl: 'M46 12 18 54h56zM46 12l-8 30M46 12l14 30M38 42h22M38 42 18 54M60 42l14 12M38 42l8 24M60 42 46 66M18 54l28 12 28-12',
};

const anyFile = 'M28 12h24l14 14v40H28zM52 12v14h14M36 38h22M36 46h22M36 54h14';

export function kindDrawing(kind: string): string {
  return drawings[kind] ?? anyFile;
}
