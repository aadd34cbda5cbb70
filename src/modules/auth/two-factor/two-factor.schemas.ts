import Type from 'typebox';
import { publicId } from '../../../http/schemas.ts';

const code = Type.String({ minLength: 6, maxLength: 32, examples: ['123456'] });

export const setupResponse = Type.Object(
  { secret: Type.String({ description: 'base32' }), otpauthUri: Type.String() },
  { additionalProperties: false },
);

export const enableBody = Type.Object({ code }, { additionalProperties: false });

export const enableResponse = Type.Object(
  { backupCodes: Type.Array(Type.String(), { description: 'Each works once; shown only here' }) },
  { additionalProperties: false },
);

export const verifyBody = Type.Object(
  { challengeToken: Type.String({ minLength: 1, maxLength: 100 }), code },
  { additionalProperties: false },
);

/** What a log-in answers instead of a session when a code is to follow. */
export const challengeResponse = Type.Object(
  { requires2FA: Type.Literal(true), challengeToken: publicId('chg'), method: Type.Literal('TOTP') },
  { additionalProperties: false },
);
