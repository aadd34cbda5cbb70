import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { endedRuns, exampleEvent, openMainJob, openSession, type Session } from '../../support/main-job.ts';
import { runMain } from '../../support/program.ts';
import { metricsOf, readScrape } from '../../support/promql.ts';
import { graphOf } from '../../support/runs/seed.ts';
import { emptyDatabaseUrl, temporalAddress, testFolder, testTaskQueue } from '../../support/stack/stack.ts';
import { until } from '../../support/until.ts';

/** Compares the dashboard and the alert rules with the metrics of a program that has run its main job. */
const deploy = path.join(import.meta.dirname, '../../../deploy');
const read = (file: string) => readFile(path.join(deploy, file), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}
interface Dashboard {
  panels: { id: number; title: string; targets?: { expr: string }[] }[];
  templating: { list: { name: string; query: string }[] };
}

/** Labels that Prometheus adds to each metric, and its own metric of a scrape. */
const TARGET_LABELS = ['instance', 'job'];
const OF_PROMETHEUS = 'up';
const PROBLEMS = 'stamping_http_problems_total';
const LAST = ['temporal_workflow_endtoend_latency_bucket', 'temporal_activity_execution_latency_bucket'];

const alerts = parse(await read('prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = alerts.groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(await read('grafana/dashboards/stamping.json')) as Dashboard;
const program = await runMain({
  DATA_DIR: await testFolder('monitoring'),
  DATABASE_URL: await emptyDatabaseUrl('monitoring'),
  TEMPORAL_ADDRESS: await temporalAddress(),
  TEMPORAL_TASK_QUEUE: testTaskQueue('monitoring'),
  METRICS_PORT: '0',
  RATE_LIMIT_PER_MINUTE: '0',
});
const metricsUrl = /http:\S+$/.exec(JSON.parse(await program.line(/metrics are at/)).msg)?.[0] ?? '';
const session = await openSession(program.url);
const { workflowId } = await openMainJob(session);
const body = JSON.stringify(await exampleEvent());
await fetch(`${program.url}/api/workflows/${workflowId}/webhook`, { method: 'POST', body });
await endedRuns(session, workflowId, 1);
await runLoop(session, program.url);
await session.send('GET', '/api/templates/unknown');
const scrape = async () => readScrape(await (await fetch(metricsUrl)).text());
// Temporal's client library reports a kind of work only after its first execution.
await until(async () => {
  const seen = await scrape();
  return LAST.every((name) => seen.has(name)) && seen.get(PROBLEMS)?.size === 1;
});
const scraped = await scrape();
program.kill('SIGTERM');
await program.ended;

/** Runs a loop, which takes a regular activity; most nodes run inline. */
async function runLoop(session: Session, url: string): Promise<void> {
  const graph = graphOf(
    {
      start: { type: 'webhookTrigger' },
      each: { type: 'forEachNode', data: { items: 'event.list' } },
      one: { type: 'composeNode', data: { mapping: { a: '${item}' } } },
    },
    ['start>each', 'each>one'],
  );
  const { publicId = '' } = await session.json('POST', '/api/workflows', {
    name: 'Loop',
    triggerType: 'webhook',
    stepsJson: graph,
  });
  await session.json('PUT', `/api/workflows/${publicId}`, { status: 'ACTIVE' });
  await fetch(`${url}/api/workflows/${publicId}/webhook`, { method: 'POST', body: '{"list":[1,2]}' });
  await endedRuns(session, publicId, 1);
}

const withoutVariables = (expression: string) =>
  expression.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');

/** Metrics and labels of an expression that no scrape has. */
function missing(expression: string): string[] {
  return metricsOf(expression).flatMap(({ name, labels }) => {
    if (name === OF_PROMETHEUS) return [];
    const known = scraped.get(name);
    if (known === undefined) return [name];
    // Without a sample the labels are unknown.
    if (known.size === 0) return [];
    return labels
      .filter((label) => !known.has(label) && !TARGET_LABELS.includes(label))
      .map((label) => `${name}{${label}}`);
  });
}

test('the check finds unknown metrics and labels, and invalid PromQL', () => {
  expect(missing('sum(rate(stamping_no_such_total[5m])) > 0')).toEqual(['stamping_no_such_total']);
  expect(missing('stamping_run_duration_seconds')).toEqual(['stamping_run_duration_seconds']);
  expect(missing('stamping_check_up{part="engine"}')).toEqual(['stamping_check_up{part}']);
  expect(() => metricsOf('sum(rate(stamping_check_up[5m])')).toThrow('not PromQL');
});

test('every alert rule parses, is about metrics that exist, and says what happened', () => {
  expect(rules.length).toBeGreaterThan(0);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr, labels, annotations } of rules) {
    expect({ alert, missing: missing(expr) }).toEqual({ alert, missing: [] });
    expect(metricsOf(expr).length).toBeGreaterThan(0);
    expect(['critical', 'warning', 'info']).toContain(labels.severity);
    expect(annotations.summary).toMatch(/\.$/);
  }
});

test('every panel of the dashboard parses and shows metrics that exist', () => {
  const { panels, templating } = dashboard;
  const expressions = panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ title, expr })),
  );
  for (const { name, query } of templating.list) {
    const [, expr] = /^label_values\((.+), \w+\)$/.exec(query) ?? [];
    if (expr !== undefined) expressions.push({ title: name, expr });
  }
  expect(expressions.length).toBeGreaterThan(0);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { title, expr } of expressions) {
    expect({ title, missing: missing(withoutVariables(expr)) }).toEqual({ title, missing: [] });
  }
});

test('docs/operate/monitoring.md lists exactly the metrics of the service', async () => {
  const page = await readFile(path.join(deploy, '../docs/operate/monitoring.md'), 'utf8');
  const documented = new Set([...page.matchAll(/`(stamping_\w+)`/g)].map(([, name = '']) => name));
  const ours = [...scraped.keys()].filter((name) => name.startsWith('stamping_'));
  const bare = new Set(ours.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  expect(documented).toEqual(bare);
});

test('docs/operate/monitoring.md lists every alert with instructions', async () => {
  const page = await readFile(path.join(deploy, '../docs/operate/monitoring.md'), 'utf8');
  const documented = [...page.matchAll(/^\| `(Stamping\w+)` *\|/gm)].map(([, name]) => name);
  expect(documented).toEqual(rules.map(({ alert }) => alert));
});
