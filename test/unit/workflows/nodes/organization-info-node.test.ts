import { faultsOf } from '../../../support/workflows/run-node.ts';

test('nothing is needed; an organization may be named', () => {
  expect(faultsOf('organizationInfoNode', {})).toEqual([]);
  expect(faultsOf('organizationInfoNode', { organizationId: 'org_1' })).toEqual([]);
  expect(faultsOf('organizationInfoNode', { organizationId: 5 })).toEqual(['organizationId: must be text']);
});
