// Whether the service on a port of this machine takes requests: ends with 0 or 1. Of a container's health check.
import { request } from 'node:http';

const port = Number(process.argv[2]);
const asked = request({ host: '127.0.0.1', port, path: '/health/ready', timeout: 2_500 }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
);
asked.on('timeout', () => asked.destroy(new Error('no answer')));
asked.on('error', () => process.exit(1));
asked.end();
