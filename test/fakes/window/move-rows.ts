import type { MovePreview, MoveRecord } from '../../../shared/rpc/move-records.ts';

export const examplePreview: MovePreview = {
  files: 412,
  versions: 1024,
  bytes: 3_800_000_000,
  requests: 1890,
  leastMs: 35 * 60_000,
  thereCount: 37,
  standardCount: 2,
  selectionCount: 1,
  left: ['Thermostatic valve DN15.rfa', 'Wall bracket.step'],
  leftCount: 2,
  olderLeft: ['Basin mixer.rfa'],
  olderLeftCount: 1,
  releaseCount: 3,
};

export const exampleMove: MoveRecord = {
  state: 'sending',
  contentAddress: 'https://content.example.test',
  versions: { done: 318, total: 1024 },
  bytes: { done: 1_100_000_000, total: 3_800_000_000 },
  leastMs: 24 * 60_000,
  left: examplePreview.left,
  leftCount: 2,
  olderLeft: [],
  olderLeftCount: 0,
  failed: [],
  failedCount: 0,
};

export const refusedMove: MoveRecord = {
  ...exampleMove,
  state: 'refused',
  versions: { done: 1022, total: 1022 },
  failed: [
    { name: 'Radiator type 22.rfa', error: { code: 'bytes-differ-on-service' } },
    { name: 'Boiler 24 kW.step', error: { code: 'body-too-large' } },
  ],
  failedCount: 2,
};
