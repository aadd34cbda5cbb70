import type { FastifyReply } from 'fastify';
import { etagOf } from './conditional-get.ts';

interface Made {
  text: string;
  etag: string;
}

/**
 * Sends as 200 what several requests were given as one object by a shared read (ADR 28): text and `ETag` are made by the
 * first of them. For one route, because the text is made by its schema. What was sent must not be changed.
 */
export function createSharedAnswer(): (reply: FastifyReply, answer: object) => FastifyReply {
  const made = new WeakMap<object, Made>();
  const make = (reply: FastifyReply, answer: object): Made => {
    const text = String(reply.serializeInput(answer as Record<string, unknown>, '200'));
    const fresh = { text, etag: etagOf(text) };
    made.set(answer, fresh);
    return fresh;
  };
  return (reply, answer) => {
    const { text, etag } = made.get(answer) ?? make(reply, answer);
    return reply.header('etag', etag).type('application/json; charset=utf-8').send(text);
  };
}
