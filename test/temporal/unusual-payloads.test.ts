import { endedRun, startRunApp } from '../support/runs/run-app.ts';
import { graphOf } from '../support/runs/seed.ts';
import { fieldTexts, formPdf } from '../support/stamping/form-pdf.ts';
import { sendForm } from '../support/templates.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/** Payloads of real senders, from the POST to the PDF. */
const app = await startRunApp('odd-payloads');

const start = { type: 'webhookTrigger' };

/** Sends these bytes and returns the run they began, once it has ended. */
async function deliver(workflowId: string, body: string) {
  const headers = { 'content-type': 'application/json' };
  const response = await app.app.inject({
    method: 'POST',
    url: `/api/workflows/${workflowId}/webhook`,
    headers,
    payload: body,
  });
  expect([response.statusCode, response.body]).toEqual([202, 'Webhook received']);
  const { body: page } = await app.get<{ content: { runId: string }[] }>(
    `/workflows/${workflowId}/runs?size=1`,
  );
  return endedRun(app, workflowId, page.content[0]?.runId ?? '');
}

/** The texts of a document with one field for each source, filled from this payload. */
async function print(sources: readonly string[], payload: string): Promise<string[]> {
  const fields = sources.map((_, index) => `F${index}`);
  const file = { filename: 'f.pdf', type: 'application/pdf', value: Buffer.from(await formPdf(fields)) };
  const { publicId: templateId } = (
    await sendForm(app, app.owner, {
      parts: [
        { name: 'name', value: 'Form' },
        { name: 'file', ...file },
      ],
    })
  ).json();
  const fieldMappings = Object.fromEntries(sources.map((source, index) => [`F${index}`, source]));
  const graph = graphOf({ start, fill: { type: 'templateNode', data: { templateId, fieldMappings } } }, [
    'start>fill',
  ]);
  const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph });
  const run = await deliver(publicId, payload);
  expect(run).toMatchObject({ status: 'COMPLETED', error: null });
  const documentId = run.documents[0]?.documentId ?? '';
  const { rawPayload } = await app.app.inject({
    url: `/api/documents/${documentId}/pdf`,
    headers: app.owner.headers,
  });
  const texts = await fieldTexts(rawPayload);
  return fields.map((field) => texts[field] ?? '');
}

/** The output of a Compose with these members. */
async function compose(mapping: object, payload: string): Promise<unknown> {
  const graph = graphOf({ start, c: { type: 'composeNode', data: { mapping } } }, ['start>c']);
  const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph });
  const run = await deliver(publicId, payload);
  return run.nodes.find(({ id }) => id === 'c')?.output ?? run.error;
}

type Case = [source: string, printed: string];

/** Each group is one event: sources of columns and what the PDF has. */
const groups: [string, string, Case[]][] = [
  [
    'numbers keep the digits that were sent, beyond what a double holds',
    '{"big":12345678901234567890,"max":9007199254740993,"tiny":0.1000,"exp":1E400,"neg":-0,"half":-1.50,"small":1e-7,"one":1.0,"zero":0,"negexp":-2.5E-3}',
    [
      ['event.big', '12345678901234567890'],
      ['event.max', '9007199254740993'],
      ['event.tiny', '0.1000'],
      ['event.exp', '1E400'],
      ['event.neg', '-0'],
      ['event.half', '-1.50'],
      ['event.small', '1e-7'],
      ['event.one', '1.0'],
      ['event.zero', '0'],
      ['No. ${event.negexp}', 'No. -2.5E-3'],
    ],
  ],
  [
    'texts stay what they are: zeros, numbers and dates as text, markup, template text, white space',
    JSON.stringify({
      zip: '00712',
      plus: '+1',
      hex: '0x10',
      date: '2026-02-30',
      stamp: '2026-02-01T10:00:00+08:00',
      html: '<b>R&amp;D</b>',
      md: '**x** `y`',
      trap: '${event.zip} $& $1 {{zip}} %s',
      space: '  a  ',
      quote: `"'\\`,
      nan: 'NaN',
      nil: 'null',
      undef: 'undefined',
      formula: '=1+1',
    }),
    [
      ['event.zip', '00712'],
      ['event.plus', '+1'],
      ['event.hex', '0x10'],
      ['event.date', '2026-02-30'],
      ['event.stamp', '2026-02-01T10:00:00+08:00'],
      ['event.html', '<b>R&amp;D</b>'],
      ['event.md', '**x** `y`'],
      ['event.trap', '${event.zip} $& $1 {{zip}} %s'],
      ['event.space', '  a  '],
      ['event.quote', `"'\\`],
      ['event.nan', 'NaN'],
      ['event.nil', 'null'],
      ['event.undef', 'undefined'],
      ['event.formula', '=1+1'],
    ],
  ],
  [
    'missing, null and empty text are blank, false and zero are not; of duplicate keys the last wins',
    '{"null":null,"empty":"","false":false,"zero":0,"list":[],"twice":1,"twice":2,"o":{"a":1},"o":{"b":2}}',
    [
      ['event.gone', ''],
      ['event.null', ''],
      ['event.empty', ''],
      ['event.false', 'false'],
      ['event.zero', '0'],
      ['event.list.0', ''],
      ['event.null.deeper', ''],
      ['event.zero.deeper', ''],
      ['a${event.gone}${event.null}b', 'ab'],
      ['event.twice', '2'],
      ['event.o.a', ''],
      ['event.o.b', '2'],
    ],
  ],
  [
    'numeric segments find elements of lists and members of objects; beyond the end is missing',
    '{"items":[{"n":"A"},{"n":"B"}],"m":{"0":"zero","01":"one"},"2024":"y","nest":[[1,2],[3,[4]]]}',
    [
      ['event.items.0.n', 'A'],
      ['event.items[1].n', 'B'],
      ['event.m.0', 'zero'],
      ['event.m[0]', 'zero'],
      ['event.m.01', 'one'],
      ['event.items.01.n', ''],
      ['event.2024', 'y'],
      ['event.items.9.n', ''],
      ['event.items.-1.n', ''],
      ['event.items.length', ''],
      ['event.nest[1][1][0]', '4'],
      ['event.nest.0.1', '2'],
    ],
  ],
  [
    'keys in any script match as they are, without folding',
    JSON.stringify({
      Größe: '10',
      prénom: 'Zoé',
      'pre\u0301nom': 'decomposed',
      客户名称: 'x',
      'emoji🙂': 'ok',
      'zero\u200bwidth': 'zw',
      key: 'lower',
      KEY: 'upper',
      İ: 'dotted',
      ключ: 'k',
    }),
    [
      ['event.Größe', '10'],
      ['event.prénom', 'Zoé'],
      ['event.pre\u0301nom', 'decomposed'],
      ['event.客户名称', 'x'],
      ['event.emoji🙂', 'ok'],
      ['event.zerowidth', ''],
      ['event.zero\u200bwidth', 'zw'],
      ['event.key', 'lower'],
      ['event.KEY', 'upper'],
      ['event.i', ''],
      ['event.ключ', 'k'],
      ['event.gro\u0308ße', ''],
    ],
  ],
  [
    'keys with dots, brackets, spaces, quotes and braces are reached; names of the language are data',
    JSON.stringify({
      'a.b': 'flat',
      a: { b: 'nested', 'c.d': 'half' },
      'x y': 'space',
      'br[0]': 'bracket',
      '': 'blank',
      'q"u': 'quote',
      'c}b': 'brace',
      constructor: 'own',
      length: 'len',
      'tr ': 'trailing',
      $: 'dollar',
      'line\nbreak': 'lb',
      hasOwnProperty: 'hop',
    }),
    [
      ['event.a.b', 'flat'],
      ['event.a["b"]', 'nested'],
      ['event.a.c.d', 'half'],
      ['event["x y"]', 'space'],
      ['event.x y', 'space'],
      ['event["br[0]"]', 'bracket'],
      ['event[""]', 'blank'],
      ['event["q\\"u"]', 'quote'],
      ['${event["c}b"]}', 'brace'],
      ['event.constructor', 'own'],
      ['event.length', 'len'],
      ['event["tr "]', 'trailing'],
      ['event.$', 'dollar'],
      ['event["line\\nbreak"]', 'lb'],
      ['event.toString', ''],
      ['event.a.constructor', ''],
      ['event.a.__proto__', ''],
    ],
  ],
];

test.each(groups)('%s', async (_name, payload, cases) => {
  const printed = await print(
    cases.map(([source]) => source),
    payload,
  );
  expect(cases.map(([source], index) => [source, printed[index]])).toEqual(cases);
});

test('own members named like those of the prototype are data, and nothing is polluted', async () => {
  const payload = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}}}';
  expect(await print(['event.__proto__.polluted', 'event.constructor.prototype.polluted'], payload)).toEqual([
    '1',
    '2',
  ]);
  const made = await compose({ copy: '${event.__proto__}', c: '${event.constructor}' }, payload);
  expect(made).toEqual({ copy: { polluted: 1 }, c: { prototype: { polluted: 2 } } });
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('characters that no store takes go through the run and leave a document', async () => {
  const payload = '{"nul":"a\\u0000b","half":"x\\ud800y","bell":"\\u0007","rtl":"a\\u202eb"}';
  const made = await compose({ nul: '${event.nul}', text: '<${event.half}>', 'k\u0000': 'v' }, payload);
  expect(JSON.stringify(made)).toBe('{"nul":"a\\u0000b","text":"<x\\ud800y>","k\\u0000":"v"}');
  const [nul = '', bell] = await print(['event.nul', 'event.bell'], payload);
  expect([nul, bell]).toEqual(['ab', '']);
});

test('a single reference keeps its type, also of numbers no double holds; a list inside text fails by name', async () => {
  const payload = '{"n":12345678901234567890,"f":1.0,"t":true,"z":null,"l":[1,{"a":[]}],"o":{}}';
  const mapping = { n: '${event.n}', f: '${ event.f }', t: '${event.t}', z: '${event.z}', l: '${event.l}' };
  const graph = graphOf(
    {
      start,
      c: { type: 'composeNode', data: { mapping: { ...mapping, deep: [{ x: '${event.f}' }, 1, null] } } },
    },
    ['start>c'],
  );
  const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph });
  const { runId } = await deliver(publicId, payload);
  const { body: text } = await app.app.inject({
    url: `/api/workflows/${publicId}/runs/${runId}/nodes/c`,
    headers: app.owner.headers,
  });
  expect(text).toContain(
    '"output":{"n":12345678901234567890,"f":1.0,"t":true,"z":null,"l":[1,{"a":[]}],"deep":[{"x":1.0},1,null]}',
  );
  expect(await compose({ x: 'a ${event.l}' }, payload)).toMatch(/^Node "c" failed: event\.l is a list/);
});

test('nesting up to the bound and a value of nearly the whole bound are read to the end', async () => {
  const deep = `${'{"a":'.repeat(62)}{"b":"end"}${'}'.repeat(62)}`;
  expect(await compose({ x: `\${event${'.a'.repeat(62)}.b}` }, deep)).toEqual({ x: 'end' });
  const long = 'ä'.repeat(500_000);
  const graph = graphOf(
    {
      start,
      c: { type: 'composeNode', data: { mapping: { copy: '${event.long}', last: '${event.last}' } } },
      i: {
        type: 'ifElseNode',
        data: { condition: { path: 'event.copy', operator: 'endsWith', value: 'ää' } },
      },
    },
    ['start>c', 'c>i'],
  );
  const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph });
  const run = await deliver(publicId, JSON.stringify({ long, last: 1 }));
  expect(run).toMatchObject({ status: 'COMPLETED', error: null });
  expect(run.nodes.find(({ id }) => id === 'i')?.output).toBe(true);
});
