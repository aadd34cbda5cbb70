import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { createEvaluation } from '../../src/evaluation/evaluation.ts';
import { schemaLimits } from '../../src/modules/webhooks/schema/schema-limits.ts';
import * as webhookRejections from '../../src/modules/webhooks/webhook-rejection.ts';
import { createGraphCheck } from '../../src/modules/workflows/graph-check.ts';
import { workflowStatuses } from '../../src/modules/workflows/workflow.entity.ts';
import { operators } from '../../workflows/graph/condition.ts';
import { interpolate } from '../../workflows/graph/interpolate.ts';
import { isJsonObject, parseJson, printJson } from '../../workflows/graph/json-text.ts';
import { limits } from '../../workflows/graph/limits.ts';
import { pathRoots } from '../../workflows/graph/resolve-path.ts';
import { isNodeType, nodes, nodeTypes } from '../../workflows/nodes/index.ts';
import { findDataFaults } from '../../workflows/validation/data-faults.ts';
import { parseDraft } from '../../workflows/validation/parse.ts';
import { readerOf } from '../support/workflows/read-values.ts';

const read = (name: string) => readFile(path.join(import.meta.dirname, '../..', name), 'utf8');
const page = await read('docs/use/workflows.md');

/** The text below a heading, until the next of any level. */
function section(heading: string): string {
  const text = page.split(/^(?=#{2,} )/m).find((part) => part.startsWith(`${heading}\n`));
  if (text === undefined) throw new Error(`docs/use/workflows.md has no ${heading}`);
  return text;
}

/** Cells of the rows of all tables of a text, heads and rules left out. */
function rows(text: string): string[][] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const isHead = lines[index + 1]?.startsWith('| -') ?? false;
    if (!line.startsWith('| ') || line.startsWith('| -') || isHead) return [];
    return [
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    ];
  });
}

const bare = (cell = '') => cell.replaceAll('`', '');

describe('node types', () => {
  test('every type has a section, and no other type is named anywhere', () => {
    const sections = [...page.matchAll(/^### `(\w+)`$/gm)].map(([, type]) => type);
    expect(sections).toEqual(nodeTypes);
    const named = new Set(page.match(/\b\w+(Node|Trigger)\b/g));
    expect([...named].toSorted()).toEqual(nodeTypes.toSorted());
  });

  test.each(nodeTypes)('%s: the members of its data, their kinds, and no others', (type) => {
    const documented = rows(section(`### \`${type}\``)).map(([member, kind, required]) => [
      bare(member),
      { kind, required: required === 'yes' },
    ]);
    const known = Object.entries(nodes[type].members).map(([member, { kind, required }]) => [
      member,
      { kind, required },
    ]);
    expect(documented).toEqual(known);
  });
});

test.each(nodeTypes)('the data shown for %s is fine', (type) => {
  const shown = /```json\n([\s\S]+?)```/.exec(section(`### \`${type}\``))?.[1];
  if (shown === undefined) return;
  const data = parseJson(shown);
  expect(isJsonObject(data) ? findDataFaults(nodes[type], data) : 'no object').toEqual([]);
});

test('the operators of conditions', () => {
  expect(rows(section('## Conditions')).map(([operator]) => bare(operator))).toEqual(operators);
});

describe('paths', () => {
  test('the first words', () => {
    const words = rows(section('## Paths and references')).map(([word]) => bare(word).split('.')[0]);
    expect(words.slice(0, pathRoots.length)).toEqual([...pathRoots]);
  });

  test('the references give what the page says', async () => {
    const payload = parseJson(await read('examples/event.json'));
    const resultOf = (text: string) => {
      try {
        return printJson(interpolate(text, readerOf({ event: payload, trigger: payload, nodes: {} })));
      } catch (error) {
        return `fails: ${(error as Error).message}`;
      }
    };
    const examples = rows(section('## Paths and references')).slice(pathRoots.length);
    expect(examples.length).toBeGreaterThan(10);
    for (const [text, result] of examples) expect([text, bare(result)]).toEqual([text, resultOf(bare(text))]);
  });
});

test('the statuses of a workflow', () => {
  const documented = rows(section('## Validation and status')).map(([status]) => status);
  expect(documented).toEqual([...workflowStatuses]);
});

test('the page lists every plain-text response of the webhook', async () => {
  const routes = await read('src/modules/webhooks/webhook.routes.ts');
  const fixed = [...routes.matchAll(/respond\(reply, (\d+), '([^']+)'\)/g)].map(
    ([, ...response]) => response,
  );
  const rejections = Object.entries(webhookRejections).flatMap(([name, make]) => {
    if (name === 'WebhookRejection') return [];
    const { status, text }: webhookRejections.WebhookRejection = Reflect.apply(make, undefined, [
      '<details>',
    ]);
    return [[String(status), text]];
  });
  expect(fixed).toHaveLength(2);
  const documented = rows(section('## The webhook')).map(([status, text]) => [status, bare(text)]);
  expect(documented.toSorted()).toEqual([...fixed, ...rejections].toSorted());
});

test('the limits', () => {
  const { MAX_STEPS_JSON_BYTES, MAX_JSON_BYTES, WEBHOOK_RATE_LIMIT_PER_MINUTE } = loadConfig({});
  const { nodes, edges, idLength, dataDepth, namingPatternLength, outputLength, inputLength } = limits;
  const { nodeSteps, scopeLength, patternLength, patternSize, nodePatternSize } = limits;
  const { graphPatternSize, schemaPatternSize, problems, attachments, items, itemNodes, delayDays } = limits;
  const { bytes, depth, objects } = schemaLimits;
  const documented = rows(section('## Limits')).map(([, limit]) => Number(limit?.replaceAll(',', '')));
  expect(documented).toEqual([
    ...[nodes, edges, idLength, dataDepth, namingPatternLength, outputLength, inputLength],
    ...[nodeSteps, scopeLength, patternLength, patternSize, nodePatternSize],
    ...[graphPatternSize, schemaPatternSize, problems, attachments, items, itemNodes, delayDays],
    ...[MAX_STEPS_JSON_BYTES, MAX_JSON_BYTES, bytes, depth, objects, WEBHOOK_RATE_LIMIT_PER_MINUTE],
  ]);
});

describe('the complete example', () => {
  const body = /```json\n([\s\S]+?)```/.exec(section('## A complete example'))?.[1] ?? '';
  const stepsJson = JSON.stringify(JSON.parse(body).stepsJson);

  const problemsOf = async (graph: string) => {
    const example = JSON.parse(await read('examples/workflow.json'));
    const columns = Object.keys(example.stepsJson.nodes[3].data.fieldMappings);
    const template = { known: columns, required: [] };
    const evaluation = createEvaluation();
    const check = createGraphCheck(
      async () => new Map([["the template's publicId", template]]),
      evaluation.evaluateGraph,
    );
    return check(graph, 1).finally(() => evaluation.close());
  };

  test('passes the validator', async () => {
    expect(await problemsOf(stepsJson)).toEqual([]);
  });

  test('would not pass with a column or a type that does not exist', async () => {
    expect(await problemsOf(stepsJson.replace('"City"', '"Town"'))).toHaveLength(1);
    expect(await problemsOf(stepsJson.replace('composeNode', 'mergeNode'))).toHaveLength(1);
  });

  test('uses only members the types know', () => {
    const draft = parseDraft(parseJson(stepsJson)).nodes.filter(isJsonObject);
    const used = draft.map(({ type, data }) => {
      if (typeof type !== 'string' || !isNodeType(type) || !isJsonObject(data)) throw new Error('no node');
      expect(Object.keys(nodes[type].members)).toEqual(expect.arrayContaining(Object.keys(data)));
      return type;
    });
    expect(used).toContain('templateNode');
  });
});
