import { loadConfig } from '../../../src/config.ts';
import { warnOfIdleSettings } from '../../../src/process/idle-settings.ts';

const told = (env: Record<string, string>) => {
  const lines: string[] = [];
  warnOfIdleSettings(loadConfig(env), { warn: (line: unknown) => lines.push(String(line)) });
  return lines;
};

test('a setting for a part that is not there yet is told at the start', () => {
  expect(told({ METRICS_PORT: '9090' })).toEqual(['METRICS_PORT has no effect: no metrics are served yet']);
  expect(told({ METRICS_PORT: ' ' })).toEqual([]);
});
