import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { templateItem } from '../../../src/modules/templates/templates.schemas.ts';
import { profileSchema } from '../../../src/modules/users/users.schemas.ts';

/** The responses of the service with its schemas, from objects in memory, which a POST sets. */
export function respondFromMemory(app: FastifyInstance): void {
  const schemas = { me: profileSchema, templates: Type.Array(templateItem) };
  for (const [name, schema] of Object.entries(schemas)) {
    let object: unknown;
    app.post(`/api/${name}`, async (request) => {
      object = request.body;
      return {};
    });
    app.get(`/api/${name}`, { schema: { response: { 200: schema } } }, async () => object);
  }
}
