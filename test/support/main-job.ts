import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { until } from './until.ts';

const examples = path.join(import.meta.dirname, '../../examples');
const read = (name: string) => readFile(path.join(examples, name));

/** An account of a running program, as a client has it. */
export interface Session {
  send(method: string, url: string, body?: object): Promise<Response>;
  /** Throws unless the response is 200. */
  json(method: string, url: string, body?: object): Promise<Record<string, string>>;
}

/** Logs in at a running program. */
export async function openSession(
  base: string,
  credentials: { email: string; password: string } = {
    email: 'admin@example.com',
    password: 'correct horse',
  },
): Promise<Session> {
  let token = '';
  const send = (method: string, url: string, body?: object) =>
    fetch(`${base}${url}`, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  const json = async (method: string, url: string, body?: object) => {
    const response = await send(method, url, body);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${url}: ${response.status} ${text}`);
    return JSON.parse(text) as Record<string, string>;
  };
  token = (await json('POST', '/api/auth/login', credentials)).accessToken ?? '';
  return { send, json };
}

/** The template of the examples with an ACTIVE workflow that fills it. */
export async function openMainJob({ json }: Session): Promise<{ templateId: string; workflowId: string }> {
  const form = new FormData();
  form.set('name', 'Agreement');
  form.set('file', new Blob([await read('form.pdf')], { type: 'application/pdf' }), 'form.pdf');
  form.set('json', (await read('mappings.json')).toString());
  const { publicId: templateId = '' } = await json('POST', '/api/templates', form);
  const steps = (await read('workflow.json')).toString().replace("the template's publicId", templateId);
  const { publicId: workflowId = '' } = await json('POST', '/api/workflows', JSON.parse(steps));
  await json('PUT', `/api/workflows/${workflowId}`, { status: 'ACTIVE' });
  return { templateId, workflowId };
}

/** An event the workflow of the examples takes. */
export async function exampleEvent(): Promise<Record<string, Record<string, unknown>>> {
  return JSON.parse((await read('event.json')).toString());
}

/** Waits until every run of a workflow has ended, at least `count`; returns their statuses. */
export async function endedRuns(session: Session, workflowId: string, count: number): Promise<string[]> {
  let statuses: string[] = [];
  await until(async () => {
    const { content } = await session.json('GET', `/api/workflows/${workflowId}/runs`);
    statuses = (content as unknown as { status: string }[]).map(({ status }) => status);
    return statuses.length >= count && statuses.every((status) => !['RUNNING', 'WAITING'].includes(status));
  });
  return statuses;
}
