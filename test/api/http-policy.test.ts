import Fastify from 'fastify';
import { requirePolicies } from '../../src/modules/auth/policy.ts';

/** The policies of the real routes are tested in authorization-matrix.test.ts. */
test('a route without a policy keeps the service from starting', async () => {
  const app = Fastify();
  requirePolicies(app);
  expect(() => app.get('/open', async () => 'x')).toThrow('GET /open declares no policy');
  expect(() => app.get('/documents', async () => 'x')).toThrow('declares no policy');
  expect(() => app.options('/open', async () => 'x')).toThrow('declares no policy');
  app.get('/fine', { config: { policy: 'public' } }, async () => 'x');
  await app.close();
});
