import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { loadConfig } from '../../../src/config.ts';
import { listen, plainServer } from '../../../src/process/listen.ts';

test('an error about a port in use names its setting', async () => {
  const holder = createServer();
  await once(holder.listen(0, '127.0.0.1'), 'listening');
  const { port } = holder.address() as AddressInfo;
  const options = { host: '127.0.0.1', port, logger: pino({ level: 'silent' }) };
  try {
    await expect(listen({ web: plainServer(createServer()), ...options })).rejects.toThrow(
      /is in use\. Set PORT /,
    );
    await expect(
      listen({ web: plainServer(createServer()), ...options, setting: 'METRICS_PORT' }),
    ).rejects.toThrow(/is in use\. Set METRICS_PORT /);
  } finally {
    holder.close();
  }
});

test('wrong settings of the monitoring address are all reported at once', () => {
  const read = () =>
    loadConfig({ PORT: '3000', METRICS_PORT: '3000', OTEL_EXPORTER_OTLP_ENDPOINT: 'nowhere' });
  expect(read).toThrow('METRICS_PORT: is the same as PORT');
  expect(read).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT: ');
  expect(loadConfig({ PORT: '0', METRICS_PORT: '0' }).METRICS_PORT).toBe(0);
});
