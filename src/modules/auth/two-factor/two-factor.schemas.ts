import Type from 'typebox';
import { publicId } from '../../../http/schemas.ts';

const code = Type.String({ minLength: 6, maxLength: 32, examples: ['123456'] });

export const setupResponse = Type.Object(
  { secret: Type.String({ description: 'Base32' }), otpauthUri: Type.String() },
  { additionalProperties: false },
);

export const enableBody = Type.Object({ code }, { additionalProperties: false });

export const enableResponse = Type.Object(
  {
    backupCodes: Type.Array(Type.String(), {
      description: 'Each code works once. They are not shown again.',
    }),
  },
  { additionalProperties: false },
);

export const verifyBody = Type.Object(
  { challengeToken: Type.String({ minLength: 1, maxLength: 100 }), code },
  { additionalProperties: false },
);

/** The response of a log-in that needs a code. */
export const challengeResponse = Type.Object(
  { requires2FA: Type.Literal(true), challengeToken: publicId('chg'), method: Type.Literal('TOTP') },
  { additionalProperties: false },
);
