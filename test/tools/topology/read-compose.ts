import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';

export const root = path.join(import.meta.dirname, '../../..');

interface ComposeService {
  image?: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  restart?: string;
  profiles?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  tmpfs?: string[];
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
  volumes?: string[];
  configs?: { source: string }[];
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
  configs: Record<string, { content: string }>;
}

export async function readText(...parts: string[]): Promise<string> {
  return readFile(path.join(root, ...parts), 'utf8');
}

/** Variables of the compose file. Compose fails if a required one is missing or empty. */
export function findVariables(text: string): { required: Set<string>; optional: Set<string> } {
  const names = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = '']) => name));
  return { required: names(/\$\{(\w+):\?[^}]*\}/g), optional: names(/\$\{(\w+):-[^}]*\}/g) };
}

/** The compose file with variables replaced from `values` and merge keys resolved. Throws if a required variable is missing. */
export function parseCompose(text: string, values: Readonly<Record<string, string>>): ComposeFile {
  const filled = text.replace(/\$\{(\w+):(-|\?)([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const value = values[name] ?? '';
    if (value !== '') return value;
    if (kind === '-') return rest;
    throw new Error(`required variable ${name} is missing a value: ${rest}`);
  });
  const file = parse(filled, { merge: true }) as ComposeFile;
  // Compose replaces variables after parsing, so an empty one is an empty string there, but null here.
  for (const { environment = {} } of Object.values(file.services)) {
    for (const [name, value] of Object.entries(environment)) environment[name] = value ?? '';
  }
  return file;
}
