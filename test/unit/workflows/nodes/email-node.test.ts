import { findMailTextFault } from '../../../../src/modules/runs/workflow-mail-texts.ts';
import { nodes } from '../../../../workflows/nodes/index.ts';
import { findDataFaults } from '../../../../workflows/validation/data-faults.ts';
import { faultsOf } from '../../../support/workflows/run-node.ts';

const mail = { to: '${event.to}', subject: 's', body: 'b' };

test('a mail with references is fine', () => {
  expect(faultsOf('emailNode', mail)).toEqual([]);
});

test('every fault of the texts and of the attachments is reported', () => {
  const wrong = { to: '${event.to', subject: '', body: '${process.env}', attach: ['fill', 5] };
  expect(faultsOf('emailNode', wrong)).toEqual(['subject: is missing; give it text']);
  expect(faultsOf('emailNode', { ...wrong, subject: 's' })).toEqual([
    expect.stringMatching(/^to: .*never closed/),
    'attach[1]: must be the id of a templateNode',
    expect.stringMatching(/^body: the path "process\.env" must begin/),
  ]);
});

test.each([
  [
    { to: 'nobody' },
    ['to: "to" contains a text that is not an address. Write addresses as a@example.com, b@example.com'],
  ],
  [{ to: ' , ' }, ['to: "to" is empty. Give it at least one address']],
  [{ to: 'a@example.com,${event.to}' }, []],
  [{ subject: 's'.repeat(501) }, ['subject: "subject" is longer than 500 characters. Shorten it']],
  [{ body: 'b'.repeat(100_001) }, ['body: "body" is longer than 100000 characters. Shorten it']],
])('a text without references that no mail can have is reported: case %#', (more, expected) => {
  const context = { findTemplate: () => null, findPatternFault: () => null, findMailTextFault };
  const faults = findDataFaults(nodes.emailNode, { ...mail, ...more }, context);
  expect(faults.map(({ member, message }) => `${member}: ${message}`)).toEqual(expected);
});
