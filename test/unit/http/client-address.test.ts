import { rateKeyOfAddress } from '../../../src/http/client-address.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[2001:db8:1:2::7]:50123', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.1]', '192.0.2.1'],
  ['unknown', 'unknown'],
  ['1.2.3.4, 5.6.7.8', 'unknown'],
  ['x'.repeat(5000), 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('%s is counted as %s', (address, key) => {
  expect(rateKeyOfAddress(address)).toBe(key);
});
