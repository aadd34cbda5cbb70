import fc from 'fast-check';
import { readPayload } from '../../../src/modules/webhooks/payload.ts';
import { WebhookRejection } from '../../../src/modules/webhooks/webhook-rejection.ts';

test('every JSON object is read as the very text that was sent', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 5 })), (object) => {
      const text = JSON.stringify(object);
      expect(readPayload(Buffer.from(text))).toEqual({ text, value: JSON.parse(text) });
    }),
  );
});

test('any bytes are read or rejected, never anything else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        expect(Buffer.from(readPayload(bytes).text)).toEqual(Buffer.from(bytes));
      } catch (error) {
        expect(error).toBeInstanceOf(WebhookRejection);
      }
    }),
  );
});

test('any JSON that is no object is rejected by name', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.array(fc.jsonValue()), fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
      (value) => {
        expect(() => readPayload(Buffer.from(JSON.stringify(value)))).toThrow(/must be a JSON object, not/);
      },
    ),
  );
});
