import { openService } from '../../electron/service/open-service.ts';
import { credentials, licenseCode } from '../unit/service/service-credentials.ts';

// A process that serves the folder named by its argument until it is killed, and says where, or why it does not.
const [, , dataDir = ''] = process.argv;
try {
  const { address } = await openService({ dataDir, port: 0, credentials, licenseCodes: [licenseCode] });
  process.stdout.write(`${address}\n`);
} catch (thrown) {
  process.stdout.write(`${(thrown as { code?: string }).code}\n`);
}
