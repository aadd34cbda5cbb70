import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { templateItem } from '../../../src/modules/templates/templates.schemas.ts';
import { profileSchema } from '../../../src/modules/users/users.schemas.ts';

/** The service's answers by its own schemas, from objects in memory. What is to be answered comes by POST. */
export function answerFromMemory(app: FastifyInstance): void {
  const schemas = { me: profileSchema, templates: Type.Array(templateItem) };
  for (const [name, schema] of Object.entries(schemas)) {
    let answer: unknown;
    app.post(`/api/${name}`, async (request) => {
      answer = request.body;
      return {};
    });
    app.get(`/api/${name}`, { schema: { response: { 200: schema } } }, async () => answer);
  }
}
