import { faultsOf } from './run-node.ts';

const mail = { to: '${event.to}', subject: 's', body: 'b' };

test('a mail with references is fine', () => {
  expect(faultsOf('emailNode', mail)).toEqual([]);
});

test('every fault of the texts and of the attachments is told', () => {
  const wrong = { to: '${event.to', subject: '', body: '${process.env}', attach: ['fill', 5] };
  expect(faultsOf('emailNode', wrong)).toEqual(['subject: is missing; give it text']);
  expect(faultsOf('emailNode', { ...wrong, subject: 's' })).toEqual([
    expect.stringMatching(/^to: .*never closed/),
    'attach[1]: must be the id of a templateNode',
    expect.stringMatching(/^body: the path "process\.env" must begin/),
  ]);
});
