import { expect, it } from 'vitest';
import { reportProblems } from '../../../electron/entry/report-problems.ts';
import { createLog } from '../../../electron/platform/log.ts';
import { lostBytes } from '../../../electron/service/blobs/lost-bytes.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';

const [license, secret] = ['license-0123456789', 'hunter2hunter2'];

function open() {
  const lines: string[] = [];
  const stderr = { write: (line: string) => lines.push(line) };
  const redact = (text: string): string => text.replaceAll(secret, '•••');
  return { lines, report: reportProblems(createLog({ redact, stderr, detailed: true }).write) };
}

it('a failure of the service is told with its operation, status, code and what is said of it', () => {
  const { lines, report } = open();
  const sha256 = 'ab'.repeat(32) as Sha256;
  // A path is not told at all: names and license codes stand in it.
  const instance = `/api/v1/Files/${license}/pump.rfa`;
  report({ instance, operation: 'getFile', status: 500, cause: lostBytes(sha256) });
  const [line = ''] = lines;
  expect(JSON.parse(line)).toMatchObject({
    event: 'service-failed',
    operation: 'getFile',
    status: 500,
    code: 'bytes-lost',
    detail: expect.stringContaining(sha256) as string,
  });
  expect(line).not.toMatch(/license-0123456789|pump/);
});

it('what is said of a failure holds no secret, and what others say of a defect is left out', () => {
  const { lines, report } = open();
  const about = { instance: '/', operation: undefined };
  report({ ...about, cause: new AppError('file-store-refused', { detail: `It does not like ${secret}.` }) });
  report({ ...about, cause: new Error('no such file: /home/bakker/pump.rfa') });
  const [refused, defect] = lines.map((line) => JSON.parse(line) as object);
  expect(refused).toMatchObject({ code: 'file-store-refused', detail: 'It does not like •••.' });
  expect(defect).toMatchObject({ code: 'unexpected-failure', error: { name: 'Error' } });
  expect(lines.join('')).not.toMatch(/hunter2|bakker|pump/);
});

it('what is away is told every ten seconds at most, each thing by itself', () => {
  const { lines, report } = open();
  for (const code of ['database-unreachable', 'file-store-away', 'database-unreachable'] as const) {
    report({ instance: '/', operation: undefined, status: 503, cause: new AppError(code) });
  }
  expect(lines.map((line) => (JSON.parse(line) as { code: string }).code)).toEqual([
    'database-unreachable',
    'file-store-away',
  ]);
});
