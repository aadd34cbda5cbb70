import { readFile } from 'node:fs/promises';
import { PDFDocument } from 'pdf-lib';
import type { Session } from '../../support/main-job.ts';

/** A request that costs more the larger `size` is, within all published limits or rejected by one. */
export interface Attack {
  name: string;
  /** The size of the first request. */
  start: number;
  send(size: number): Promise<Response>;
}

const graph = (nodes: object[], edges: [string, string][]) => ({
  nodes: nodes.map((node) => ({ position: { x: 0, y: 0 }, ...node })),
  edges: edges.map(([source, target]) => ({ id: `${source}>${target}`, source, target })),
});
const trigger = (data: object = {}) => ({ id: 't', type: 'webhookTrigger', data });
const list = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: Math.max(1, Math.round(count)) }, (_, index) => item(index));
const pattern = (groups: number, end: string) => `${'(x{0,1000})'.repeat(groups)}${end}`;

/** Graphs that are sent to `validate`. */
const graphs: Record<string, { start: number; make: (size: number) => object }> = {
  'patterns of conditions': {
    start: 20,
    make: (size) => {
      const any = list(size, (n) => ({ path: 'event.a', operator: 'matches', value: pattern(4, String(n)) }));
      return graph([trigger(), { id: 'c', type: 'ifElseNode', data: { condition: { any } } }], [['t', 'c']]);
    },
  },
  'patterns of a schema': {
    start: 2,
    make: (size) => {
      const properties = Object.fromEntries(
        list(size, (n) => [`p${n}`, { type: 'string', pattern: pattern(4, String(n)) }]),
      );
      return graph([trigger({ jsonSchema: { type: 'object', properties } })], []);
    },
  },
  'types of recursive schemas': {
    start: 16,
    make: (size) => {
      const to = (name: string) => ({ $ref: `#/$defs/${name}` });
      const either = { anyOf: [to('A'), to('B')] };
      const $defs = {
        A: { type: 'object', properties: { a: to('P') } },
        B: { type: 'object', properties: { a: to('Q') } },
        P: either,
        Q: either,
      };
      const jsonSchema = { type: 'object', properties: { a: to('P') }, $defs };
      const mapping = { x: `\${event${'.a'.repeat(size)}}` };
      return graph(
        [trigger({ jsonSchema }), { id: 'c', type: 'composeNode', data: { mapping } }],
        [['t', 'c']],
      );
    },
  },
  'many attachments': {
    start: 20,
    make: (size) => {
      const mail = { to: 'a@example.com', subject: 's', body: 'b', attach: list(size, () => 't') };
      return graph([trigger(), { id: 'm', type: 'emailNode', data: mail }], [['t', 'm']]);
    },
  },
  'a wide graph': {
    start: 20,
    make: (size) => {
      const ids = list(size, (n) => `n${n}`);
      const mapping = Object.fromEntries(list(50, (n) => [`m${n}`, `\${event.a.b.c${n}} \${nodes.n0.x}`]));
      const nodes = ids.map((id) => ({ id, type: 'composeNode', data: { mapping } }));
      const chain = ids.map((id, n): [string, string] => [n === 0 ? 't' : `n${n - 1}`, id]);
      return graph([trigger(), ...nodes], chain);
    },
  },
};

/** Workflows that are ACTIVE, and the events that are sent to them. */
const events: Record<string, { start: number; steps: object; make: (size: number) => object }> = {
  'patterns in an event': {
    start: 20,
    steps: graph(
      [
        trigger(),
        {
          id: 'f',
          type: 'filterNode',
          data: {
            from: 'event.list',
            condition: { path: 'item.s', operator: 'matches', value: '${item.p}' },
          },
        },
      ],
      [['t', 'f']],
    ),
    make: (size) => ({ list: list(size, (n) => ({ s: 'x'.repeat(50), p: pattern(4, String(n)) })) }),
  },
  'a list in a list': {
    start: 500,
    steps: graph(
      [
        trigger(),
        {
          id: 'f',
          type: 'filterNode',
          data: {
            from: 'event.l',
            condition: { any: list(4, () => ({ path: 'item', operator: 'in', value: '${event.v}' })) },
          },
        },
      ],
      [['t', 'f']],
    ),
    make: (size) => ({ l: list(size, () => 'a'), v: list(size, () => '') }),
  },
  'a large schema': {
    start: 200,
    steps: graph(
      [
        trigger({
          jsonSchema: {
            type: 'object',
            properties: { a: { type: 'array', items: { allOf: list(273, (n) => ({ enum: [n] })) } } },
          },
        }),
      ],
      [],
    ),
    make: (size) => ({ a: list(size, () => 9) }),
  },
  'a loop over a wide payload': {
    start: 100,
    steps: graph(
      [
        trigger(),
        { id: 'l', type: 'forEachNode', data: { items: 'event.l' } },
        ...list(9, (n) => ({
          id: `b${n}`,
          type: 'composeNode',
          data: { mapping: { q: '${event.k2} ${item}' } },
        })),
      ],
      [['t', 'l'], ['l', 'b0'], ...list(8, (n): [string, string] => [`b${n}`, `b${n + 1}`])],
    ),
    make: (size) => ({
      l: list(Math.min(size, 9_000), () => 1),
      ...Object.fromEntries(list(Math.min(size, 5_000), (n) => [`k${n}`, n])),
    }),
  },
};

/** All attacks of one account. */
export async function createAttacks({ send, json }: Session): Promise<Attack[]> {
  const create = async (steps: object, status = 'ACTIVE'): Promise<string> => {
    const body = { name: 'w', triggerType: 'webhook', stepsJson: steps };
    const { publicId = '' } = await json('POST', '/api/workflows', body);
    if (status !== 'DRAFT') await json('PUT', `/api/workflows/${publicId}`, { status });
    return publicId;
  };
  const draft = await create(graph([trigger()], []), 'DRAFT');
  const form = await readFile('examples/form.pdf');
  const upload = (file: Uint8Array, fields: Record<string, string> = {}) => {
    const body = new FormData();
    body.set('name', 'form');
    body.set('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'form.pdf');
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return send('POST', '/api/templates', body);
  };
  const ofEvents = await Promise.all(
    Object.entries(events).map(async ([name, { start, steps, make }]): Promise<Attack> => {
      const id = await create(steps);
      return { name, start, send: (size) => send('POST', `/api/workflows/${id}/webhook`, make(size)) };
    }),
  );
  return [
    ...Object.entries(graphs).map(
      ([name, { start, make }]): Attack => ({
        name,
        start,
        send: (size) => send('POST', `/api/workflows/${draft}/validate`, { stepsJson: make(size) }),
      }),
    ),
    ...ofEvents,
    { name: 'a page of many paths', start: 2_000, send: async (size) => upload(await manyPaths(size)) },
    {
      name: 'a column name of dots',
      start: 1_000,
      send: (size) => {
        const name = `${'a.'.repeat(size)}z`;
        return upload(form, { json: JSON.stringify({ FieldMappings: { x: { ColumnHeader: name } } }) });
      },
    },
  ];
}

async function manyPaths(count: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage();
  const text = list(count, (n) => `0 0 m ${n % 600} ${n % 800} l 600 ${n % 700} l f*`).join('\n');
  const stream = pdf.context.flateStream(text);
  page.node.addContentStream(pdf.context.register(stream));
  return pdf.save();
}
