import Type from 'typebox';
import { WELL_FORMED } from '../../http/schemas.ts';
import { emailSchema } from './auth.schemas.ts';

/** A password to be set; taken exactly as it is sent. Half a surrogate pair has no bytes to be told by. */
const newPassword = Type.String({ minLength: 8, maxLength: 256, format: WELL_FORMED });

/** A token from a mail. Any text: what is none of ours is an invalid link. */
const token = Type.String({ minLength: 1, maxLength: 256 });

export const registerBody = Type.Object(
  { email: emailSchema, password: newPassword },
  { additionalProperties: false },
);

export const verifyQuery = Type.Object({ token }, { additionalProperties: false });

export const requestResetBody = Type.Object({ email: emailSchema }, { additionalProperties: false });

export const resetPasswordBody = Type.Object({ token, newPassword }, { additionalProperties: false });
