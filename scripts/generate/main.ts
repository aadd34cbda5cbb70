import { writeClient } from './client.ts';
import { writeExamples } from './examples.ts';
import { writeOpenApi } from './openapi.ts';

/**
 * npm run generate [-- openapi|client|examples …]: writes the generated files, all of them by default. The client is
 * generated from the OpenAPI document, so the order matters. Tests compare the committed files with the output.
 */
const generators = new Map([
  ['openapi', writeOpenApi],
  ['client', writeClient],
  ['examples', writeExamples],
]);
const names = process.argv.slice(2);
const unknown = names.filter((name) => !generators.has(name));
if (unknown.length > 0) {
  console.error(
    `Unknown: ${unknown.join(', ')}. npm run generate takes any of ${[...generators.keys()].join(', ')}.`,
  );
  process.exitCode = 2;
} else {
  for (const [name, write] of generators) {
    if (names.length > 0 && !names.includes(name)) continue;
    for (const file of await write()) console.log(`Wrote ${file}`);
  }
}
