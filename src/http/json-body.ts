import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../errors.ts';

const MAX_DEPTH = 64;
const MAX_MEMBERS = 10_000;
/** The shortest member is `"":0`. */
const MEMBER_LENGTH = 4;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A request without a body has the body `{}`. */
    bodyIsOptional?: boolean;
    /** The member that holds a payload of the user. Any member name is allowed in it. */
    dataMember?: string;
  }
}

/** The texts of bodies, for routes that store a part of one unchanged. */
const sentTexts = new WeakMap<FastifyRequest, string>();

/** The text a request's JSON body was parsed from; empty without one. */
export function getJsonText(request: FastifyRequest): string {
  return sentTexts.get(request) ?? '';
}

/**
 * Parses JSON bodies: strict UTF-8, at most 64 levels and 10,000 members, no `__proto__` outside of user data. An empty
 * body counts as absent. Replaces Fastify's parsers for JSON and plain text.
 */
export function installJsonBody(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    // The body `null` is present; validation rejects it.
    const isAbsent = request.body === undefined;
    if (isAbsent && request.routeOptions.config.bodyIsOptional === true) request.body = {};
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      requirePlain(request.headers['content-encoding']);
      const text = decode(body as Buffer);
      if (text.trim() === '') return done(null, undefined);
      checkShape(text);
      sentTexts.set(request, text);
      return done(null, parse(text, request.routeOptions.config.dataMember));
    } catch (error) {
      return done(error as Error);
    }
  });
}

/** Rejects compressed bodies: a small one can expand to any size. */
function requirePlain(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new DomainError('UNSUPPORTED_CONTENT_TYPE', 'Send the body without a Content-Encoding.');
}

const strict = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8 and drops a byte order mark, which JSON does not allow. */
function decode(body: Buffer): string {
  try {
    return strict.decode(body);
  } catch (cause) {
    throw new DomainError('INVALID_JSON', 'The body is not valid UTF-8.', { cause });
  }
}

function parse(text: string, dataMember?: string): unknown {
  const body = parseText(text);
  const path = MAY_BE_PROTOTYPE.test(text) ? findPrototypeMember(body, dataMember) : null;
  if (path === null) return body;
  const message = 'is a reserved member name; choose a different one';
  throw new DomainError('VALIDATION_FAILED', `The body is not valid: ${path} ${message}.`, {
    paths: [{ path, message }],
  });
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DomainError('INVALID_JSON', 'The body is not valid JSON.', { cause });
  }
}

/** Names used for prototype pollution. Escapes can hide them, so any escape leads to the full check. */
const MAY_BE_PROTOTYPE = /__proto__|constructor|\\u/;

/** The path of the first `__proto__` or `constructor.prototype`, or null. Recursion is as deep as bodies may be. */
function findPrototypeMember(value: unknown, dataMember?: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    if (name === dataMember) continue;
    if (name === '__proto__') return name;
    const isObject = typeof member === 'object' && member !== null;
    if (name === 'constructor' && isObject && Object.hasOwn(member, 'prototype')) return `${name}.prototype`;
    const below = findPrototypeMember(member);
    if (below !== null) return `${name}.${below}`;
  }
  return null;
}

/**
 * Checks the limits of nesting and members before the text is parsed. A short text with few brackets cannot exceed them;
 * otherwise every character outside of strings is counted. Throws VALIDATION_FAILED.
 */
export function checkShape(json: string): void {
  if (json.length <= MAX_MEMBERS * MEMBER_LENGTH && countUpTo(MAX_DEPTH + 1, json, '[', '{') <= MAX_DEPTH)
    return;
  let depth = 0;
  let members = 0;
  for (let i = 0; i < json.length; i++) {
    switch (json.charCodeAt(i)) {
      case 0x22: // "
        i = endOfString(json, i);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > MAX_DEPTH) throw tooMuch(`at most ${MAX_DEPTH} levels of nesting`);
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
        break;
      case 0x3a: // :
        if (++members > MAX_MEMBERS) throw tooMuch(`at most ${MAX_MEMBERS} members`);
        break;
    }
  }
}

/** How often these characters occur in a text, at most `most`. */
function countUpTo(most: number, text: string, ...characters: string[]): number {
  let count = 0;
  for (const character of characters) {
    for (let at = text.indexOf(character); at !== -1 && count < most; at = text.indexOf(character, at + 1))
      count++;
  }
  return count;
}

function endOfString(json: string, start: number): number {
  for (let i = start + 1; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code === 0x5c) i++;
    else if (code === 0x22) return i;
  }
  return json.length;
}

function tooMuch(limit: string): DomainError {
  return new DomainError('VALIDATION_FAILED', `The body may have ${limit}.`);
}
