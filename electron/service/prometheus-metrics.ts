import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ServiceMetrics } from './http/register-operator-doors.ts';

/** From a lookup in memory to an upload of 2 GiB. */
const secondsBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 600];

/** Figures of this process in the text form of Prometheus; those of several processes are added up by who reads them. */
export function createPrometheusMetrics(): ServiceMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'cadsync_' });
  const labelNames = ['operation'] as const;
  const requests = new Counter({
    name: 'cadsync_requests_total',
    help: 'Requests that were answered or broke off, by operation and status.',
    labelNames: ['operation', 'status'] as const,
    registers,
  });
  const durations = new Histogram({
    name: 'cadsync_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer.',
    labelNames,
    buckets: secondsBuckets,
    registers,
  });
  const received = new Counter({
    name: 'cadsync_received_bytes_total',
    help: 'Bytes of requests behind their headers.',
    labelNames,
    registers,
  });
  const sent = new Counter({
    name: 'cadsync_sent_bytes_total',
    help: 'Bytes of answers, with their headers.',
    labelNames,
    registers,
  });
  const underWay = new Gauge({
    name: 'cadsync_requests_under_way',
    help: 'Requests that are being answered.',
    registers,
  });
  return {
    begun: () => underWay.inc(),
    answered({ operation, status, seconds, receivedBytes, sentBytes }) {
      underWay.dec();
      requests.inc({ operation, status });
      durations.observe({ operation }, seconds);
      received.inc({ operation }, receivedBytes);
      sent.inc({ operation }, sentBytes);
    },
    read: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}
