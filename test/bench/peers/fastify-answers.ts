import Fastify from 'fastify';
import Type from 'typebox';
import { templateItem } from '../../../src/modules/templates/templates.schemas.ts';
import { profileSchema } from '../../../src/modules/users/users.schemas.ts';

/**
 * The same framework, writing the same answers by the same schemas from objects in memory: without account, policy,
 * rate or database. What is to be answered comes by POST.
 */
const app = Fastify({ bodyLimit: 100 * 1024 * 1024 });
const schemas = { me: profileSchema, templates: Type.Array(templateItem) };

for (const [name, schema] of Object.entries(schemas)) {
  let answer: unknown;
  app.post(`/api/${name}`, async (request) => {
    answer = request.body;
    return {};
  });
  app.get(`/api/${name}`, { schema: { response: { 200: schema } } }, async () => answer);
}

console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
