import type { ProductCheck } from '../../../shared/rpc/product-check-records.ts';
import type { SavedSelection, SelectionDetail } from '../../../shared/rpc/selection-records.ts';
import type { ContentRecord } from '../../../shared/rpc/service-records.ts';
import type { ValidationRecord, ValidationReport } from '../../../shared/rpc/validation-records.ts';
import { exampleNow } from './file-rows.ts';
import { exampleAnswer } from './product-rows.ts';

/** Examples of what people ask of the service itself. */

const hour = 3_600_000;
const blob = (digit: number): string => `6b1d0c9a-0f7e-4c3a-9d51-3c1b2a4f5e6${digit}`;

/** The requests of project P-7; every other project has none. */
export function exampleRequests(): ValidationRecord[] {
  const common = { projectId: 'P-7', projectName: 'Pumping station', requestedBy: 'ann@example.test' };
  return [
    {
      ...common,
      ticketNumber: '639000000000040000',
      description: 'Radiators of the second floor',
      requestedMs: exampleNow - 0.4 * hour,
      state: 'inProgress',
      productCount: 48,
      selectionBlobId: blob(1),
    },
    {
      ...common,
      ticketNumber: '639000000000030000',
      description: 'Everything after the change of supplier',
      requestedMs: exampleNow - 3 * hour,
      state: 'succeeded',
      productCount: 3,
      result: 2,
      selectionBlobId: blob(2),
      resultBlobId: blob(3),
    },
    {
      ...common,
      ticketNumber: '639000000000020000',
      requestedMs: exampleNow - 26 * hour,
      state: 'failed',
      productCount: 12,
      selectionBlobId: blob(4),
      reportBlobId: blob(5),
    },
    {
      ...common,
      ticketNumber: '639000000000010000',
      description: 'First try',
      requestedMs: exampleNow - 50 * hour,
      state: 'requested',
      productCount: 1,
    },
  ];
}

export function exampleReport(blobId: string): ValidationReport {
  if (blobId === blob(5)) {
    return { kind: 'text', text: 'Validation failed\nThe file of the project could not be read.', isCut: false };
  }
  return {
    kind: 'products',
    isCut: false,
    products: [
      { name: 'PR22-300-1000', state: 'ValidData', isGood: true, features: [] },
      {
        name: 'PR22-600-1000',
        state: 'DifferentData',
        isGood: false,
        features: [
          { code: 'EF000008', port: 0, state: 'DifferentValue', isGood: false },
          { code: 'EFI00003', port: 2, state: 'OnlyOnline', isGood: false },
        ],
      },
      { name: 'PR22-900-1000', state: 'DifferentStructure_ProductNotChecked', isGood: false, features: [] },
    ],
  };
}

export function exampleCheck(query: Parameters<typeof exampleAnswer>[0]): ProductCheck {
  const { product, error } = exampleAnswer(query, 'en');
  const empty = { query, featureCount: 0, filledCount: 0, faults: [], otherVersions: [], wrongNumbers: [] };
  if (!product) return { ...empty, product: {}, error: error ?? { code: 'not-found' } };
  const { name, productId, manufacturerName, productCode, etimClassCode, modellingClassCode } = product;
  const head = { name, productId, manufacturerName, productCode, etimClassCode, modellingClassCode };
  if (product.productId === 4712) return { ...empty, product: head, featureCount: 18, filledCount: 18 };
  return {
    query,
    product: head,
    featureCount: 18,
    filledCount: 16,
    faults: [
      { fault: 'missing', code: 'EF000167', description: 'Weight', port: 0 },
      { fault: 'missing', code: 'EFI00003', description: 'Nominal diameter', port: 2, reason: 'UN' },
      { fault: 'wrongKind', code: 'EF002169', description: 'Material', port: 0, expected: 'A', found: 'N' },
      { fault: 'otherUnit', code: 'EF000049', description: 'Depth', port: 0, expected: 'mm', found: 'cm' },
      { fault: 'emptyRange', code: 'EF011290', description: 'Operating pressure', port: 0, found: '10 – 0' },
      { fault: 'notInClass', code: 'EF999999', description: 'Colour of the box', port: 0 },
    ],
    otherVersions: [{ code: 'EC011524', expected: '4', found: '3' }],
    wrongNumbers: ['8712423012342', '8712423012342'].map((number) => ({ kind: 'gtin' as const, number })),
  };
}

export function exampleSelections(): SavedSelection[] {
  return [
    { filterId: '12', name: 'Radiators, second floor', kind: 'interface', disabledFields: ['EF000167'] },
    { filterId: '31', name: 'Valves of the plant room', kind: 'productselection', disabledFields: [] },
  ];
}

export function exampleSelection(disabledFields: readonly string[]): SelectionDetail {
  const { product } = exampleAnswer({ by: 'id', productId: 4711 }, 'en');
  const heights = [300, 400, 500, 600, 700, 900];
  const features = new Map((product?.properties ?? []).map((property) => [property.code ?? '', property]));
  return {
    productCount: heights.length,
    products: heights.map((height, place) => ({
      name: `Panel radiator type 22, ${height} × 1000`,
      productId: 4711 + place,
      manufacturerName: 'Example Heating',
      productCode: `PR22-${height}-1000`,
      etimClassCode: 'EC011524',
      modellingClassCode: 'MC000123',
    })),
    features: [...features].map(([code, { description, isEtimFeature }]) => ({
      code,
      description: description ?? code,
      origin: isEtimFeature ? 'etim' : 'modelling',
      selected: !disabledFields.includes(code),
    })),
  };
}

export const exampleStandards = [
  { id: blob(7), name: 'Example Installations 2026' },
  { id: blob(8), name: 'NL-BIM file names' },
];

export function exampleContent(): ContentRecord[] {
  const classes = 'EC011524/3/MC000123/2';
  return [
    {
      key: `Revit/2025/${classes}/Template`,
      fileName: 'Panel radiator type 22.rfa',
      program: { name: 'Revit', version: '2025' },
      type: 'Template',
      version: '3.0',
      changedMs: exampleNow - 20 * hour,
    },
    {
      key: `AutoCAD/2025/${classes}/Symbol`,
      fileName: 'Panel radiator symbol.dwg',
      program: { name: 'AutoCAD', version: '2025' },
      type: 'Symbol',
      version: '1.2',
      changedMs: exampleNow - 400 * hour,
    },
  ];
}
