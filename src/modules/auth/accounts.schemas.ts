import Type from 'typebox';
import { WELL_FORMED } from '../../http/schemas.ts';
import { emailSchema } from './auth.schemas.ts';

/** A new password, used exactly as sent. A lone surrogate has no UTF-8 encoding to hash. */
const newPassword = Type.String({ minLength: 8, maxLength: 256, format: WELL_FORMED });

/** The token of an e-mailed link. Any text, because an unknown token is LINK_INVALID. */
const token = Type.String({ minLength: 1, maxLength: 256 });

export const registerBody = Type.Object(
  { email: emailSchema, password: newPassword },
  { additionalProperties: false },
);

export const verifyQuery = Type.Object({ token }, { additionalProperties: false });

export const requestResetBody = Type.Object({ email: emailSchema }, { additionalProperties: false });

export const resetPasswordBody = Type.Object({ token, newPassword }, { additionalProperties: false });
