import {
  outcomeOf,
  type BundleRecord,
  type CheckName,
  type CheckRecord,
  type DiagnosisRecord,
  type Finding,
} from '../../../shared/rpc/diagnosis.ts';
import { exampleNow } from './file-rows.ts';

const row = (check: CheckName, finding: Finding, about?: string, library?: number): CheckRecord => ({
  check,
  finding,
  outcome: outcomeOf[finding.code],
  ...(about === undefined ? {} : { about }),
  ...(library === undefined ? {} : { library, libraryName: library === 1 ? 'AutoCAD' : 'Revit' }),
});

/** A diagnosis with everything in it that a person may see: problems, notes, and much that is fine. */
export const exampleDiagnosis: DiagnosisRecord = {
  atMs: exampleNow,
  checks: [
    row('versions', {
      code: 'versions',
      app: '0.1.0',
      node: '24.21.0',
      system: 'windows',
      release: '10.0.26100',
      processor: 'x64',
      host: 'electron',
    }),
    row('engine', { code: 'engineRuns' }),
    row('state', { code: 'stateWhole', sizeBytes: 48_300_000, schema: 1 }),
    row('room', { code: 'roomEnough', freeBytes: 212_000_000_000 }),
    row('proxy', { code: 'proxyUsed', hasPassword: true }, 'https_proxy: proxy.example.test:8080'),
    row('reach', { code: 'reached', ms: 84 }, 'https://content.example.test'),
    row('signIn', { code: 'signInRefused', status: 401 }, 'https://content.example.test'),
    row('limits', { code: 'limitsUnknown' }),
    row('clock', { code: 'clockOff', offMs: 126_000 }),
    row('embedded', { code: 'embeddedUnused' }),
    row('keychain', { code: 'keychain', state: 'works', clientSecret: 'keychain', licenseCode: 'keychain' }),
    row('folder', { code: 'folderThere' }, 'P:\\CAD\\AutoCAD', 1),
    row('marker', { code: 'markerFits' }, undefined, 1),
    row('rights', { code: 'readOnly', mustWrite: true }, 'P:\\CAD\\AutoCAD', 1),
    row('drive', { code: 'networkDrive' }, 'P:\\CAD\\AutoCAD', 1),
    row('links', { code: 'linksNone' }, undefined, 1),
    row('folder', { code: 'folderThere' }, 'D:\\CAD\\Revit', 2),
    row('marker', { code: 'markerFits' }, undefined, 2),
    row('rights', { code: 'writable' }, 'D:\\CAD\\Revit', 2),
  ],
};

/** A bundle whose ZIP is empty. */
export const exampleBundle: BundleRecord = {
  parts: [
    { name: 'report.json', sizeBytes: 4_820 },
    { name: 'settings.json', sizeBytes: 912 },
    { name: 'counts.json', sizeBytes: 340 },
    { name: 'app.log', sizeBytes: 31_200 },
    { name: 'shell.log', sizeBytes: 0 },
  ],
  zip: Buffer.from('PK\u0005\u0006'.padEnd(22, '\0'), 'latin1').toString('base64'),
};
