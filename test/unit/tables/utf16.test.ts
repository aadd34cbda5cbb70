import { detectFormat } from '../../../src/tables/detect-format.ts';

// The letter Ż is U+017B: half of it looks like a control character.
const text = `Name,City\n${'Żółw,Łódź\n'.repeat(20)}`;
const littleEndian = Buffer.from(`\ufeff${text}`, 'utf16le');

test.each([
  ['little', littleEndian],
  ['big', Buffer.from(littleEndian).swap16()],
])('Polish text in UTF-16, %s endian, with a byte order mark is text', (_order, bytes) => {
  expect(detectFormat(bytes)).toBe('text');
});

test('the bytes of an executable are not text', () => {
  expect(detectFormat(Buffer.from('MZ\x90\0\x03\0\x01\0', 'latin1'))).toBe('binary');
});
