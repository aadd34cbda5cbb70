import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import puppeteer, { type Browser } from 'puppeteer-core';
import { testFolder } from '../stack/stack.ts';

/** A real browser without a window: Chromium from npm on Linux, or the program BROWSER_PATH names elsewhere. */
export async function openBrowser(): Promise<Browser> {
  const given = process.env.BROWSER_PATH;
  if (given) return puppeteer.launch({ executablePath: given, args: ['--no-sandbox'] });
  const folder = await testFolder('browser');
  const script = path.join(import.meta.dirname, 'unpack-browser.ts');
  // Pretending to be where the package is mostly used makes it bring the libraries a bare machine lacks.
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  const { stdout } = await promisify(execFile)('node', [script], { env });
  const { executablePath, args, libraries } = JSON.parse(stdout);
  return puppeteer.launch({
    executablePath,
    args,
    headless: 'shell' as const,
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LD_LIBRARY_PATH: libraries },
  });
}
