import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expectedRejections } from '../tools/schemathesis/expected-rejections.ts';
import { pathIdsOf } from '../tools/schemathesis/path-ids.ts';
import type { Seeds } from '../tools/schemathesis/seeds.ts';
import { describeSettings } from '../tools/schemathesis/settings.ts';

interface Schema {
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Operation {
  parameters?: { name: string; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
}

const file = path.join(import.meta.dirname, '../../docs/openapi.json');
const { paths } = JSON.parse(await readFile(file, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.fromEntries(
  Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${route}`, operation]),
  ),
);

test('exactly the optional bodies are described as optional', () => {
  const optional = Object.entries(operations).filter(
    ([, { requestBody }]) => requestBody?.required === false,
  );
  expect(optional.map(([name]) => name).toSorted()).toEqual([
    'POST /api/workflows/{publicId}/validate',
    'POST /api/workflows/{workflowId}/events/{eventId}/compare',
    'POST /api/workflows/{workflowId}/events/{eventId}/replay',
    'POST /api/workflows/{workflowId}/replay',
    'POST /api/workflows/{workflowId}/test',
  ]);
  expect(JSON.stringify(operations)).not.toContain('x-optional-body');
});

test('no value with a default is required', () => {
  const defaulted: string[] = [];
  const required: string[] = [];
  const check = (name: string, isRequired: boolean, schema: Schema | undefined) => {
    if (schema?.default === undefined) return;
    defaulted.push(name);
    if (isRequired) required.push(name);
  };
  for (const [name, { parameters = [], requestBody }] of Object.entries(operations)) {
    for (const parameter of parameters)
      check(`${name} ${parameter.name}`, parameter.required === true, parameter.schema);
    for (const { schema } of Object.values(requestBody?.content ?? {})) {
      for (const [member, inner] of Object.entries(schema.properties ?? {})) {
        check(`${name} ${member}`, schema.required?.includes(member) === true, inner);
      }
    }
  }
  expect(defaulted).toContain('GET /api/admin/users page');
  expect(defaulted).toContain('POST /api/workflows/{workflowId}/replay limit');
  expect(required).toEqual([]);
});

test('expected rejections name existing operations, each with its reason', () => {
  for (const [name, reason] of Object.entries(expectedRejections)) {
    expect([name, name in operations, reason.length > 10]).toEqual([name, true, true]);
  }
  const settings = describeSettings(Object.keys(operations), seeds);
  expect(settings.match(/expected-statuses = /g)).toHaveLength(Object.keys(expectedRejections).length);
});

/** The value of each seed is its name. */
const seeds = new Proxy({} as Seeds, {
  get: (_target, name) =>
    name === 'waiting' ? { workflow: 'waiting workflow', run: 'waiting run' } : String(name),
});

test('every path parameter has a value, and only DELETE gets disposable objects', () => {
  for (const name of Object.keys(operations)) {
    const ids = pathIdsOf(name, seeds);
    const parameters = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);
    expect([name, Object.keys(ids)]).toEqual([name, expect.arrayContaining(parameters)]);
    const isDisposable = parameters.some((parameter) => String(ids[parameter]).startsWith('disposable'));
    expect([name, isDisposable]).toEqual([name, name.startsWith('DELETE ') && !name.includes('/api-keys/')]);
    if (name.includes('/api/admin/users/{publicId}')) expect(ids).toEqual({ publicId: 'otherUser' });
  }
});
