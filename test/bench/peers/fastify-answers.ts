import Fastify from 'fastify';

/** The same framework and the same bytes, without account, policy, validation or database. Bodies come by POST. */
const app = Fastify({ bodyLimit: 100 * 1024 * 1024 });
const answers = new Map<string, string>();

app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
app.post<{ Params: { name: string }; Body: string }>('/:name', async (request) => {
  answers.set(request.params.name, request.body);
  return {};
});
app.get<{ Params: { name: string } }>('/:name', async (request, reply) =>
  reply.type('application/json; charset=utf-8').send(answers.get(request.params.name)),
);

console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
