import { Value } from 'typebox/value';
import { emailSchema } from '../../../modules/auth/auth.schemas.ts';
import { type Command, onlyOperand, UsageError } from '../command.ts';
import { passwordOptions, readPassword } from '../password.ts';

export const createAdmin: Command = {
  operands: '<email> [--password-stdin]',
  summary:
    'creates an account with the role SUPER_ADMIN; the password is generated, or the first line of stdin',
  options: passwordOptions,
  async run({ services, operator }, args) {
    const email = onlyOperand(args, 'e-mail address of the new account');
    if (!Value.Check(emailSchema, email)) throw new UsageError(`${email} is not an e-mail address.`);
    const { password, lines } = await readPassword(args);
    const publicId = await services.operators.createAdministrator(operator, { email, password });
    return [`Created the administrator ${email} (${publicId}).`, ...lines];
  },
};
